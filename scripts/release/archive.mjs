import { createReadStream, createWriteStream, readFileSync, statSync } from 'node:fs';
import { createHash } from 'node:crypto';
import { pipeline } from 'node:stream/promises';
import { constants, createZstdCompress } from 'node:zlib';
import tar from 'tar-stream';

const LEVEL = 12;

/**
 * Writes the entries into a tar.zst, below one folder. Order, owners, times and compression are the
 * same on every machine, so that two builds of a commit are equal.
 */
export async function writeArchive(file, { entries, folder, time }) {
  const pack = tar.pack();
  const compress = createZstdCompress({
    params: {
      [constants.ZSTD_c_compressionLevel]: LEVEL,
      [constants.ZSTD_c_checksumFlag]: 1,
    },
  });
  const written = pipeline(pack, compress, createWriteStream(file));
  await Promise.all([written, packEntries(pack, { entries, folder, time })]);
}

async function packEntries(pack, { entries, folder, time }) {
  const owner = { uid: 0, gid: 0, uname: 'root', gname: 'root', mtime: new Date(time * 1000) };
  await packEntry(pack, { ...owner, name: folder, mode: 0o755, type: 'directory' });
  for (const { path, mode, content, file, link, isFolder } of entries) {
    const header = { ...owner, name: `${folder}/${path}`, mode };
    if (isFolder) await packEntry(pack, { ...header, type: 'directory' });
    else if (link !== undefined)
      await packEntry(pack, { ...header, type: 'symlink', linkname: link });
    else await packEntry(pack, header, content ?? readFileSync(file));
  }
  pack.finalize();
}

const packEntry = (pack, header, content) =>
  new Promise((resolve, reject) => {
    pack.entry(header, content, (error) => (error ? reject(error) : resolve()));
  });

/** Returns a text line of SHA256SUMS. */
export async function checksumLine(file, name) {
  const hash = createHash('sha256');
  await pipeline(createReadStream(file), hash);
  return `${hash.digest('hex')}  ${name}\n`;
}

export const megabytes = (file) => (statSync(file).size / 1e6).toFixed(1);
