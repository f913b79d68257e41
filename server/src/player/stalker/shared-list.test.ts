import { gunzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { zipList } from './shared-list.ts';

it('compresses a long list part by part while other work runs', async () => {
  let turns = 0;
  let isDone = false;
  const countTurns = () => {
    turns += 1;
    if (!isDone) setImmediate(countTurns);
  };
  setImmediate(countTurns);
  const part = JSON.stringify({ name: 'Canal Um', cmds: [{ url: 'ffrt http://localhost/ch/1_' }] });
  const parts = Array.from({ length: 400 }, () => part.repeat(500));
  const { value, bytes } = await zipList(parts);
  isDone = true;
  expect(String(gunzipSync(value.zipped))).toBe(parts.join(''));
  expect(bytes).toBe(value.zipped.length);
  expect(bytes).toBeLessThan(parts.join('').length / 50);
  expect(turns).toBeGreaterThan(20);
});

it('rejects when a part cannot be made', async () => {
  function* broken() {
    yield '[';
    throw new Error('no rows');
  }
  await expect(zipList(broken())).rejects.toThrow('no rows');
});
