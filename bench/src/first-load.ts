/**
 * Compressed sizes of the scripts that a phone fetches before sign-in and until its first list. Static
 * imports are followed from the page; the chunks of a screen are recognised by their file names.
 */
import { readdirSync } from 'node:fs';
import http from 'node:http';
import path from 'node:path';
import type { ServerProcess } from './server.ts';
import { formatFact } from './table.ts';

const assets = path.resolve(import.meta.dirname, '../../panel/dist/assets');

/** Chunks that are fetched on the way from the sign-in to the list of lines. */
const TO_THE_LIST = [/^SignedIn-/, /^iptv-list-screens-/];

export async function measureFirstLoad({ port }: Pick<ServerProcess, 'port'>): Promise<string[]> {
  const get = (url: string): Promise<{ bytes: number; text: string }> => fetchOver(port, url);
  const page = await get('/login');
  const start = [...page.text.matchAll(/(?:src|href)="(\/assets\/[^"]+\.js)"/g)].map(
    ([, url]) => url!,
  );
  const seen = new Map<string, number>();
  await follow(start, seen, get);
  const before = sum(seen);
  const later = readdirSync(assets)
    .filter((name) => name.endsWith('.js') && TO_THE_LIST.some((part) => part.test(name)))
    .map((name) => `/assets/${name}`);
  await follow(later, seen, get);
  const limit = (most: number) => ({ limit: most, unit: 'kB' });
  return [
    formatFact('panel, scripts before sign-in, gzip (kB)', before / 1000, limit(200)),
    formatFact('panel, scripts to the first list, gzip (kB)', sum(seen) / 1000, limit(300)),
  ];
}

const sum = (sizes: ReadonlyMap<string, number>): number =>
  [...sizes.values()].reduce((all, size) => all + size, 0);

async function follow(
  urls: readonly string[],
  seen: Map<string, number>,
  get: (url: string) => Promise<{ bytes: number; text: string }>,
): Promise<void> {
  for (const url of urls) {
    if (seen.has(url)) continue;
    const { bytes, text } = await get(url);
    seen.set(url, bytes);
    // Static imports only; a dynamic import has parentheses.
    const imported = [...text.matchAll(/(?:from|import)\s*"(\.\/[^"]+\.js)"/g)].map(
      ([, file]) => `/assets/${file!.slice(2)}`,
    );
    await follow(imported, seen, get);
  }
}

/** The number of compressed bytes, and the text itself. */
async function fetchOver(port: number, url: string): Promise<{ bytes: number; text: string }> {
  const text = await (
    await fetch(`http://127.0.0.1:${port}${url}`, { headers: { 'accept-encoding': 'identity' } })
  ).text();
  const bytes = await new Promise<number>((resolve, reject) => {
    http
      .get(
        { host: '127.0.0.1', port, path: url, headers: { 'accept-encoding': 'gzip' } },
        (answer) => {
          let size = 0;
          answer.on('data', (part: Buffer) => (size += part.length));
          answer.on('end', () => resolve(size));
          answer.on('error', reject);
        },
      )
      .on('error', reject);
  });
  return { bytes, text };
}
