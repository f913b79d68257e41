/**
 * Compresses the files of the build once at the highest level, so that the server need not compress
 * them.
 */
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';
import type { Plugin } from 'vite';

const smaller = /\.(js|css|html|svg)$/;
const pressBrotli = promisify(brotliCompress);
const pressGzip = promisify(gzip);

export const compressFiles = (): Plugin => ({
  name: 'compress-files',
  apply: 'build',
  writeBundle: async ({ dir = '' }, bundle) => {
    await Promise.all(
      Object.keys(bundle)
        .filter((name) => smaller.test(name))
        .map(async (name) => {
          const file = path.join(dir, name);
          const content = await readFile(file);
          await writeFile(`${file}.br`, await pressBrotli(content));
          await writeFile(`${file}.gz`, await pressGzip(content, { level: 9 }));
        }),
    );
  },
});
