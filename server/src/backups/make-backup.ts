/** Makes a backup twice a day and on request of an admin, and copies it to the remote stores. */
import { createHash, randomUUID } from 'node:crypto';
import { mkdir, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { refuse } from '@ramal/contract/api/errors';
import { DAY_MS } from '@ramal/contract/rules/durations';
import type { Task } from '@ramal/contract/tasks';
import sql from 'sql-template-tag';
import type { AppContext } from '../foundation/app-context.ts';
import type { Caller } from '../foundation/caller.ts';
import type { Job } from '../foundation/jobs.ts';
import { type TaskKind, serializeTask, startBoundedTask } from '../tasks/tasks.ts';
import { backupRecipients } from './backup-key.ts';
import { listStoredBackups, backupFileName, findOutdated } from './keep-backups.ts';
import { recordRun } from './record-run.ts';
import { readRemotes, openStores } from './stores/remotes.ts';
import { type BackupStore, checksumLine } from './stores/store.ts';
import { isAccessDenied, storeFailureReason } from './stores/store-failure.ts';
import { type SnapshotTarget, type WrittenSnapshot, writeSnapshot } from './write-snapshot.ts';
import { ExplainedFailure } from '../foundation/explained-failure.ts';

export async function startBackup({ db }: AppContext, { actor }: Caller): Promise<Task> {
  const task = await db.tx(async (tx) => {
    if (!(await tx.first(sql`select 1 as one from backup_keys`))) refuse('backup_key_missing');
    return startBoundedTask(tx, { kind: backupTask.kind, accountId: actor.id, payload: {} });
  });
  return serializeTask(task);
}

export const backupTask: TaskKind = {
  kind: 'make-backup',
  work: async (ctx, _payload, progress) => {
    const made = await makeBackup(ctx, (done, expected) =>
      progress.report(done, expected, 'Copiando os dados'),
    );
    if (made === 'no-key') throw new ExplainedFailure('Ainda não há chave para os backups.');
    return `Backup feito: ${made.file}`;
  },
};

/**
 * Runs twice a day, at 2:00 and 14:00 in São Paulo. Without a key nothing can be encrypted, so the
 * job makes no backup and the screen shows a warning.
 */
export const makeBackups: Job = {
  name: 'make-backup',
  schedule: '0 5,17 * * *',
  work: async (ctx) => {
    if ((await makeBackup(ctx)) === 'no-key') ctx.log.warn('no backup: there is no key yet');
  },
};

type SnapshotFile = WrittenSnapshot & { readonly file: string };

export async function makeBackup(
  ctx: AppContext,
  onRows?: SnapshotTarget['onRows'],
): Promise<SnapshotFile | 'no-key'> {
  const recipients = await backupRecipients(ctx);
  if (!recipients) return 'no-key';
  const made = await recordRun(ctx, 'snapshot', async () => {
    const written = await writeToFolder(ctx, { recipients, ...(onRows ? { onRows } : {}) });
    return { ...written, failure: await copyElsewhere(ctx, written) };
  });
  await deleteOutdated(ctx);
  return made;
}

async function writeToFolder(
  ctx: AppContext,
  target: Omit<SnapshotTarget, 'file'>,
): Promise<SnapshotFile> {
  const { backupFolder } = ctx.config;
  const at = ctx.clock.now();
  const partial = path.join(backupFolder, `${backupFileName(at)}.${randomUUID()}.partial`);
  await mkdir(backupFolder, { recursive: true, mode: 0o700 });
  await deleteUnfinished(backupFolder, at);
  try {
    const written = await writeSnapshot(ctx, { ...target, file: partial });
    return { ...written, file: await assignName(partial, backupFolder, at, written.sha256) };
  } catch (error) {
    await rm(partial, { force: true });
    throw error;
  }
}

/**
 * Deletes partial files that are older than a day. No backup takes a day, so the processes that
 * wrote them were killed.
 */
async function deleteUnfinished(folder: string, now: Date): Promise<void> {
  for (const name of await readdir(folder)) {
    if (!/^ramal-.*\.partial$/.test(name)) continue;
    const file = path.join(folder, name);
    const { mtimeMs } = await stat(file).catch(() => ({ mtimeMs: Infinity }));
    if (mtimeMs < now.getTime() - DAY_MS) await rm(file, { force: true });
  }
}

async function assignName(
  partial: string,
  folder: string,
  at: Date,
  sha256: string,
): Promise<string> {
  const name = await reserveName(folder, at, sha256);
  const file = path.join(folder, name);
  try {
    await rename(partial, file);
  } catch (error) {
    await rm(`${file}.sha256`, { force: true });
    throw error;
  }
  return name;
}

/**
 * Reserves a file name by creating the checksum file. If another backup already uses the name,
 * tries the name of the next second.
 */
async function reserveName(folder: string, at: Date, sha256: string): Promise<string> {
  const name = backupFileName(at);
  const options = { mode: 0o600, flag: 'wx' };
  try {
    await writeFile(path.join(folder, `${name}.sha256`), checksumLine(name, sha256), options);
    return name;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    return reserveName(folder, new Date(at.getTime() + 1_000), sha256);
  }
}

/**
 * Copies the backup to every remote store. Continues with the other stores if one is unavailable or
 * full. Returns the failures as text for people.
 */
async function copyElsewhere(ctx: AppContext, made: SnapshotFile): Promise<string | null> {
  const refusals: string[] = [];
  for (const { place, store } of await readRemotes(ctx)) {
    try {
      await copyTo(store, ctx.config.backupFolder, made);
    } catch (error) {
      ctx.log.error({ err: error, place }, 'a backup could not be copied');
      refusals.push(`${remoteStoreNames[place]}: ${storeFailureReason(error)}`);
    }
  }
  return refusals.length > 0 ? refusals.join(' ') : null;
}

/**
 * Copies the checksum and then the backup. If the copy stops between them, a checksum without its
 * backup is harmless. A backup without its checksum could not be verified.
 */
async function copyTo(
  store: BackupStore,
  from: string,
  { file, sha256 }: SnapshotFile,
): Promise<void> {
  const checksum = `${file}.sha256`;
  const line = createHash('sha256').update(checksumLine(file, sha256)).digest('hex');
  await store.put(checksum, path.join(from, checksum), line);
  await store.put(file, path.join(from, file), sha256);
}

export const remoteStoreNames = { remote_1: 'Servidor 1', remote_2: 'Servidor 2' } as const;

async function deleteOutdated(ctx: AppContext): Promise<void> {
  const { config, clock, log } = ctx;
  for (const store of await openStores(ctx))
    try {
      const names = (await listStoredBackups(store)).map(({ name }) => name);
      for (const name of findOutdated(names, config.backupKeep, clock.now()))
        await store.remove([name, `${name}.sha256`]);
    } catch (error) {
      // If the store forbids deletion, its own rules remove old backups.
      if (!isAccessDenied(error))
        log.error({ err: error, place: store.place }, 'outdated backups could not be deleted');
    }
}
