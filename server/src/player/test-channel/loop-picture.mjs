// Picture of the test channel: an animated branch, the brand's mark. Pulses leave the root, and
// each one lights the leaf that it reaches. Every motion repeats after 19.2 s, so the loop has no
// visible start.
export const LOOP_SECONDS = 19.2;
const TRAVEL_SECONDS = 2.4;
const GLOW_SECONDS = 2.6;

// Colours of the panel's dark scheme.
const CANVAS = '#0B0C0F';
const INK = '#EDEEF2';
const INK_2 = '#A8ACB8';
const ACCENT = '#5A66EA';
const BRANCH = ['#8C97FF', '#5A66EA', '#343C7C'];
const ONLINE = '#34D07F';
const STEPS = [
  '#EDEEF2',
  '#E7A52F',
  '#35AFD0',
  '#34D07F',
  '#9BA5FF',
  '#F0555B',
  '#5A66EA',
  '#21242B',
];

const ROOT = { x: 338, y: 180 };
const LEAVES = growBranches();

/** Pulses, two in each segment. Their fixed order never repeats a neighbouring leaf. */
export const PULSES = Array.from({ length: 20 }, (_, n) => ({
  leaf: (n * 7 + 3) % LEAVES.length,
  arrivesAt: (n * 0.96 + TRAVEL_SECONDS) % LOOP_SECONDS,
}));

/** Texts that ffmpeg draws, because SVG text cannot use the panel's compressed font file. */
export const WORDS = [
  { top: 178, size: 23, ink: INK, text: 'Ramal · Canal de teste' },
  { top: 212, size: 14, ink: INK_2, text: 'Se você vê e ouve este canal,' },
  { top: 231, size: 14, ink: INK_2, text: 'a sua linha está funcionando.' },
];

/**
 * Draws the picture at a moment of the loop, without its text, at twice the size of the channel.
 */
export function drawPicture(seconds) {
  return `<svg xmlns="http://www.w3.org/2000/svg" width="1280" height="720" viewBox="0 0 640 360">
<rect width="640" height="360" fill="${CANVAS}"/>
${drawTree()}${PULSES.map((pulse) => drawPulse(pulse, seconds)).join('')}
${drawMark()}${drawSteps()}</svg>`;
}

function growBranches() {
  const leaves = [];
  for (let a = 0; a < 3; a++) {
    const first = { x: 430 + (a % 2) * 10, y: 78 + a * 102 };
    for (let b = 0; b < 2; b++) {
      const second = { x: 512 + ((a + b) % 2) * 12, y: first.y - 26 + b * 52 };
      for (let c = 0; c < 2; c++) {
        const leaf = { x: 590 + ((a * 2 + b + c) % 3) * 7, y: second.y - 12 + c * 24 };
        leaves.push([ROOT, first, second, leaf]);
      }
    }
  }
  return leaves;
}

function drawTree() {
  const drawn = new Set();
  for (const path of LEAVES)
    for (let level = 0; level < 3; level++)
      drawn.add(
        `<path d="${curve(path[level], path[level + 1])}" fill="none" stroke="${BRANCH[level]}" stroke-width="${2.2 - level * 0.5}"/>`,
      );
  for (const path of LEAVES)
    for (let level = 1; level < 4; level++)
      drawn.add(dot(path[level], 5 - level, level === 3 ? BRANCH[1] : INK));
  return [...drawn].join('') + dot(ROOT, 13, '#1C2040') + dot(ROOT, 7, INK);
}

function drawPulse(pulse, seconds) {
  const path = LEAVES[pulse.leaf];
  const leaf = path[3];
  const before = (pulse.arrivesAt - seconds + LOOP_SECONDS) % LOOP_SECONDS;
  const after = (seconds - pulse.arrivesAt + LOOP_SECONDS) % LOOP_SECONDS;
  if (after < GLOW_SECONDS) {
    const left = (1 - after / GLOW_SECONDS) ** 2;
    const halo = dot(leaf, 4 + 7 * (1 - left), ONLINE, 0.35 * left);
    return halo + dot(leaf, 2 + 1.6 * left, ONLINE, left);
  }
  if (before > TRAVEL_SECONDS || before === 0) return '';
  const way = (1 - before / TRAVEL_SECONDS) * 3;
  const level = Math.min(2, Math.floor(way));
  const place = along(path[level], path[level + 1], way - level);
  return dot(place, 7, BRANCH[0], 0.25) + dot(place, 3, '#FFFFFF');
}

/** Draws the panel's mark.svg in the accent colour of the dark scheme. */
function drawMark() {
  return `<g transform="translate(40 110)"><rect width="48" height="48" rx="12" fill="${ACCENT}"/>
<g stroke="#FFFFFF" stroke-width="4.6" stroke-linecap="round" fill="none">
<path d="M16.6 10.6v27"/><path d="M16.6 31v-3.4c0-7.6 14.6-2.6 14.8-13.6"/></g>
<circle cx="31.5" cy="13.6" r="4.5" fill="#FFFFFF"/></g>`;
}

/** Draws a strip of known colours, to check the picture of a television. */
function drawSteps() {
  return STEPS.map(
    (fill, n) => `<rect x="${40 + n * 28}" y="312" width="24" height="8" rx="2" fill="${fill}"/>`,
  ).join('');
}

function curve(from, to) {
  const middle = (from.x + to.x) / 2;
  return `M${from.x} ${from.y}C${middle} ${from.y} ${middle} ${to.y} ${to.x} ${to.y}`;
}

function along(from, to, t) {
  const ease = 3 * t * t - 2 * t * t * t;
  const straight = 1.5 * t * (1 - t) + t * t * t;
  return { x: from.x + (to.x - from.x) * straight, y: from.y + (to.y - from.y) * ease };
}

function dot({ x, y }, radius, fill, opacity = 1) {
  return `<circle cx="${x.toFixed(2)}" cy="${y.toFixed(2)}" r="${radius.toFixed(2)}" fill="${fill}" fill-opacity="${opacity.toFixed(3)}"/>`;
}
