import { expect, it, onTestFinished, vi } from 'vitest';
import { releaseStartMemory } from './start-memory.ts';

vi.mock('node:timers/promises', () => ({ setTimeout: () => Promise.resolve() }));

it('the garbage of the start is collected once', async () => {
  const collect = vi.fn<NonNullable<typeof globalThis.gc>>();
  vi.stubGlobal('gc', collect);
  onTestFinished(() => void vi.unstubAllGlobals());
  await releaseStartMemory();
  expect(collect).toHaveBeenCalledExactlyOnceWith(
    expect.objectContaining({ type: 'major', flavor: 'last-resort' }),
  );
});

it('a server without the flag continues', async () => {
  vi.stubGlobal('gc', undefined);
  onTestFinished(() => void vi.unstubAllGlobals());
  await expect(releaseStartMemory()).resolves.toBeUndefined();
});
