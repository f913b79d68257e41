/**
 * Lists the files that a phone fetches before the panel is usable, read from the build output. The
 * bench measures their size and an end-to-end journey enforces the limit.
 */
import { readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';

const dist = path.join(import.meta.dirname, 'dist');
const read = (file: string): string => readFileSync(path.join(dist, file), 'utf8');

interface ScreenFiles {
  readonly files: readonly string[];
  readonly screens: Readonly<Record<string, readonly number[]>>;
}

/**
 * Reads the list that early-start.ts wrote: every path of the panel with the files of its screen.
 */
export function readScreenFiles(): ScreenFiles {
  const [written] = /\{"files":\[.*?\]\}\}/s.exec(earlyScript()) ?? [];
  if (!written) throw new Error('the early script holds no files of screens');
  return JSON.parse(written) as ScreenFiles;
}

const earlyScript = (): string => /<script>(.*?)<\/script>/s.exec(read('index.html'))?.[1] ?? '';

const scriptsOf = (page: string): string[] =>
  [...page.matchAll(/<script [^>]*src="\/([^"]+)"/g)].map(([, file]) => file!);

interface FirstLoad {
  /** Size of the scripts, compressed with gzip, in kB. */
  readonly beforeSignIn: number;
  readonly toTheList: number;
}

export function measureFirstLoad(): FirstLoad {
  const { files, screens } = readScreenFiles();
  const beforeSignIn = new Set(scriptsOf(read('index.html')));
  const list = screens['/users-iptv']!.map((index) => files[index]!);
  const toTheList = new Set([...beforeSignIn, ...list.filter((file) => file.endsWith('.js'))]);
  return { beforeSignIn: kilobytes(beforeSignIn), toTheList: kilobytes(toTheList) };
}

const kilobytes = (files: Iterable<string>): number =>
  [...files].reduce(
    (sum, file) => sum + statSync(path.join(dist, `${file}.gz`)).size,
    gzipSync(earlyScript()).length,
  ) / 1_000;

const STATIC_IMPORT = /from"\.\/([\w-]+\.js)"/g;
const ANY_IMPORT = /["'`](?:\.\/|assets\/)([\w-]+\.js)["'`]/g;

/**
 * Returns the scripts that only the panel's page starts with, but that a later part of the
 * customers' page loads. Such a script would start the panel in the place of the player.
 */
export function findPanelScriptsOfPlayer(): string[] {
  const first = withImports(scriptsOf(read('web.html')), STATIC_IMPORT);
  const all = withImports(first, ANY_IMPORT);
  return scriptsOf(read('index.html')).filter((file) => all.has(file) && !first.has(file));
}

function withImports(scripts: Iterable<string>, pattern: RegExp): Set<string> {
  const files = new Set(scripts);
  for (const file of files)
    for (const [, imported] of read(file).matchAll(pattern)) files.add(`assets/${imported!}`);
  return files;
}
