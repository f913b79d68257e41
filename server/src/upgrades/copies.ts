/**
 * Copies that are taken before an upgrade, in `upgrades` of the data folder. Each has a folder with
 * `copy.json` and either the files of the cluster or a snapshot. A copy is kept for a week, or
 * until the next one is complete.
 */
import { existsSync } from 'node:fs';
import { mkdir, readFile, readdir, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { DAY_MS } from '@ramal/contract/rules/durations';
import { z } from 'zod';
import { formatStamp } from '../backups/backups.ts';

const COPY_DAYS = 7;
const PARTIAL = '.partial';

const copySchema = z.object({
  kind: z.enum(['cluster', 'snapshot']),
  takenAt: z.coerce.date(),
  expiresAt: z.coerce.date(),
  bytes: z.int().positive(),
  fromVersion: z.string().nullable(),
  toVersion: z.string(),
  /**
   * Newest event in the copy. `missingEventIds` are older ids whose transactions were not committed
   * at that time.
   */
  lastEventId: z.int(),
  missingEventIds: z.array(z.int()),
});
export type UpgradeCopy = z.output<typeof copySchema>;

export type StoredCopy = UpgradeCopy & { readonly folder: string };

export const copiesFolder = (dataFolder: string): string => path.join(dataFolder, 'upgrades');
export const clusterFolder = (copy: Pick<StoredCopy, 'folder'>): string =>
  path.join(copy.folder, 'postgres');
export const snapshotFile = (copy: Pick<StoredCopy, 'folder'>): string =>
  path.join(copy.folder, 'snapshot.tar.zst.age');

type Content = Omit<UpgradeCopy, 'takenAt' | 'expiresAt'>;

/**
 * Takes a copy in a folder with a temporary name. The folder gets its final name when the copy is
 * complete. Deletes the former copies.
 */
export async function storeCopy(
  dataFolder: string,
  name: string,
  take: (folder: string) => Promise<Content>,
): Promise<StoredCopy> {
  const takenAt = new Date();
  const folder = path.join(copiesFolder(dataFolder), `${formatStamp(takenAt)}-${name}`);
  const partial = `${folder}${PARTIAL}`;
  await mkdir(partial, { recursive: true, mode: 0o700 });
  try {
    const content = await take(partial);
    const copy = {
      ...content,
      takenAt,
      expiresAt: new Date(takenAt.getTime() + COPY_DAYS * DAY_MS),
    };
    await writeFile(path.join(partial, 'copy.json'), JSON.stringify(copy, null, 2), {
      mode: 0o600,
      flush: true,
    });
    await rename(partial, folder);
    await deleteCopies(dataFolder, (stored) => stored.folder !== folder);
    return { ...copy, folder };
  } catch (error) {
    await rm(partial, { recursive: true, force: true });
    throw error;
  }
}

/** Lists the complete copies, newest first. */
export async function listCopies(dataFolder: string): Promise<StoredCopy[]> {
  const root = copiesFolder(dataFolder);
  if (!existsSync(root)) return [];
  const copies: StoredCopy[] = [];
  for (const name of (await readdir(root)).toSorted().toReversed()) {
    const folder = path.join(root, name);
    const text = await readFile(path.join(folder, 'copy.json'), 'utf8').catch(() => undefined);
    if (text === undefined || name.endsWith(PARTIAL)) continue;
    copies.push({ ...copySchema.parse(JSON.parse(text)), folder });
  }
  return copies;
}

/** Deletes expired copies, and partial ones of processes that were killed. */
export async function deleteExpiredCopies(dataFolder: string, now: Date): Promise<void> {
  await deleteCopies(dataFolder, ({ expiresAt }) => expiresAt < now);
  const root = copiesFolder(dataFolder);
  if (!existsSync(root)) return;
  const yesterday = formatStamp(new Date(now.getTime() - DAY_MS));
  for (const name of await readdir(root))
    if (name.endsWith(PARTIAL) && name < yesterday)
      await rm(path.join(root, name), { recursive: true, force: true });
}

async function deleteCopies(
  dataFolder: string,
  isOutdated: (copy: StoredCopy) => boolean,
): Promise<void> {
  for (const copy of await listCopies(dataFolder))
    if (isOutdated(copy)) await rm(copy.folder, { recursive: true, force: true });
}
