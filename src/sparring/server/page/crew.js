// Faces with a drawing of their own that are not apes: the crew of the card game, an opponent that adapts, and you.
import { area, both, circle, ears, ellipse, eyes, GOLD, nostrils, ring, stroke } from './strokes.js';

const heart = y => `M32 ${y}c-5-7-15-4-15 5 0 5 2 7 4 9 0 8 5 12 11 12s11-4 11-12c2-2 4-4 4-9 0-9-10-12-15-5z`;
const outlined = (path, fill, colour, width) =>
  `<path d="${path}" fill="${fill}" stroke="${colour}" stroke-width="${width}" stroke-linejoin="round"/>`;

const NAVY = '#2b4a7a';
const WHITE = '#fffdf7';

export const CREW = {
  CabinGirl: {
    ground: '#cfe0ea',
    drawing: [
      ears(21, 35, 7, '#c98a4b', '#f3d0a4'),
      circle(32, 35, 18, '#c98a4b'),
      area(heart(29), '#f6dcb5'),
      eyes(35, 7.5, 3.2),
      stroke('M22 29.5q3-2 6-.5M36 29q3-1.5 6 .5'),
      nostrils(41.5),
      stroke('M26 46q6 5 12 0'),
      outlined('M13 25q4-15 19-15t19 15q-19-7-38 0z', '#f7f3ea', NAVY, 1.6),
      stroke('M13.5 24.5q18.5-7 37 0', 3, NAVY),
      area('M48 26l9 7-3 1 1 5-8-9z', NAVY),
    ],
  },
  OldCook: {
    ground: '#ecd9c4',
    drawing: [
      ears(20, 37, 5, '#9c958c', '#d8c6b2'),
      area('M12 38c0-14 9-20 20-20s20 6 20 20-9 20-20 20-20-6-20-20z', '#9c958c'),
      area(heart(30), '#e3c7a8'),
      eyes(36, 7, 2.4),
      stroke('M19 31q5-4 9-1M36 30q5-3 9 1', 3, '#f4efe6'),
      area('M32 43q-6-3-13 3 5 3 13 1 8 2 13-1-7-6-13-3z', '#f4efe6'),
      stroke('M29 50q3 2 6 0', 1.6),
      outlined('M17 21q-6-3-4-9 3-5 9-2 2-7 10-7t10 7q6-3 9 2 2 6-4 9z', WHITE, '#a99c8a', 1.3),
      area('M17 20q15-4 30 0v4q-15-4-30 0z', '#e7ddcc'),
    ],
  },
  Bosun: {
    ground: '#efd6c6',
    drawing: [
      ears(22, 36, 4.5, '#3f3330', '#7a635a'),
      area('M10 38c0-15 9-26 22-26s22 11 22 26c0 12-9 20-22 20s-22-8-22-20z', '#3f3330'),
      area('M17 35q0-7 8-7 4 0 7 2 3-2 7-2 8 0 8 7 0 4-3 6 3 3 3 6 0 9-15 9t-15-9q0-3 3-6-3-2-3-6z', '#a67c62'),
      eyes(35, 7.5, 2.6),
      stroke('M19 30l9 2M45 30l-9 2', 3, '#1d1614'),
      nostrils(41.5),
      area('M24 46q8-3 16 0-1 7-8 7t-8-7z', '#5c1f18'),
      area('M26 46.3q6-1.6 12 0l-.6 2h-10.8z', '#fff8ea'),
      area('M10 27Q14 7 32 7t22 20q-22-9-44 0z', '#b3361f'),
      both(9, x => circle(x, 16, 1.8, '#fff0dd')),
      both(4.5, x => circle(x, 20, 1.5, '#fff0dd')),
      circle(32, 13, 1.8, '#fff0dd'),
      area('M12 26l-8 3 4 3-2 5 8-7z', '#8c2716'),
    ],
  },
  Navigator: {
    ground: '#d6e3d6',
    drawing: [
      area('M11 10q11 0 14 13l-12 8Q8 18 11 10zM53 10q-11 0-14 13l12 8q5-13 2-21z', '#6f5b86'),
      area('M12 34c0-11 9-17 20-17s20 6 20 17c0 10-7 14-12 19-3 4-5 5-8 5s-5-1-8-5c-5-5-12-9-12-19z', '#6f5b86'),
      area('M16 35c1-7 7-10 16-10s15 3 16 10c0 7-5 10-9 15-2 3-4 4-7 4s-5-1-7-4c-4-5-9-8-9-15z', '#f3e8da'),
      eyes(35, 8, 3.4),
      stroke('M20 28q4-2 8 0M36 28q4-2 8 0', 1.7),
      area('M29 44h6l-3 3.5z', '#271e17'),
      stroke('M27 51q5 2.5 10 0', 1.6),
      circle(32, 17, 8.5, GOLD),
      ring(32, 17, 8.5, '#7a5410', 1.5),
      circle(32, 17, 5.8, WHITE),
      area('M32 12l1.8 5L32 22l-1.8-5z', '#b3361f'),
    ],
  },
  Harbourmaster: {
    ground: '#d3d9e6',
    drawing: [
      ears(21, 37, 5, '#7c4a2d', '#c99a76'),
      area('M10 38c0-15 9-25 22-25s22 10 22 25c0 13-9 21-22 21s-22-8-22-21z', '#7c4a2d'),
      area(
        'M15 37c0-8 5-10 9-9 3-3 5-3 8-1 3-2 5-2 8 1 4-1 9 1 9 9 0 6-4 9-8 9-1 6-5 8-9 8s-8-2-9-8c-4 0-8-3-8-9z',
        '#d8ab85',
      ),
      eyes(36, 7.5, 2.4),
      stroke('M20 32h8M36 32h8', 2.6),
      nostrils(41),
      area('M32 43c-5-1-9 3-14 1 2 6 10 8 14 4 4 4 12 2 14-4-5 2-9-2-14-1z', '#4a2a18'),
      area('M12 24Q14 9 32 9t20 15q-20-8-40 0z', '#23365a'),
      area('M11 24.5q21-9 42 0l-2 5q-19-8-38 0z', '#14223b'),
      area('M32 12l1.6 3.2 3.5.5-2.5 2.5.6 3.5-3.2-1.7-3.2 1.7.6-3.5-2.5-2.5 3.5-.5z', GOLD),
    ],
  },
  Corsair: {
    ground: '#e6d2b0',
    drawing: [
      ears(21, 36, 7, '#4a3526', '#d9a77c'),
      ellipse(32, 36, 19, 20, '#4a3526'),
      area(heart(29), '#dcae84'),
      circle(40, 36, 3, '#271e17'),
      circle(41, 35, 1, '#fff'),
      stroke('M36 31q5-3 9 0', 2.2),
      stroke('M17 30l30-3', 2, '#1d1614'),
      area('M19 32q5-3 10 0 0 8-5 8t-5-8z', '#1d1614'),
      nostrils(42.5),
      stroke('M25 48q7 1 13-3', 2),
      stroke('M44 41l-5 7', 1.3, '#a0522d'),
      outlined('M6 25q6-2 9-9 5-9 17-9t17 9q3 7 9 9-8 4-26 1-18 3-26-1z', '#2b2522', GOLD, 1.4),
      area('M28.5 12.5q3.5-3 7 0 1.5 3-1 4.5v2h-5v-2q-2.5-1.5-1-4.5z', '#f3ecda'),
    ],
  },
  you: {
    ground: '#e9dfcd',
    drawing: [circle(32, 27, 12, '#857560'), area('M8 66q2-22 24-22t24 22z', '#857560')],
  },
};
