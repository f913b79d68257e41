/**
 * The drill: once a week the newest copy, from elsewhere if there is one, is restored on a server of its
 * own and asked questions. Only a drill that passed proves that there is a backup, and how long it takes.
 */
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { refuse } from '@ramal/contract/api/errors';
import type { Task } from '@ramal/contract/tasks';
import sql from 'sql-template-tag';
import type { AppContext } from '../foundation/app-context.ts';
import type { Caller } from '../foundation/caller.ts';
import type { Job } from '../foundation/jobs.ts';
import { startEmbedded } from '../foundation/postgres/embedded.ts';
import { TaskFailure, type TaskKind, serializeTask, startBoundedTask } from '../tasks/tasks.ts';
import { machineIdentity } from './machine-key.ts';
import { type Answers, proveRestored } from './prove-restored.ts';
import { type Damage, UnusableBackup } from './read-snapshot.ts';
import { restoreSnapshot } from './restore-snapshot.ts';
import { type StoredBackup, backupsIn } from './keep-backups.ts';
import { storesOf } from './stores/remotes.ts';
import type { BackupStore } from './stores/store.ts';
import { reasonOf } from './stores/store-failure.ts';

export async function startDrill(ctx: AppContext, { actor }: Caller): Promise<Task> {
  if (!(await newestCopy(ctx))) refuse('backup_missing');
  const task = await ctx.db.tx((tx) =>
    startBoundedTask(tx, { kind: drillTask.kind, accountId: actor.id, payload: {} }),
  );
  return serializeTask(task);
}

export const drillTask: TaskKind = {
  kind: 'drill-backup',
  work: async (ctx, _payload, progress) => {
    const drilled = await drill(ctx, (rows) => progress.report(rows, rows, 'Restaurando a cópia'));
    if (drilled === 'no-backup') throw new TaskFailure('Ainda não há cópia para ensaiar.');
    if (drilled.failure) throw new TaskFailure(drilled.failure);
    return `Ensaio: ${drilled.rightAnswers} de ${drilled.questions} respostas certas`;
  },
};

/** Sundays at 3:00 of São Paulo. */
export const drillBackups: Job = {
  name: 'drill-backup',
  schedule: '0 6 * * 0',
  work: async (ctx) => {
    const drilled = await drill(ctx);
    if (drilled !== 'no-backup' && drilled.failure)
      ctx.log.error({ failure: drilled.failure }, 'THE BACKUP DRILL FAILED');
  },
};

export interface Drill {
  readonly questions: number;
  readonly rightAnswers: number;
  readonly failure: string | null;
}

export async function drill(
  ctx: AppContext,
  onRows?: (rows: number) => Promise<void>,
): Promise<Drill | 'no-backup'> {
  const chosen = await newestCopy(ctx);
  if (!chosen) return 'no-backup';
  const startedAt = ctx.clock.now();
  const startedMs = performance.now();
  const result = await restoreAside(ctx, chosen, onRows).catch((error: unknown) => ({
    questions: 0,
    wrong: [damageOf(error)],
  }));
  const drilled: Drill = {
    questions: result.questions,
    rightAnswers: Math.max(0, result.questions - result.wrong.length),
    failure: result.wrong.length > 0 ? result.wrong.join(' ') : null,
  };
  const finishedAt = new Date(startedAt.getTime() + performance.now() - startedMs);
  const { store, backup } = chosen;
  await ctx.db.tx((tx) =>
    tx.run(sql`
      insert into backup_drills
        (started_at, finished_at, place, file, made_at, questions, right_answers, failure)
      values (${startedAt}, ${finishedAt}, ${store.place}, ${backup.name}, ${backup.madeAt},
        ${drilled.questions}, ${drilled.rightAnswers}, ${drilled.failure})`),
  );
  return drilled;
}

interface Copy {
  readonly store: BackupStore;
  readonly backup: StoredBackup;
}

/** From elsewhere before from here: what lies here would be lost with the machine. */
async function newestCopy(ctx: AppContext): Promise<Copy | undefined> {
  const stores = await storesOf(ctx);
  for (const store of [...stores.slice(1), stores[0]!]) {
    const [backup] = await backupsIn(store).catch(() => []);
    if (backup) return { store, backup };
  }
  return undefined;
}

const FOLDER = 'drill-';

async function restoreAside(
  ctx: AppContext,
  { store, backup }: Copy,
  onRows: ((rows: number) => Promise<void>) | undefined,
): Promise<Answers> {
  const { dataFolder } = ctx.config;
  // Of a drill that was killed.
  for (const name of await readdir(dataFolder))
    if (name.startsWith(FOLDER)) await rm(path.join(dataFolder, name), { recursive: true });
  const folder = await mkdtemp(path.join(dataFolder, FOLDER));
  const server = await startEmbedded({ folder, fsync: false, settings: SMALL });
  try {
    const restored = await restoreSnapshot({
      source: await store.open(backup.name),
      identities: [await machineIdentity(ctx.secrets)],
      ownerUrl: server.ownerUrl,
      ...(onRows ? { onRows } : {}),
    });
    return await proveRestored({
      ownerUrl: server.ownerUrl,
      secrets: ctx.secrets,
      counts: restored.counts,
      log: ctx.log,
    });
  } finally {
    await server.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

/** It runs beside the server that sells. */
const SMALL = { shared_buffers: '64MB', max_wal_size: '512MB', max_connections: '20' };

const damages: Readonly<Record<Damage, string>> = {
  'wrong-key': 'A cópia foi feita por outra máquina: a chave mestra desta não a lê.',
  damaged: 'A cópia está danificada.',
  cut: 'A cópia está cortada.',
  newer: 'A cópia é de uma versão mais nova do Ramal.',
  'broken-links': 'Faltam registros na cópia: uma referência não existe.',
};

function damageOf(error: unknown): string {
  return error instanceof UnusableBackup ? damages[error.damage] : reasonOf(error);
}
