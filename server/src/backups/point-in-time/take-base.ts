/**
 * Takes a base backup for the chains once a week. Also takes one when a remote store has no chain
 * that can be continued.
 */
import { createReadStream } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { DAY_MS, HOUR_MS } from '@ramal/contract/rules/durations';
import sql from 'sql-template-tag';
import type { AppContext, EmbeddedServer } from '../../foundation/app-context.ts';
import { type Copying, withCopying } from '../../foundation/copying.ts';
import { isInQuarantine } from '../../quarantine/quarantine.ts';
import { backupRecipients } from '../backup-key.ts';
import { recordRun } from '../record-run.ts';
import { installationSigner } from '../signature.ts';
import { isAccessDenied, storeFailureReason } from '../stores/store-failure.ts';
import type { BackupStore } from '../stores/store.ts';
import { writeSealed } from '../write-bundle.ts';
import {
  freeBytes,
  listNames,
  outboxFolder,
  readArchiving,
  spoolFolder,
  switchArchiving,
} from './archiving.ts';
import { type WrittenBase, writeBase } from './base-backup.ts';
import { type ChainedRemote, beginChain, readChainedRemotes } from './chains.sql.ts';
import { walTrailer } from './signed-wal.ts';
import { DELETING_SENT, emptyFolders, tryLock } from './ship-wal.ts';
import {
  BASE_FOLDER,
  WAL_FOLDER,
  baseFile,
  isHistory,
  readBaseFile,
  readWalFile,
  walFile,
} from './wal-names.ts';

/**
 * Day of the week and hour at which a new base is due, just before the weekly drill. A base older
 * than OVERDUE_AGE_MS is renewed at any hour.
 */
const [DUE_DAY, DUE_HOUR_UTC] = [0, 5];
const [DUE_AGE_MS, OVERDUE_AGE_MS] = [6 * DAY_MS, 8 * DAY_MS];
/** Advisory lock: one base is taken at a time. */
const TAKING_BASE = 0x72_61_6d_04;
/**
 * Time in milliseconds before a failed base is retried. The time is long, because a base reads the
 * whole disk.
 */
const RETRY_MS = HOUR_MS;

function isDue({ chain }: ChainedRemote, now: Date): boolean {
  if (!chain) return true;
  const age = now.getTime() - chain.baseEndedAt.getTime();
  const isHour = now.getUTCDay() === DUE_DAY && now.getUTCHours() === DUE_HOUR_UTC;
  return age >= OVERDUE_AGE_MS || (isHour && age >= DUE_AGE_MS);
}

/** Takes a base if one is due. Returns true if one was taken. */
export async function createDueBase(ctx: AppContext): Promise<boolean> {
  const { embedded } = ctx;
  const recipients = embedded && (await backupRecipients(ctx));
  if (!embedded || !recipients || (await isInQuarantine(ctx.db))) return false;
  if (await hasFailedLately(ctx)) return false;
  return withCopying({ url: embedded.ownerUrl }, async (copying) => {
    if (!(await tryLock(copying, TAKING_BASE))) return false;
    const { isPossible, isOn, system } = await readArchiving(copying);
    if (!isPossible) return false;
    const remotes = await readChainedRemotes(ctx, system);
    const due = remotes.filter((remote) => isDue(remote, ctx.clock.now()));
    if (due.length === 0) return false;
    await copying.many(`select pg_advisory_lock(${DELETING_SENT})`);
    await recordRun(ctx, 'base', async () => {
      if (!isOn) await beginArchiving(copying, embedded);
      const isUrgent = due.some(({ chain }) => !chain);
      return takeBase(ctx, { embedded, recipients, due, isUrgent });
    });
    return true;
  });
}

async function hasFailedLately({ db, clock }: AppContext): Promise<boolean> {
  const last = await db.first<{ failure: string | null; finishedAt: Date }>(sql`
    select failure, finished_at from backup_runs
    where kind = 'base' order by id desc limit 1`);
  return Boolean(last?.failure && clock.now().getTime() - last.finishedAt.getTime() < RETRY_MS);
}

const ARCHIVING_TIMEOUT_MS = 60_000;

/**
 * Turns archiving on and waits until a segment was archived. A base is useless without the
 * write-ahead log from its start.
 */
async function beginArchiving(copying: Copying, embedded: EmbeddedServer): Promise<void> {
  await emptyFolders(embedded);
  await switchArchiving(copying, true);
  const late = Date.now() + ARCHIVING_TIMEOUT_MS;
  const folders = [spoolFolder(embedded), outboxFolder(embedded)];
  for (;;) {
    await copying.many(`select pg_logical_emit_message(false, 'ramal', 'archiving')`);
    await copying.many('select pg_switch_wal()');
    await pause(500);
    const names = (await Promise.all(folders.map(listNames))).flat();
    if (names.some((name) => /[0-9A-F]{24}/.test(name))) return;
    if (Date.now() > late) {
      await switchArchiving(copying, false);
      throw new Error('PostgreSQL archives nothing');
    }
  }
}

