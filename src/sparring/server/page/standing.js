// Where the visitor stands, in words and small drawings: what they would score, and the course of a rating.
import { element } from './base.js';

/** A share in percent; the sign stays with its number. */
const percent = share => `${Math.round(share * 20) * 5}\u00a0%`;

/** What somebody scores, rounded to fives: nobody knows it better. */
export function aboutScore(share) {
  if (share > 0.95) return 'over 95\u00a0%';
  return share < 0.05 ? 'under 5\u00a0%' : `about ${percent(share)}`;
}

/** A bar that is filled to a share. */
export function bar(share, label) {
  const fill = element('i');
  fill.style.width = `${Math.round(share * 100)}%`;
  return element('span', { class: 'bar', role: label ? 'img' : null, 'aria-label': label }, fill);
}

/** A change of a rating, with a sign that does not need its colour. */
export function changeText(change) {
  const points = Math.round(change);
  const kind = points < 0 ? 'dn' : 'up';
  return element('b', { class: kind, text: `${points < 0 ? '▼' : '▲'} ${Math.abs(points)}` });
}

const WIDE = 168;
const HIGH = 46;
const MARGIN = 5;

/** The course of a rating as a line. */
export function courseLine(values) {
  const [low, high] = [Math.min(...values) - 8, Math.max(...values) + 8];
  const x = at => MARGIN + (at / Math.max(1, values.length - 1)) * (WIDE - 2 * MARGIN);
  const y = value => HIGH - MARGIN - ((value - low) / (high - low)) * (HIGH - 2 * MARGIN);
  const line = values.map((value, at) => `${at ? 'L' : 'M'}${x(at).toFixed(1)} ${y(value).toFixed(1)}`).join('');
  const last = values.length - 1;
  const about = `From ${Math.round(values[0])} to ${Math.round(values[last])}.`;
  return `<svg class="spark" viewBox="0 0 ${WIDE} ${HIGH}" role="img" aria-label="${about}">
    <path class="below" d="${line}L${x(last)} ${HIGH}L${x(0)} ${HIGH}z"/><path class="trace" d="${line}"/>
    <circle class="end" cx="${x(last)}" cy="${y(values[last])}" r="4"/></svg>`;
}
