// Tests that a byte range of a film may begin anywhere, even where the film contains bytes that
// look like text.
import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import { fetchFilm } from './film-answer.ts';

const letters = 'x264 - core 164 - options: cabac=1 ref=3 deblock=1:0:0 analyse=0x3:0x113 me=hex';

function film(status: number, type: string, range: string | undefined, body: string) {
  const headers = { 'content-type': type, ...(range && { 'content-range': range }) };
  const fetchSource = async () => ({
    status,
    headers,
    url: '',
    body: Readable.from([Buffer.from(body)]),
  });
  return fetchFilm(fetchSource, {
    url: 'http://x.test/1',
    requestHeaders: {},
    container: 'mp4',
    signal: new AbortController().signal,
  });
}

test.each([
  ['bytes 700-778/9000', letters],
  ['bytes 0-1/9000', 'RI'],
])('accepts the range %s of a declared film', async (range, body) => {
  expect((await film(206, 'video/mp4', range, body)).headers['content-type']).toBe('video/mp4');
});

test.each([
  [200, 'video/mp4', undefined, letters],
  [206, 'video/mp4', undefined, letters],
  [206, 'video/mp4', 'bytes 0-78/79', letters],
  [206, 'application/octet-stream', 'bytes 700-778/9000', letters],
  [206, 'text/html', 'bytes 700-778/9000', letters],
  [200, 'video/mp4', undefined, 'nada'],
])('rejects the answer %i %s %s', async (status, type, range, body) => {
  await expect(film(status, type, range, body)).rejects.toThrow('página');
});
