import { expect, it } from 'vitest';
import { createLoadMeter } from './load-meter.ts';

it('counts the requests and jobs of the last minute with the mean time of an answer', () => {
  let now = 0;
  const meter = createLoadMeter(() => now);
  expect(meter.read()).toEqual({ requests: 0, answerMs: null, screens: 0, jobs: 0 });
  meter.countRequest(10);
  meter.countJob();
  now = 30_000;
  meter.countRequest(31);
  expect(meter.read()).toMatchObject({ requests: 2, answerMs: 21, jobs: 1 });
  now = 60_000;
  expect(meter.read()).toMatchObject({ requests: 1, answerMs: 31, jobs: 0 });
  now = 90_000;
  expect(meter.read()).toMatchObject({ requests: 0, answerMs: null });
});

it('counts each viewing once, until it ends or has no heartbeat', () => {
  let now = 0;
  const meter = createLoadMeter(() => now);
  for (const id of ['a', 'b', 'c', 'b']) meter.noteScreen(id);
  expect(meter.read().screens).toBe(3);
  meter.endScreen('a');
  now = 40_000;
  meter.noteScreen('c');
  expect(meter.read().screens).toBe(2);
  now = 50_000;
  expect(meter.read().screens).toBe(1);
});
