// The contents of the guide: beside the text on a desk, folded above it on a phone.
const PHONE = '(max-width: 700px)';

export function foldContents() {
  if (matchMedia(PHONE).matches) document.querySelector('.contents')?.removeAttribute('open');
}
