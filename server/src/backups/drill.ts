/**
 * Runs drills: once a week, restores the newest backup on a separate server and checks it. Only a
 * passed drill proves that a backup is usable and shows how long a restore takes.
 */
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { refuse } from '@ramal/contract/api/errors';
import type { BackupStoreName } from '@ramal/contract/operations/backups';
import type { Task } from '@ramal/contract/tasks';
import sql from 'sql-template-tag';
import type { AppContext } from '../foundation/app-context.ts';
import type { Caller } from '../foundation/caller.ts';
import type { Job } from '../foundation/jobs.ts';
import { startEmbedded } from '../foundation/postgres/embedded.ts';
import { type TaskKind, serializeTask, startBoundedTask } from '../tasks/tasks.ts';
import { machineIdentity } from './machine-key.ts';
import { type StoredBackup, listStoredBackups } from './keep-backups.ts';
import { findChainToDrill, prepareChain } from './point-in-time/drill-chain.ts';
import { recover } from './point-in-time/recover.ts';
import { type Answers, toExactBounds, proveRestored } from './prove-restored.ts';
import { restoreSnapshot } from './restore-snapshot.ts';
import { installationSigner } from './signature.ts';
import { openStores } from './stores/remotes.ts';
import { storeFailureReason } from './stores/store-failure.ts';
import type { BackupStore } from './stores/store.ts';
import { ExplainedFailure } from '../foundation/explained-failure.ts';
import { BackupError, type Damage } from './backup-error.ts';

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
    const drilled = await drillAll(ctx, (done, total) =>
      progress.report(done, total, 'Restaurando a cópia'),
    );
    if (drilled.length === 0) throw new ExplainedFailure('Ainda não há cópia para ensaiar.');
    const failed = drilled.find(({ failure }) => failure);
    if (failed) throw new ExplainedFailure(failed.failure!);
    const sum = (count: (drill: Drill) => number) =>
      drilled.reduce((all, item) => all + count(item), 0);
    return `Ensaio: ${sum((item) => item.rightAnswers)} de ${sum((item) => item.questions)} respostas certas`;
  },
};

/** Runs on Sundays at 3:00 in São Paulo. */
export const drillBackups: Job = {
  name: 'drill-backup',
  schedule: '0 6 * * 0',
  work: async (ctx) => {
    for (const { kind, failure } of await drillAll(ctx))
      if (failure) ctx.log.error({ kind, failure }, 'THE BACKUP DRILL FAILED');
  },
};

type DrillKind = 'snapshot' | 'point-in-time';

interface Drill {
  readonly kind: DrillKind;
  readonly questions: number;
  readonly rightAnswers: number;
  readonly failure: string | null;
}

type OnProgress = (done: number, of: number) => Promise<void>;

/** Runs one drill with the write-ahead log, if a chain exists, and one with the newest snapshot. */
async function drillAll(ctx: AppContext, onProgress?: OnProgress): Promise<Drill[]> {
  const drilled = [
    await runDrill(ctx, 'point-in-time', onProgress),
    await runDrill(ctx, 'snapshot', onProgress),
  ];
  return drilled.filter((result) => result !== undefined);
}

/** Backup that a drill restores, and its store. */
interface Rehearsal {
  readonly place: BackupStoreName;
  readonly file: string;
  readonly madeAt: Date;
  /**
   * Seconds until a marker write arrived in the remote store. Null for a snapshot, or if it did not
   * arrive in time.
   */
  readonly sentSeconds: number | null;
  readonly restore: (folder: string) => Promise<Answers>;
}

/**
 * Restores the newest backup of this kind and checks it. Returns undefined if no such backup
 * exists.
 */
export async function runDrill(
  ctx: AppContext,
  kind: DrillKind,
  onProgress?: OnProgress,
): Promise<Drill | undefined> {
  // Allows only one drill at a time. A drill needs much memory and disk, and deletes the folders of
  // other drills.
  return ctx.db.copying(async (copying) => {
    await copying.many(`select pg_advisory_lock(${DRILLING})`);
    const rehearsal = await (kind === 'snapshot' ? prepareSnapshotDrill : prepareChainDrill)(
      ctx,
      onProgress,
    );
    return rehearsal && rehearse(ctx, kind, rehearsal);
  });
}

const DRILLING = 0x72_61_6d_03;

async function rehearse(
  ctx: AppContext,
  kind: DrillKind,
  { place, file, madeAt, sentSeconds, restore }: Rehearsal,
): Promise<Drill> {
  const startedAt = ctx.clock.now();
  const startedMs = performance.now();
  const { questions, wrong } = await inFolder(ctx, restore).catch((error: unknown) => ({
    questions: 0,
    wrong: [damageOf(error)],
  }));
  const finishedAt = new Date(startedAt.getTime() + performance.now() - startedMs);
  const drilled: Drill = {
    kind,
    questions,
    rightAnswers: Math.max(0, questions - wrong.length),
    failure: wrong.length > 0 ? wrong.join(' ') : null,
  };
  await ctx.db.tx((tx) =>
    tx.run(sql`
      insert into backup_drills (kind, started_at, finished_at, place, file, made_at, sent_seconds,
        questions, right_answers, failure)
      values (${kind}, ${startedAt}, ${finishedAt}, ${place}, ${file}, ${madeAt}, ${sentSeconds},
        ${drilled.questions}, ${drilled.rightAnswers}, ${drilled.failure})`),
  );
  return drilled;
}

