// Opponents and people: how they are called and rated on the page, and their faces.
import { element } from './base.js';
import { CREW } from './crew.js';
import { gamePath } from './server.js';
import { area, both, circle, ears, ellipse, eyes, GOLD, INK, nostrils, ring, stroke } from './strokes.js';

/** Settings that change what people see of an opponent, and not who it is. */
const SEEN_ONLY = /^pace_/;

/** An opponent's name as people read it: "hard:depth=4" is "Hard, depth 4", and "level3" is "Level 3". */
export function displayName(text) {
  const [name, settings = ''] = text.split(/:(.*)/s);
  if (name === 'adaptive') return 'Your match';
  const plain = name === 'mcts' ? 'MCTS' : name.replace(/^[a-z]/, letter => letter.toUpperCase());
  const told = settings.split(',').filter(setting => setting && !SEEN_ONLY.test(setting));
  return [plain.replace(/^Level(?=\d+$)/, 'Level '), ...told.map(setting => setting.replace('=', ' '))].join(', ');
}

/** Whether an opponent is one of the levels that a game has beside its characters. */
export const isLevel = name => /^level\d+$/.test(name);

/** A name as text that may break where its words meet: "ChampionChimp" in a narrow column takes two lines. */
export const breakable = name => name.split(/(?<=[a-z])(?=[A-Z])/).flatMap(part => [part, element('wbr')]);

/** The opponents that a game offers. */
export const opponentsPath = game => `${gamePath(game)}/opponents`;

/** Fills `line` with an opponent's level and its rating, where it was measured. */
export function showLevel(line, { name, level, rating }) {
  const unrated = isLevel(name) ? 'Not measured yet' : `Level ${level}`; // its own number is another one
  line.innerHTML = `${pips(level)} `;
  line.append(element('span', { text: rating ? `Rated ${Math.round(rating)}` : unrated }));
}

// ---- opponents with a face of their own

