import { expect, test } from 'vitest';
import { openCutChannel } from './cut-segments.ts';
import type { Relay } from './relay.ts';

test('rejects waiting viewers when the channel closes before its first picture', async () => {
  const silent: Relay = {
    join: async (signal) =>
      (async function* () {
        await new Promise((resolve) => signal.addEventListener('abort', resolve));
        yield* [];
      })(),
  };
  let endCount = 0;
  const channel = openCutChannel(silent, 1, () => (endCount += 1));
  const waiting = channel.segments();
  channel.stop();
  await expect(waiting).rejects.toThrow('encerrou');
  await new Promise(setImmediate);
  expect(endCount).toBe(1);
});
