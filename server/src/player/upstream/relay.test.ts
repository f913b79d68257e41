// Tests the relay with a simulated source, which sends the data of the test and counts how often it
// was opened.
import { afterEach, beforeEach, expect, test } from 'vitest';
import { segmentBytes } from '../test-channel/test-channel.ts';
import { type Relay, openRelay } from './relay.ts';
import { MAX_BEHIND_BYTES } from './viewer-queue.ts';

let opened: number;
let closed: number;
let send: (bytes: Buffer | Error) => void;
let noted: string[];
let relay: Relay;
let leaving: AbortController;

beforeEach(() => {
  [opened, closed, noted, leaving] = [0, 0, [], new AbortController()];
  relay = openRelay({
    open: async () => source(),
    answered: () => noted.push('answered'),
    failed: (error) => noted.push((error as Error).message),
    onEnd: () => noted.push('over'),
    pauses: [1],
  });
});
afterEach(() => leaving.abort());

async function* source(): AsyncGenerator<Buffer, void> {
  opened += 1;
  const queue: (Buffer | Error)[] = [];
  let wake = () => {};
  send = (bytes) => {
    queue.push(bytes);
    wake();
  };
  try {
    for (;;) {
      const next = queue.shift();
      if (next instanceof Error) throw next;
      if (next) yield next;
      else await new Promise<void>((resolve) => (wake = resolve));
    }
  } finally {
    closed += 1;
  }
}

const picture = segmentBytes(1_000_000);
const join = async () => {
  const joining = relay.join(leaving.signal);
  await expect.poll(() => opened).toBeGreaterThan(0);
  return joining;
};

test('starts a later viewer at an entry point with its tables', async () => {
  const first = join();
  await expect.poll(() => opened).toBe(1);
  // The data is split in the middle of packets, as on a network.
  for (let at = 0; at < picture.length; at += 1000) send(picture.subarray(at, at + 1000));
  await (await first).next();
  await expect.poll(() => noted).toEqual(['answered']);
  const { value } = await (await relay.join(leaving.signal)).next();
  const pids = [1, 189].map((at) => Number(value?.readUInt16BE(at)) & 0x1fff);
  expect([opened, value?.length, pids[0]]).toEqual([1, 376, 0]);
});

test('disconnects only the viewer that reads too slowly', async () => {
  const [slow, quick] = [join(), join()];
  await expect.poll(() => opened).toBe(1);
  send(picture);
  const [slowOne, quickOne] = [await slow, await quick];
  let bytes = 0;
  for (let sent = 0; sent <= MAX_BEHIND_BYTES + picture.length; sent += picture.length) {
    bytes += (await quickOne.next()).value?.length ?? 0;
    send(picture);
  }
  await expect(slowOne.next()).rejects.toThrow('the viewer reads too slowly');
  expect((await quickOne.next()).value?.length).toBe(picture.length);
  expect(bytes).toBeGreaterThan(MAX_BEHIND_BYTES);
});

test('opens a broken source again and records that it works', async () => {
  const viewing = join();
  await expect.poll(() => opened).toBe(1);
  send(picture);
  const viewer = await viewing;
  await viewer.next();
  send(new Error('dropped'));
  await expect.poll(() => opened).toBe(2);
  send(picture);
  expect((await viewer.next()).value?.length).toBe(picture.length);
  expect(noted).toEqual(['answered', 'dropped', 'answered']);
});

test('reports a source without data after two attempts', async () => {
  const viewing = join();
  const refused = viewing.catch((error: Error) => error.message);
  for (const tries of [1, 2]) {
    await expect.poll(() => opened).toBe(tries);
    await Promise.resolve();
    send(new Error('dropped'));
  }
  expect(await refused).toBe('dropped');
  expect(noted).toEqual(['dropped', 'dropped', 'over']);
});

test('keeps no source open for a viewer that left before joining', async () => {
  leaving.abort();
  await expect(relay.join(leaving.signal)).rejects.toThrow('aborted');
  expect([opened, noted]).toEqual([0, []]);
});

test('closes the source after the last viewer', async () => {
  const viewing = join();
  await expect.poll(() => opened).toBe(1);
  send(picture);
  await viewing;
  leaving.abort();
  send(picture);
  await expect.poll(() => closed).toBe(1);
  expect(noted).toEqual(['answered', 'over']);
});