interface BaseRun {
  readonly embedded: EmbeddedServer;
  readonly recipients: readonly string[];
  readonly due: readonly ChainedRemote[];
  readonly isUrgent: boolean;
}

async function takeBase(
  ctx: AppContext,
  run: BaseRun,
): Promise<{ readonly file: string; readonly bytes: number; readonly failure: string | null }> {
  const { embedded, recipients, due, isUrgent } = run;
  await refuseFullDisk(ctx, embedded);
  const file = path.join(ctx.config.backupFolder, 'base.partial');
  await mkdir(ctx.config.backupFolder, { recursive: true, mode: 0o700 });
  try {
    const base = await writeBase(ctx, embedded, { file, recipients, isUrgent });
    const failures: string[] = [];
    for (const { place, store } of due)
      try {
        await store.put(baseFile(base), file, base.sha256);
        await sendHistories(ctx, run, store, base);
        const chain = {
          place,
          location: store.where,
          system: base.system,
          baseSegment: base.segment,
          baseEndedAt: base.endedAt,
          baseBytes: base.bytes,
        };
        if (await beginChain(ctx, chain, recipients)) await deleteOld(store);
        else failures.push('A chave dos backups foi trocada: a próxima base é para a nova.');
      } catch (error) {
        ctx.log.error({ err: error, place }, 'a base could not be sent');
        failures.push(storeFailureReason(error));
      }
    return {
      file: path.posix.basename(baseFile(base)),
      bytes: base.bytes,
      failure: failures.length > 0 ? failures.join(' ') : null,
    };
  } finally {
    await rm(file, { force: true });
  }
}

/**
 * Refuses if the free space is smaller than the database. This leaves a reserve, because measured
 * bases were smaller than half of their cluster.
 */
async function refuseFullDisk({ db }: AppContext, embedded: EmbeddedServer): Promise<void> {
  const { bytes } = (await db.first<{ bytes: number }>(
    sql`select pg_database_size(current_database()) as bytes`,
  ))!;
  if ((await freeBytes(embedded)) < bytes)
    throw Object.assign(new Error('the disk has too little room for a base'), { code: 'ENOSPC' });
}

/**
 * Sends the histories of all timelines. A restore needs them to choose a timeline number that is
 * not in use.
 */
async function sendHistories(
  { config, secrets }: AppContext,
  { embedded, recipients }: BaseRun,
  store: BackupStore,
  { system }: WrittenBase,
): Promise<void> {
  const folder = path.join(embedded.folder, 'cluster/pg_wal');
  const sentNames = new Set(
    (await store.list(WAL_FOLDER)).map(({ name }) => readWalFile(name)?.name),
  );
  for (const name of (await listNames(folder)).filter(isHistory)) {
    if (sentNames.has(name)) continue;
    const file = path.join(config.backupFolder, `${name}.partial`);
    const history = createReadStream(path.join(folder, name));
    const stored = walFile({ system, name, closedAt: new Date() });
    const trailer = walTrailer(installationSigner(secrets), stored);
    const { sha256 } = await writeSealed({ file, recipients }, history, trailer);
    try {
      await store.put(stored, file, sha256);
    } finally {
      await rm(file);
    }
  }
}

/**
 * Number of bases in a store. With two bases and all segments since the older one, the last one to
 * two weeks can be restored.
 */
const KEPT_BASES = 2;

async function deleteOld(store: BackupStore): Promise<void> {
  const bases = (await store.list(BASE_FOLDER))
    .flatMap(({ name }) => readBaseFile(name) ?? [])
    .toSorted((a, b) => b.endedAt.getTime() - a.endedAt.getTime());
  const [retained, old] = [bases.slice(0, KEPT_BASES), bases.slice(KEPT_BASES)];
  const needs = (system: string, name: string): boolean =>
    retained.some((base) => base.system === system && name >= base.segment);
  const wal = (await store.list(WAL_FOLDER)).flatMap(({ name }) => readWalFile(name) ?? []);
  const unneeded = wal.filter(({ system, name }) => !isHistory(name) && !needs(system, name));
  try {
    // Deletes bases before segments. A base whose segments are missing would look usable.
    await store.remove(old.map(({ file }) => file));
    await store.remove(unneeded.map(({ file }) => file));
  } catch (error) {
    if (!isAccessDenied(error)) throw error;
  }
}
