/** Makes a backup, twice a day and when an admin asks, and copies it to the places elsewhere. */
import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { refuse } from '@ramal/contract/api/errors';
import type { Task } from '@ramal/contract/tasks';
import sql from 'sql-template-tag';
import type { AppContext } from '../foundation/app-context.ts';
import type { Caller } from '../foundation/caller.ts';
import type { Job } from '../foundation/jobs.ts';
import { TaskFailure, type TaskKind, serializeTask, startBoundedTask } from '../tasks/tasks.ts';
import { fileNameAt, outdated } from './keep-backups.ts';
import { machineRecipient } from './machine-key.ts';
import { checksumLine, storesOf } from './stores.ts';
import { type SnapshotTarget, type WrittenSnapshot, writeSnapshot } from './write-snapshot.ts';

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
    if (made === 'no-key') throw new TaskFailure('Ainda não há chave para os backups.');
    return `Backup feito: ${made.file}`;
  },
};

/** Twice a day, at 2:00 and 14:00 of São Paulo. Without a key there is nothing to encrypt to; the screen says so. */
export const makeBackups: Job = {
  name: 'make-backup',
  schedule: '0 5,17 * * *',
  work: async (ctx) => {
    if ((await makeBackup(ctx)) === 'no-key') ctx.log.warn('no backup: there is no key yet');
  },
};

type Made = WrittenSnapshot & { readonly file: string };

export async function makeBackup(
  ctx: AppContext,
  onRows?: SnapshotTarget['onRows'],
): Promise<Made | 'no-key'> {
  const key = await ctx.db.first<{ recipient: string }>(sql`select recipient from backup_keys`);
  if (!key) return 'no-key';
  const startedAt = ctx.clock.now();
  const startedMs = performance.now();
  // From the clock of the machine, as the one of the context may stand still.
  const record = async (made: Partial<Made>, failure: string | null) => {
    const finishedAt = new Date(startedAt.getTime() + performance.now() - startedMs);
    await ctx.db.tx((tx) =>
      tx.run(sql`
        insert into backup_runs (started_at, finished_at, file, bytes, rows, failure)
        values (${startedAt}, ${finishedAt}, ${made.file ?? null}, ${made.bytes ?? null},
          ${made.rows ?? null}, ${failure})`),
    );
  };
  try {
    const made = await writeToFolder(ctx, {
      recipients: [key.recipient, await machineRecipient(ctx.secrets)],
      ...(onRows ? { onRows } : {}),
    });
    const refusal = await copyElsewhere(ctx, made);
    await record(made, refusal);
    await deleteOutdated(ctx);
    return made;
  } catch (error) {
    await record({}, reasonOf(error));
    throw error;
  }
}

async function writeToFolder(ctx: AppContext, target: Omit<SnapshotTarget, 'file'>): Promise<Made> {
  const { backupFolder } = ctx.config;
  const name = fileNameAt(ctx.clock.now());
  const file = path.join(backupFolder, name);
  const partial = `${file}.${process.pid}.partial`;
  await mkdir(backupFolder, { recursive: true, mode: 0o700 });
  try {
    const written = await writeSnapshot(ctx, { ...target, file: partial });
    await writeFile(`${file}.sha256`, checksumLine(name, written.sha256), { mode: 0o600 });
    await rename(partial, file);
    return { ...written, file: name };
  } catch (error) {
    await rm(partial, { force: true });
    throw error;
  }
}

/** A place that is away or full keeps nothing from the others. Answers what went wrong, for people. */
async function copyElsewhere(
  { config, log }: AppContext,
  { file, sha256 }: Made,
): Promise<string | null> {
  const refusals: string[] = [];
  for (const store of storesOf(config)) {
    if (store.place === 'local') continue;
    try {
      await store.put(file, path.join(config.backupFolder, file), sha256);
    } catch (error) {
      log.error({ err: error, place: store.place }, 'a backup could not be copied');
      refusals.push(`${placeNames[store.place]}: ${reasonOf(error)}`);
    }
  }
  return refusals.length > 0 ? refusals.join(' ') : null;
}

const placeNames = { remote_1: 'Servidor 1', remote_2: 'Servidor 2' } as const;

async function deleteOutdated({ config, clock, log }: AppContext): Promise<void> {
  for (const store of storesOf(config))
    try {
      const names = (await store.list()).map(({ name }) => name);
      for (const name of outdated(names, config.backupKeep, clock.now())) await store.remove(name);
    } catch (error) {
      log.error({ err: error, place: store.place }, 'outdated backups could not be deleted');
    }
}

export function reasonOf(error: unknown): string {
  const { code, message } = error as { code?: string; message: string };
  if (code === 'ENOSPC') return 'O disco encheu.';
  if (code === 'EACCES' || code === 'EROFS') return 'A pasta dos backups não aceita arquivos.';
  return `Parou no meio: ${message}`;
}
