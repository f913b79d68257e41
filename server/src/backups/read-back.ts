/**
 * Reads one thirtieth of the remote files each day, so that every file is verified within a month.
 * Files are also encrypted to the machine's key, and age detects every changed byte while
 * decrypting.
 */
import { createHash } from 'node:crypto';
import { DAY_MS } from '@ramal/contract/rules/durations';
import sql from 'sql-template-tag';
import type { AppContext } from '../foundation/app-context.ts';
import type { Job } from '../foundation/jobs.ts';
import { type Identity, decryptWith } from './age-stream.ts';
import { listStoredBackups } from './keep-backups.ts';
import { machineIdentity } from './machine-key.ts';
import { BASE_FOLDER, WAL_FOLDER } from './point-in-time/wal-names.ts';
import { type RemoteStoreId, readRemotes } from './stores/remotes.ts';
import { storeFailureReason } from './stores/store-failure.ts';
import type { BackupStore } from './stores/store.ts';
import { BackupError } from './backup-error.ts';

const DAYS = 30;

/** Reads the files that are due today, and those of earlier days on which the job did not run. */
export async function readBack(ctx: AppContext): Promise<void> {
  const identity = await machineIdentity(ctx.secrets);
  const today = dayOf(ctx.clock.now());
  for (const { place, store } of await readRemotes(ctx)) {
    const last = await lastDay(ctx, place);
    const first = last === undefined ? today : Math.max(last + 1, today - DAYS + 1);
    if (first > today) continue;
    const isDue = (name: string) =>
      Array.from({ length: today - first + 1 }, (_, day) => (first + day) % DAYS).includes(
        readingDay(name),
      );
    await record(ctx, place, await readShare(store, identity, isDue));
  }
}

const dayOf = (at: Date): number => Math.floor(at.getTime() / DAY_MS);

/**
 * Returns the number of the day, from 0 to 29, on which the file is read. The name determines it.
 */
const readingDay = (name: string): number =>
  createHash('sha256').update(name).digest().readUInt32BE() % DAYS;

async function lastDay({ db }: AppContext, place: RemoteStoreId): Promise<number | undefined> {
  const last = await db.first<{ readAt: Date }>(sql`
    select read_at from backup_readings where place = ${place} order by id desc limit 1`);
  return last && dayOf(last.readAt);
}

interface Reading {
  readonly files: number;
  readonly bytes: number;
  readonly failure: string | null;
}

const MAX_NAMED = 3;

async function readShare(
  store: BackupStore,
  identity: Identity,
  isDue: (name: string) => boolean,
): Promise<Reading> {
  let [files, bytes] = [0, 0];
  const damaged: string[] = [];
  try {
    const snapshots = await listStoredBackups(store);
    const others = [...(await store.list(BASE_FOLDER)), ...(await store.list(WAL_FOLDER))];
    for (const { name, size } of [...snapshots, ...others].filter((file) => isDue(file.name))) {
      if (!(await isWhole(store, name, identity))) damaged.push(name);
      files += 1;
      bytes += size;
    }
    const named = damaged.slice(0, MAX_NAMED).join(', ');
    return {
      files,
      bytes,
      failure: damaged.length > 0 ? `${damaged.length} de ${files} danificados: ${named}` : null,
    };
  } catch (error) {
    return { files, bytes, failure: storeFailureReason(error) };
  }
}

async function isWhole(store: BackupStore, name: string, identity: Identity): Promise<boolean> {
  const source = await store.open(name);
  try {
    for await (const part of decryptWith([identity], source)) void part;
    return true;
  } catch (error) {
    if (!(error instanceof BackupError)) throw error;
    // A file for another key belongs to a former installation. This machine cannot check it, so it
    // does not count as damaged.
    return error.kind === 'wrong-key';
  } finally {
    source.destroy();
  }
}

const record = (
  { db, clock }: AppContext,
  place: RemoteStoreId,
  reading: Reading,
): Promise<number> =>
  db.tx((tx) =>
    tx.run(sql`
      insert into backup_readings (place, read_at, files, bytes, failure)
      values (${place}, ${clock.now()}, ${reading.files}, ${reading.bytes}, ${reading.failure})`),
  );

export const readBackBackups: Job = {
  name: 'read-back-backups',
  schedule: '0 9 * * *',
  work: async (ctx) => {
    await readBack(ctx);
  },
};