const FOLDER = 'drill-';

async function inFolder({ config }: AppContext, restore: Rehearsal['restore']): Promise<Answers> {
  const { dataFolder } = config;
  // Deletes the folders of drills that were killed before they could delete them.
  for (const name of await readdir(dataFolder))
    if (name.startsWith(FOLDER)) await rm(path.join(dataFolder, name), { recursive: true });
  const folder = await mkdtemp(path.join(dataFolder, FOLDER));
  try {
    return await restore(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

interface Copy {
  readonly store: BackupStore;
  readonly backup: StoredBackup;
}

/**
 * Returns the newest backup of the first store that has one. Tries remote stores first, because
 * local backups would be lost with the machine.
 */
async function newestCopy(ctx: AppContext): Promise<Copy | undefined> {
  const stores = await openStores(ctx);
  for (const store of [...stores.slice(1), stores[0]!]) {
    const [backup] = await listStoredBackups(store).catch(() => []);
    if (backup) return { store, backup };
  }
  return undefined;
}

async function prepareSnapshotDrill(
  ctx: AppContext,
  onProgress: OnProgress | undefined,
): Promise<Rehearsal | undefined> {
  const copy = await newestCopy(ctx);
  if (!copy) return undefined;
  const { store, backup } = copy;
  const restore = async (folder: string): Promise<Answers> => {
    const server = await startEmbedded({
      folder,
      fsync: false,
      isBackground: true,
      settings: SMALL,
    });
    try {
      const restored = await restoreSnapshot({
        source: await store.open(backup.name),
        identities: [await machineIdentity(ctx.secrets)],
        trusted: [installationSigner(ctx.secrets).publicKey],
        ownerUrl: server.ownerUrl,
        onRows: async (rows) => onProgress?.(rows, rows),
      });
      return await proveRestored({
        ownerUrl: server.ownerUrl,
        secrets: ctx.secrets,
        counts: toExactBounds(restored.counts),
        log: ctx.log,
      });
    } finally {
      await server.stop();
    }
  };
  return {
    place: store.place,
    file: backup.name,
    madeAt: backup.madeAt,
    sentSeconds: null,
    restore,
  };
}

async function prepareChainDrill(
  ctx: AppContext,
  onProgress: OnProgress | undefined,
): Promise<Rehearsal | undefined> {
  const chained = await findChainToDrill(ctx);
  if (!chained) return undefined;
  const { place, store } = chained;
  const prepared = await prepareChain(ctx, chained);
  return {
    place,
    file: prepared.file,
    madeAt: prepared.writtenAt,
    sentSeconds: prepared.sentSeconds,
    restore: async (folder) => {
      if (prepared.sentSeconds === null) return { questions: 0, wrong: [NOT_SENT] };
      const { server } = await recover({
        store,
        identities: [await machineIdentity(ctx.secrets)],
        trusted: [installationSigner(ctx.secrets).publicKey],
        target: { transaction: prepared.transaction },
        folder,
        fsync: false,
        isBackground: true,
        settings: SMALL,
        onSegment: (done, total) => void onProgress?.(done, total).catch(() => undefined),
      });
      try {
        return await proveRestored({
          ownerUrl: server.ownerUrl,
          secrets: ctx.secrets,
          counts: prepared.counts,
          log: ctx.log,
        });
      } finally {
        await server.stop();
      }
    },
  };
}

const NOT_SENT = 'As últimas alterações não chegaram ao lugar a tempo.';

/**
 * Settings of the drill's server. They are small, because it runs on the same machine as the
 * production server.
 */
const SMALL = { shared_buffers: '64MB', max_wal_size: '512MB', max_connections: '20' };

const damages: Readonly<Record<Damage, string>> = {
  'wrong-key': 'A cópia foi feita por outra máquina: a chave mestra desta não a lê.',
  damaged: 'A cópia está danificada.',
  cut: 'A cópia está cortada.',
  newer: 'A cópia é de uma versão mais nova do Ramal.',
  'broken-links': 'Faltam registros na cópia: uma referência não existe.',
  unsigned:
    'A cópia não tem assinatura: foi feita por uma versão antiga, ou não por esta instalação.',
  forged: 'A assinatura da cópia não é desta instalação.',
};

function damageOf(error: unknown): string {
  const kind = error instanceof BackupError ? error.kind : undefined;
  if (kind === 'unreachable-moment') return 'Falta uma parte das alterações no lugar.';
  return kind && Object.hasOwn(damages, kind) ? damages[kind as Damage] : storeFailureReason(error);
}
