/**
 * Reduces the fonts of the panel. The font of each `@font-face` keeps only the characters and
 * weights that the face declares. Every screen waits for its font, and the reduced font has half of
 * the bytes.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import subsetFont from 'subset-font';
import type { Plugin } from 'vite';

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
          const file = await cutFace(face, id, folder);
          cut = cut.replace(
            face,
            face.replace(sourceOf(face), () => file),
          );
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

/** Writes the reduced font of a face. Returns its path relative to the style sheet. */
async function cutFace(face: string, sheet: string, folder: string): Promise<string> {
  const ranges = /unicode-range:\s*([^;]+);/.exec(face)![1]!;
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
  return path.relative(path.dirname(sheet), file);
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