const CHARACTERS = {
  ChampionChimp: {
    ground: '#f0dca6',
    drawing: [
      ears(21, 34, 8, '#4a3526', '#d9a77c'),
      ellipse(32, 34, 19, 20, '#4a3526'),
      area('M32 26c-5-7-15-4-15 5 0 5 2 7 4 9 0 8 5 12 11 12s11-4 11-12c2-2 4-4 4-9 0-9-10-12-15-5z', '#e0b48a'),
      eyes(33),
      stroke('M20 28.5q4-2 8 .5M36 29q4-2.5 8-.5', 2),
      nostrils(40),
      stroke('M25 45.5q7 4 14 0'),
      `<path d="M18 17l-1-11 8 6 7-8 7 8 8-6-1 11q-14-5-28 0z" fill="${GOLD}" stroke="#7a5410" stroke-width="1.4"
        stroke-linejoin="round"/>`,
      circle(32, 12, 1.8, '#b3361f'),
    ],
  },
  StrategistApe: {
    ground: '#cfdccf',
    drawing: [
      ears(19, 34, 5, '#6b5a4b', '#c9a78b'),
      area('M12 34c0-16 9-25 20-25s20 9 20 25-9 22-20 22-20-6-20-22z', '#6b5a4b'),
      area('M19 31c0-7 6-9 13-7 7-2 13 0 13 7 0 6-2 8-3 12-1 6-4 9-10 9s-9-3-10-9c-1-4-3-6-3-12z', '#d5b497'),
      eyes(32),
      ring(40, 32, 6.6, GOLD, 2),
      stroke('M46 35q3 8 1 17', 1.2, GOLD),
      stroke('M20 27q4-3 8-1M36 23.5q5-2.5 9 .5', 2),
      nostrils(40),
      stroke('M27 46h10'),
    ],
  },
  TricksterMonkey: {
    ground: '#f2d2c0',
    drawing: [
      ears(22, 32, 8.5, '#a8692b', '#f0c493'),
      circle(32, 33, 19, '#a8692b'),
      '<path d="M24 10q2 5 1 8M32 7v9M39 9q-2 5-1 9" stroke="#a8692b" stroke-width="5" stroke-linecap="round"/>',
      area('M32 27c-4-7-14-5-14 4 0 6 4 8 4 12 0 6 5 9 10 9s10-3 10-9c0-4 4-6 4-12 0-9-10-11-14-4z', '#f3d3a6'),
      eyes(33, 7.5),
      stroke('M20 29l8 1M36 25q5-3 9 1', 2),
      nostrils(39.5),
      stroke('M24 43q6 7 15 1l1.5-2'),
      area('M29 47q3.5 1 6-.4 1 5-2.4 5.4Q29.5 52 29 47z', '#d0584a'),
    ],
  },
  GuardianGorilla: {
    ground: '#c9d6e2',
    drawing: [
      ears(21, 36, 4, '#33302f', '#6f6a68'),
      area('M11 40c0-10 4-14 7-20 2-9 8-14 14-14s12 5 14 14c3 6 7 10 7 20 0 12-9 17-21 17s-21-5-21-17z', '#33302f'),
      area('M18 33q0-6 7-6 4 0 7 2 3-2 7-2 7 0 7 6 0 4-3 6 2 3 2 7 0 8-13 8t-13-8q0-4 2-7-3-2-3-6z', '#7d7673'),
      eyes(33, 7.5, 2.7),
      stroke('M18 28.5q7-4 13 .5M33 29q6-4.5 13-.5', 3.4, '#1d1b1a'),
      area('M26 41q1-3 3.5-2h5q2.5-1 3.5 2-1 2-3 2h-6q-2 0-3-2z', '#33302f'),
      stroke('M25 48.5h14', 2),
    ],
  },
  SpeedyGibbon: {
    ground: '#e2cdbb',
    drawing: [
      area('M10 36c0-18 9-27 22-27s22 9 22 27c0 13-9 20-22 20s-22-7-22-20z', '#d8bd8d'),
      ellipse(32, 37, 15.5, 15, '#f6ead0'),
      ellipse(32, 38, 12.5, 12.5, '#3b3432'),
      both(6, x => circle(x, 35, 4.2, '#fff8ea')),
      eyes(35, 6, 2.2),
      area('M29.5 41.5h5l-2.5 2z', '#8a7d76'),
      stroke('M27 46q5 3 10 0', 1.7, '#e8d6bd'),
      area('M11 27q21-12 42 0l-.8 5.5q-20.2-11-40.4 0z', '#b3361f'),
      area('M53 27l8-4-3 6 4 3-9.5.5z', '#b3361f'),
    ],
  },
  WildcardLemur: {
    ground: '#d9d0e6',
    drawing: [
      area('M10 8q13 1 15 15l-12 8Q7 17 10 8zM54 8q-13 1-15 15l12 8q6-14 3-23z', '#8d8781'),
      area('M13 12q7 2 9 11l-7 4q-3-8-2-15zM51 12q-7 2-9 11l7 4q3-8 2-15z', '#f4efe6'),
      area('M12 32c0-11 9-16 20-16s20 5 20 16c0 10-7 14-12 20-3 4-5 5-8 5s-5-1-8-5c-5-6-12-10-12-20z', '#8d8781'),
      area('M15 34c1-8 8-12 17-12s16 4 17 12c0 8-6 11-10 17-2 3-4 4-7 4s-5-1-7-4c-4-6-10-9-10-17z', '#f7f3ea'),
      both(9, x => circle(x, 34, 7.5, '#2c2826')),
      both(9, x => circle(x, 34, 5.2, '#e89a25')),
      circle(24, 34, 2.6, '#111'),
      circle(40, 33, 1.5, '#111'),
      area('M28.5 45h7l-3.5 4z', '#2c2826'),
      stroke('M26 51q6 4 10-1', 1.6),
    ],
  },
  MentorOrangutan: {
    ground: '#dfe3c0',
    drawing: [
      area('M8 36c0-17 9-28 24-28s24 11 24 28c0 14-9 24-24 24S8 50 8 36z', '#b5552a'),
      area(
        `M13 36c0-8 5-11 9-10 3-4 7-4 10-2 3-2 7-2 10 2 4-1 9 2 9 10 0 7-5 11-9 10-1 6-5 8-10 8s-9-2-10-8
          c-4 1-9-3-9-10z`,
        '#8a6049',
      ),
      ellipse(32, 43, 9.5, 8, '#c99a76'),
      eyes(34, 7, 2.4),
      both(7, x => ring(x, 34, 5.6, INK, 1.6)),
      stroke('M30.6 34h2.8'),
      nostrils(40.5),
      stroke('M26 46q6 3.5 12 0'),
      area('M24 51q8 4 16 0l-2 9q-2-3-3 1-1.5-4-3 1-1.5-5-3-1-1-4-3-1z', '#d77339'),
    ],
  },
};

