/**
 * Stores an uploaded file gzipped in the row of its import or guide, because another process may
 * read it. Reads it in chunks.
 */
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import sql, { raw } from 'sql-template-tag';
import { detectCompression } from '../../foundation/files/unpack.ts';
import type { Reader } from '../../foundation/database.ts';

/** Compresses a file. A file that is already compressed is stored unchanged. */
export async function gzipFile(file: Readable): Promise<Buffer> {
  const bytes = file.iterator();
  const first = await bytes.next();
  if (first.done) return Buffer.alloc(0);
  const head = first.value as Buffer;
  const whole = Readable.from(after(head, bytes));
  if (detectCompression(head)) return buffer(whole);
  const gzip = createGzip({ level: 4 });
  const [stored] = await Promise.all([buffer(gzip), pipeline(whole, gzip)]);
  return stored;
}

async function* after(head: Buffer, rest: AsyncIterableIterator<Buffer>): AsyncGenerator<Buffer> {
  yield head;
  yield* rest;
}

const PIECE_BYTES = 512 * 1024;

/** Yields the file in the column `content` of one row. */
export async function* storedFile(
  reader: Reader,
  table: 'imports' | 'guides',
  id: number,
): AsyncGenerator<Buffer> {
  for (let from = 1; ; from += PIECE_BYTES) {
    const row = await reader.first<{ piece: Buffer | null }>(sql`
      select substring(content from ${from} for ${PIECE_BYTES}) as piece from ${raw(table)} where id = ${id}`);
    if (!row?.piece?.length) return;
    yield row.piece;
  }
}
