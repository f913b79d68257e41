// Sound of the test channel: four quiet chords and a small bell. The bell sounds when a pulse of
// the picture reaches its leaf. Therefore a viewer notices if sound and picture differ in time.
import { LOOP_SECONDS, PULSES } from './loop-picture.mjs';

const RATE = 48_000;
const SAMPLES = LOOP_SECONDS * RATE;

const CHORDS = [
  [110, 164.81, 196, 261.63],
  [87.31, 130.81, 164.81, 220],
  [130.81, 196, 246.94, 329.63],
  [98, 146.83, 220, 293.66],
];
const CHORD_SECONDS = LOOP_SECONDS / CHORDS.length;
const BELLS = [523.25, 587.33, 659.26, 783.99, 880, 1046.5];

/**
 * Renders one round as interleaved stereo 32-bit floats. Sound that would last past the end
 * continues at the start.
 */
export function playSound() {
  const round = new Float32Array(SAMPLES * 2);
  CHORDS.forEach((chord, n) =>
    chord.forEach((hertz, voice) => addPad(round, n * CHORD_SECONDS, hertz, voice / 3)),
  );
  for (const { leaf, arrivesAt } of PULSES)
    addBell(round, arrivesAt, BELLS[leaf % BELLS.length], 0.3 + 0.4 * ((leaf % 4) / 3));
  return Buffer.from(round.buffer);
}

function addPad(round, startsAt, hertz, pan) {
  const seconds = CHORD_SECONDS + 1.8;
  add(round, {
    startsAt,
    seconds,
    pan,
    voice: (t) => {
      const rise = Math.min(1, t / 1.8, (seconds - t) / 1.8);
      const swell = rise * rise * (3 - 2 * rise);
      const phase = 2 * Math.PI * hertz * t;
      return (
        0.028 * swell * (Math.sin(phase) + Math.sin(phase * 1.003) + 0.3 * Math.sin(phase * 2))
      );
    },
  });
}

function addBell(round, startsAt, hertz, pan) {
  add(round, {
    startsAt,
    seconds: 3,
    pan,
    voice: (t) => {
      const strike = Math.min(1, t / 0.008) * Math.exp(-2.4 * t) * Math.min(1, 3 - t);
      const phase = 2 * Math.PI * hertz * t;
      return 0.07 * strike * (Math.sin(phase) + 0.2 * Math.exp(-4 * t) * Math.sin(phase * 2));
    },
  });
}

function add(round, { startsAt, seconds, pan, voice }) {
  const first = Math.round(startsAt * RATE);
  for (let n = 0; n < seconds * RATE; n++) {
    const value = voice(n / RATE);
    const place = ((first + n) % SAMPLES) * 2;
    round[place] += value * Math.cos((pan * Math.PI) / 2);
    round[place + 1] += value * Math.sin((pan * Math.PI) / 2);
  }
}