// ---- everybody else: a wooden peg in a cap; the stronger, the sterner

const HIGHEST_LEVEL = 6;
const COATS = ['#a08a68', '#5f8f6b', '#3d7a8c', '#b0761a', '#7b3b5e', '#3a332e'];
const MOUTHS = [
  'M26 38q6 5 12 0',
  'M26 38q6 4 12 0',
  'M27 38.5q5 2 10 0',
  'M27 39h10',
  'M27 39.5q6-.5 10-2.5',
  'M28 39h8',
];

function peg(level) {
  const coat = COATS[level - 1];
  const stern = level > 3;
  return [
    area('M8 70q0-22 24-22t24 22z', coat),
    area('M24 49q8 6 16 0l2 4q-10 7-20 0z', '#fbf8f1'),
    circle(32, 32, 18.5, '#deb887'),
    `<path d="M32 50.5a18.5 18.5 0 0 1-18.5-18.5q4 13 18.5 14t18.5-14A18.5 18.5 0 0 1 32 50.5z" fill="#c99c66"
      opacity=".55"/>`,
    area('M13 28q0-20 19-20t19 20q-19-9-38 0z', coat),
    '<path d="M13 28.5q19-9 38 0" fill="none" stroke="#000" stroke-opacity=".3" stroke-width="4"/>',
    circle(32, 8, 3.5, coat),
    `<path d="M22 15q10-6 20 0M19 20q13-7 26 0" fill="none" stroke="#fff" stroke-opacity=".25"
      stroke-width="1.5"/>`,
    eyes(33, 7, 2.6),
    stern ? stroke('M20.5 26l7.5 2M43.5 26l-7.5 2', 2) : stroke('M21 26.5q3.5-2.5 7-.5M36 26q3.5-2 7 .5', 1.8),
    stroke(MOUTHS[level - 1], 2),
    level === HIGHEST_LEVEL ? ring(39, 33, 6, '#b98020', 1.8) : '',
  ];
}

const half = (left, { drawing }) =>
  `<svg x="${left}" width="32" height="64" viewBox="${left} 0 32 64">${drawing.join('')}</svg>`;

/** Half one face and half another: it becomes whoever you need. */
const shifting = () => ({
  ground: '#e0dcc4',
  drawing: [
    half(0, CHARACTERS.MentorOrangutan),
    half(32, CHARACTERS.ChampionChimp),
    stroke('M32 0v64', 2.5, '#fbf8f1'),
  ],
});

/** The face of an opponent as SVG; one without a face of its own gets that of its level. */
export function face(name, level) {
  const own = name === 'adaptive' ? shifting() : CHARACTERS[name] || CREW[name];
  const { ground, drawing } = own || { ground: '#e6dac4', drawing: peg(level) };
  return `<svg class="face" viewBox="0 0 64 64" aria-hidden="true"><circle cx="32" cy="32" r="32" fill="${ground}"/>
    <g clip-path="circle(32px at 32px 32px) view-box">${drawing.join('')}</g></svg>`;
}

/** A level as a row of marks. */
function pips(level) {
  const marks = Array.from({ length: HIGHEST_LEVEL }, (_, at) => `<i${at < level ? ' class="on"' : ''}></i>`);
  return `<span class="pips" role="img" aria-label="level ${level} of ${HIGHEST_LEVEL}">${marks.join('')}</span>`;
}
