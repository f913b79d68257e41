import { Readable } from 'node:stream';
import { gzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { parseEntries } from './list-entries.ts';

/** Yields chunks of the size that files and sockets deliver. */
async function* pieces(bytes: Buffer, size = 64 * 1024): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

async function count(bytes: AsyncIterable<Uint8Array>): Promise<number | string> {
  let entryCount = 0;
  try {
    for await (const some of parseEntries(bytes)) entryCount += some.length;
    return entryCount;
  } catch (error) {
    return (error as Error).message;
  }
}

const entries = (many: number) => Buffer.from(`#EXTM3U\n${'http://a/b\n'.repeat(many)}`);

it('accepts at most 200,000 entries', async () => {
  expect(await count(pieces(entries(200_000)))).toBe(200_000);
  expect(await count(pieces(entries(200_001)))).toBe('A lista tem mais de 200.000 itens.');
});

it('applies the size limit before and after unpacking', async () => {
  const blank = Buffer.alloc(65 * 1024 * 1024, '\n');
  expect(await count(pieces(blank))).toBe('A lista passa de 64 MB.');
  expect(await count(pieces(gzipSync(blank)))).toBe('A lista passa de 64 MB.');
});

it('stops reading an endless list at the limit', async () => {
  let sent = 0;
  async function* endless(): AsyncGenerator<Buffer> {
    yield Buffer.from('#EXTM3U\n');
    for (;;) {
      sent += 1;
      yield Buffer.alloc(1024 * 1024, '#');
    }
  }
  expect(await count(endless())).toBe('A lista passa de 64 MB.');
  expect(sent).toBe(64);
  expect(await count(Readable.from([Buffer.from('<html>'), Buffer.alloc(100)]))).toMatch('página');
});

it('reads the same entries in chunks of any size', async () => {
  const text = Buffer.from(
    '\ufeff#EXTM3U\r\n#EXTINF:-1 group-title="Ação",Olá 😀\r\nhttp://a/ção.ts\r\n',
  );
  const read = async (bytes: AsyncIterable<Uint8Array>) => {
    const entries = [];
    for await (const some of parseEntries(bytes)) entries.push(...some);
    return entries;
  };
  const whole = await read(pieces(text));
  expect(whole).toMatchObject([{ name: 'Olá 😀', category: 'Ação', kind: 'live' }]);
  for (const size of [1, 2, 3, 7]) {
    expect(await read(pieces(text, size))).toEqual(whole);
    expect(await read(pieces(gzipSync(text), size))).toEqual(whole);
  }
});
