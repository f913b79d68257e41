/**
 * Lists the entries of a bundle with their checksums. The manifest contains such a list, and a
 * restore accepts no other entries.
 */
import { createHash } from 'node:crypto';
import type { Content } from './bundle-format.ts';
import { BackupError } from './backup-error.ts';

export type EntryList = Record<string, Content>;

export const describeContent = (bytes: Buffer): Content => ({
  bytes: bytes.length,
  sha256: createHash('sha256').update(bytes).digest('hex'),
});

/** Yields the content unchanged, and records its checksum in the list when the content ends. */
export async function* recordEntry(
  entries: EntryList,
  name: string,
  content: AsyncIterable<Buffer>,
): AsyncGenerator<Buffer> {
  if (Object.hasOwn(entries, name)) throw new BackupError('damaged', `${name} is there twice`);
  const hash = createHash('sha256');
  let bytes = 0;
  for await (const part of content) {
    hash.update(part);
    bytes += part.length;
    yield part;
  }
  entries[name] = { bytes, sha256: hash.digest('hex') };
}

/** Throws unless both lists have the same names with the same content. */
export function compareEntries(listed: EntryList, actual: EntryList): void {
  for (const name of Object.keys(actual))
    if (!Object.hasOwn(listed, name))
      throw new BackupError('damaged', `${name} is not in the manifest`);
  for (const [name, { bytes, sha256 }] of Object.entries(listed)) {
    const entry = Object.hasOwn(actual, name) ? actual[name] : undefined;
    if (entry?.bytes !== bytes || entry.sha256 !== sha256)
      throw new BackupError('damaged', `${name} is not what was written`);
  }
}
