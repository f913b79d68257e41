/**
 * Writes three placeholder brands. Each has a host name that every browser resolves to this
 * machine. Does not overwrite existing files, so an operator can edit brands.json.
 */
import { constants } from 'node:fs';
import { copyFile, mkdir, readdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Config } from '../foundation/config.ts';

const files = path.join(import.meta.dirname, 'brand-files');

/** Brands of the demo with the numbers of their franchises (K-47). */
const brands = [
  { key: 'aurora', name: 'Aurora Play', accent: '#7b2fa0', franchise: 1 },
  { key: 'mare', name: 'Maré TV', accent: '#2747c9', franchise: 3 },
  { key: 'farol', name: 'Farol', accent: '#3f4a63', franchise: 4 },
];

const hostOf = (key: string): string => `${key}.localhost`;

/** Writes the brand files. Returns the host name of each brand. */
export async function seedBrands({ dataFolder, port }: Config): Promise<string[]> {
  const folder = path.join(dataFolder, 'brands');
  await mkdir(folder, { recursive: true });
  for (const name of await readdir(files))
    await unlessThere(
      copyFile(path.join(files, name), path.join(folder, name), constants.COPYFILE_EXCL),
    );
  const written = brands.map(({ key, name, accent, franchise }) => ({
    hosts: [hostOf(key)],
    name,
    title: name,
    favicon: `${key}-mark.svg`,
    logo: `${key}-mark.svg`,
    background: [`${key}-background.svg`],
    accent,
    forceLight: true,
    id_franchise: franchise,
  }));
  const text = `${JSON.stringify(written, undefined, 2)}\n`;
  await unlessThere(writeFile(path.join(dataFolder, 'brands.json'), text, { flag: 'wx' }));
  return [
    'The same panel under a brand of its own:',
    ...brands.map(({ key, name }) => `  ${name.padEnd(12)} http://${hostOf(key)}:${port}`),
  ];
}

async function unlessThere(writing: Promise<void>): Promise<void> {
  try {
    await writing;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
}
