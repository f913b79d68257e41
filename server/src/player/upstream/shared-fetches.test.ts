import { Readable } from 'node:stream';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterEach, expect, test } from 'vitest';
import { type SharedFetches, createSharedFetches } from './shared-fetches.ts';

const PARTS = 50;
const part = (n: number): Buffer => Buffer.alloc(10_000, n);
const input = (url: string) => ({ url, maxBytes: 10_000_000, type: 'video/mp2t' });

let fetches: SharedFetches;
let buffers: WeakRef<Buffer>[] = [];
afterEach(() => fetches.stop());

function open(maxKeptBytes: number): void {
  buffers = [];
  const body = () =>
    Readable.from(
      (async function* () {
        for (let n = 0; n < PARTS; n += 1) {
          const bytes = part(n);
          buffers.push(new WeakRef(bytes));
          yield bytes;
        }
      })(),
      { highWaterMark: 1 },
    );
  const fetchSource = async (url: string) => ({ status: 200, headers: {}, url, body: body() });
  fetches = createSharedFetches(fetchSource, maxKeptBytes);
}

test('serves a second reader completely from the same fetch', async () => {
  open(10_000_000);
  const first = (await fetches.fetch(input('a'))).read();
  for (let n = 0; n < 20; n += 1) expect((await first.next()).value).toEqual(part(n));
  const read: number[] = [];
  for await (const bytes of (await fetches.fetch(input('a'))).read()) read.push(bytes[0]!);
  expect(read).toEqual(Array.from({ length: PARTS }, (_, n) => n));
  expect(buffers).toHaveLength(PARTS);
});

test('frees the memory of a fetch that exceeds the limit once its reader has left', async () => {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  open(1);
  const fetched = await fetches.fetch(input('a'));
  const reading = fetched.read();
  await reading.next();
  // The limit of stored bytes is checked when the next fetch begins.
  await fetches.fetch(input('b'));
  const before = buffers.length;
  for (let n = 1; n < PARTS; n += 1) expect((await reading.next()).value).toEqual(part(n));
  await new Promise(setImmediate);
  collect();
  const inMemory = buffers
    .slice(0, before + PARTS)
    .filter((buffer) => buffer.deref() !== undefined);
  expect(inMemory.length).toBeLessThan(10);
  await expect(fetched.read().next()).rejects.toThrow('released');
});
