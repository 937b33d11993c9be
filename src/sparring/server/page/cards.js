// What the renderer has to know about cards.

/** True for a small card without a face, like all others of its sort (a DON!! card). */
export const isToken = card => Boolean(card.token);

/** True for a card that can be read. */
export const isOpen = card => !card.down && !isToken(card);

/** What a card is recognised by when it appears in another place; cards that show their backs are all alike. */
export function cardIdentity(shape) {
  if (shape.kind !== 'card') return null;
  if (isToken(shape)) return 'token';
  return shape.down ? 'back' : shape.name;
}
