/**
 * Reduces the fonts of the panel. Each `@font-face` becomes two: the characters of Portuguese, and
 * the other Latin characters. Both keep only the weights that the face declares. Every screen waits
 * for its font, and the reduced font has half of the bytes.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import subsetFont from 'subset-font';
import type { Plugin } from 'vite';

/**
 * Characters of Portuguese. A screen waits only for the two files with these characters, of 15 and
 * 11 kB.
 */
const PORTUGUESE =
  'U+20-7E, U+A0, U+AA-AB, U+B0, U+B7, U+BA-BB, U+C0-C3, U+C7, U+C9-CA, U+CD, U+D3-D5, U+DA, ' +
  'U+E0-E3, U+E7, U+E9-EA, U+ED, U+F3-F5, U+FA, U+2013-2014, U+201C-201D, U+2022, U+2026, ' +
  'U+203A, U+2191, U+2193, U+2212';

/** Other Latin characters. Their files load only for a text that contains one. */
const OTHER_LATIN =
  'U+A1-A9, U+AC-AF, U+B1-B6, U+B8-B9, U+BC-BF, U+C4-C6, U+C8, U+CB-CC, U+CE-D2, U+D6-D9, ' +
  'U+DB-DF, U+E4-E6, U+E8, U+EB-EC, U+EE-F2, U+F6-F9, U+FB-FF, U+131, U+152-153, U+2BB-2BC, ' +
  'U+2C6, U+2DA, U+2DC, U+304, U+308, U+329, U+2000-2012, U+2015-201A, U+201E-2021, ' +
  'U+2023-2025, U+2027-2039, U+203B-206F, U+20AC, U+2122, U+2215, U+FEFF, U+FFFD';

const FACE = /@font-face\s*\{[^}]*\}/g;

export const subsetFonts = (): Plugin => {
  let folder = '';
  return {
    name: 'subset-fonts',
    enforce: 'pre',
    configResolved({ cacheDir }) {
      folder = path.join(cacheDir, 'fonts');
    },
    transform: {
      filter: { id: /\/fonts\.css$/ },
      async handler(code, id) {
        let cut = code;
        for (const [face] of code.matchAll(FACE)) {
          const faces = [PORTUGUESE, OTHER_LATIN].map((ranges) =>
            cutFace({ face, ranges }, id, folder),
          );
          cut = cut.replace(face, (await Promise.all(faces)).join('\n'));
        }
        return { code: cut, map: null };
      },
    },
  };
};

/**
 * True for the font file of the body text. Every page loads this file at the start; the other fonts
 * load when a text needs them.
 */
export const isTextFont = (file: string): boolean =>
  /geist-latin-wght-normal-from-20-[^/]*\.woff2$/.test(file);

interface Cut {
  readonly face: string;
  readonly ranges: string;
}

/** Writes the font of a face with the characters of these ranges. Returns the face for that file. */
async function cutFace({ face, ranges }: Cut, sheet: string, folder: string): Promise<string> {
  const [, min, max] = /font-weight:\s*(\d+) (\d+);/.exec(face)!;
  const font = createRequire(sheet).resolve(sourceOf(face));
  const bytes = await subsetFont(readFileSync(font), charactersOf(ranges), {
    targetFormat: 'woff2',
    variationAxes: { wght: { min: Number(min), max: Number(max) } },
  });
  const first = ranges.split('-')[0]!.slice(2).toLowerCase();
  const file = path.join(folder, `${path.basename(font, '.woff2')}-from-${first}.woff2`);
  mkdirSync(folder, { recursive: true });
  writeFileSync(file, bytes);
  return face
    .replace(sourceOf(face), path.relative(path.dirname(sheet), file))
    .replace(/\}$/, `unicode-range: ${ranges}; }`);
}

const sourceOf = (face: string): string => /url\('([^']+)'\)/.exec(face)![1]!;

/** Converts unicode ranges such as `U+20-22,U+A0` to the characters that they contain. */
function charactersOf(ranges: string): string {
  const codes = ranges.split(',').flatMap((range) => {
    const [first, last = first] = range.trim().slice(2).split('-');
    const from = Number.parseInt(first!, 16);
    return Array.from({ length: Number.parseInt(last!, 16) - from + 1 }, (_, at) => from + at);
  });
  return String.fromCodePoint(...codes);
}
