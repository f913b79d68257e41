/** Lists the backups in each store and the results of the checks that they can be restored. */
import { refuse } from '@ramal/contract/api/errors';
import type { Download, HandlerResult } from '@ramal/contract/api/endpoint';
import {
  type BackupFile,
  type BackupStoreName,
  type viewBackups,
} from '@ramal/contract/operations/backups';
import { DAY_MS } from '@ramal/contract/rules/durations';
import sql from 'sql-template-tag';
import { recordEvent } from '../events/events.ts';
import type { AppContext } from '../foundation/app-context.ts';
import type { Caller } from '../foundation/caller.ts';
import { formatDateTime, unixSeconds } from '../foundation/clock.ts';
import type { Reader } from '../foundation/database.ts';
import { ProviderError } from '../foundation/provider-error.ts';
import { commandWithArguments } from '../foundation/start/command-line.ts';
import { readLastRestore } from '../quarantine/quarantine.ts';
import { type StoredBackup, isRestorable, listStoredBackups } from './keep-backups.ts';
import { type PointInTime, viewChains } from './point-in-time/view-chains.ts';
import { installationSigner } from './signature.ts';
import {
  type ConfiguredRemote,
  openLocalStore,
  readRemotes,
  openStores,
} from './stores/remotes.ts';
import { storeFailureReason } from './stores/store-failure.ts';

type View = HandlerResult<typeof viewBackups>;

export async function listBackups(ctx: AppContext): Promise<View> {
  const { db, config, clock } = ctx;
  const local: ConfiguredStore = {
    store: openLocalStore(config),
    kind: 'folder',
    lockedDays: null,
  };
  const listings = await Promise.all([local, ...(await readRemotes(ctx))].map(listStore));
  const readings = await readReadings(db);
  const files = (place: BackupStoreName): BackupFile[] =>
    (listings.find(({ set }) => set.store.place === place)?.backups ?? []).map(
      ({ name, size, madeAt, version }) => ({
        name,
        size,
        version,
        restorable: isRestorable(version),
        created: formatDateTime(madeAt, clock.timeZone),
        createdTimestamp: unixSeconds(madeAt),
        type: place,
      }),
    );
  const newest = listings.flatMap(({ backups }) => backups.slice(0, 1));
  const key = await readKey(db);
  const pointInTime = await viewChains(ctx, { remotes: listings.length - 1, hasKey: key !== null });
  return {
    local: files('local'),
    remote1: files('remote_1'),
    remote2: files('remote_2'),
    places: listings.map(({ set, freeBytes, failure }) => ({
      type: set.store.place,
      kind: set.kind,
      where: set.store.where,
      freeBytes,
      failure,
      lockedDays: set.lockedDays,
      fingerprint: set.access?.kind === 'sftp' ? set.access.fingerprint : null,
      reading: readings.get(set.store.place) ?? null,
    })),
    key,
    signatureKey: installationSigner(ctx.secrets).publicKey,
    restoreCommand: commandWithArguments('restore'),
    last: await readLastRun(db),
    lastGoodTimestamp:
      newest.length > 0 ? Math.max(...newest.map(({ madeAt }) => unixSeconds(madeAt))) : null,
    survivesUntilTimestamp: survivesUntil(listings, pointInTime),
    pointInTime,
    drill: await readDecidingDrill(db, pointInTime),
    nextDrillTimestamp: unixSeconds(nextDrill(clock.now())),
    restoredAtTimestamp: await readRestoredAt(db),
  };
}

type ConfiguredStore = Pick<ConfiguredRemote, 'store' | 'kind' | 'lockedDays'> &
  Partial<ConfiguredRemote>;

interface StoreListing {
  readonly set: ConfiguredStore;
  readonly backups: readonly StoredBackup[];
  readonly freeBytes: number | null;
  readonly failure: string | null;
}

/** Maximum time in milliseconds to list one store. A slower store is shown as unavailable. */
const LISTING_TIMEOUT_MS = 10_000;

/**
 * Lists one store. Returns a failure instead of throwing it, so that the other stores are listed
 * even if this one is unavailable.
 */
async function listStore(set: ConfiguredStore): Promise<StoreListing> {
  const late = AbortSignal.timeout(LISTING_TIMEOUT_MS);
  const timeout = new ProviderError('backup-store', 'unavailable', {
    message: 'Não respondeu a tempo.',
  });
  const timedOut = new Promise<never>((_, reject) =>
    late.addEventListener('abort', () => reject(timeout)),
  );
  timedOut.catch(() => undefined);
  const reading = async () => ({
    backups: await listStoredBackups(set.store),
    freeBytes: await set.store.freeBytes(),
  });
  try {
    return { set, ...(await Promise.race([reading(), timedOut])), failure: null };
  } catch (error) {
    return { set, backups: [], freeBytes: null, failure: storeFailureReason(error) };
  }
}

type Readings = Map<BackupStoreName, NonNullable<View['places'][number]['reading']>>;

async function readReadings(db: Reader): Promise<Readings> {
  const rows = await db.many<{
    place: BackupStoreName;
    readAt: Date;
    files: number;
    bytes: number;
    failure: string | null;
  }>(sql`
    select distinct on (place) place, read_at, files, bytes, failure
    from backup_readings order by place, id desc`);
  return new Map(
    rows.map(({ place, readAt, files, bytes, failure }) => [
      place,
      { readAtTimestamp: unixSeconds(readAt), files, bytes, failure },
    ]),
  );
}

async function readKey(db: Reader): Promise<View['key']> {
  const key = await db.first<{
    recipient: string;
    savedAt: Date;
    provenAt: Date | null;
    challenge: string;
  }>(sql`
    select recipient, saved_at, proven_at, challenge from backup_keys`);
  if (!key) return null;
  return {
    recipient: key.recipient,
    savedAtTimestamp: unixSeconds(key.savedAt),
    provenAtTimestamp: key.provenAt && unixSeconds(key.provenAt),
    challenge: key.provenAt ? null : key.challenge,
  };
}

async function readRestoredAt(db: Reader): Promise<View['restoredAtTimestamp']> {
  const restore = await readLastRestore(db);
  return restore ? unixSeconds(restore.restoredAt) : null;
}

const secondsBetween = (from: Date, to: Date): number => (to.getTime() - from.getTime()) / 1000;

async function readLastRun(db: Reader): Promise<View['last']> {
  const last = await db.first<{
    startedAt: Date;
    finishedAt: Date;
    rows: number | null;
    failure: string | null;
  }>(sql`
    select started_at, finished_at, rows, failure
    from backup_runs where kind = 'snapshot' order by id desc limit 1`);
  return last
    ? {
        finishedAtTimestamp: unixSeconds(last.finishedAt),
        seconds: secondsBetween(last.startedAt, last.finishedAt),
        rows: last.rows,
        failure: last.failure,
      }
    : null;
}

/**
 * Returns the time of the newest data in a remote store, which would survive the loss of this
 * machine. Null if no remote store has data.
 */
function survivesUntil(held: readonly StoreListing[], { chains }: PointInTime): number | null {
  const copies = held
    .filter(({ set }) => set.store.place !== 'local')
    .flatMap(({ backups }) => backups.slice(0, 1).map(({ madeAt }) => unixSeconds(madeAt)));
  const reached = chains.flatMap(({ broken, closedTimestamp: closed }) =>
    broken === null && closed !== null ? [closed] : [],
  );
  const moments = [...copies, ...reached];
  return moments.length > 0 ? Math.max(...moments) : null;
}

/**
 * Checks the last drill of each kind that is in use. Returns a failed drill, or otherwise the drill
 * of the kind that a restore would use.
 */
async function readDecidingDrill(db: Reader, { state }: PointInTime): Promise<View['drill']> {
  const drills = await db.many<{
    kind: 'snapshot' | 'point-in-time';
    startedAt: Date;
    finishedAt: Date;
    place: BackupStoreName;
    questions: number;
    rightAnswers: number;
    failure: string | null;
  }>(sql`
    select distinct on (kind) kind, started_at, finished_at, place, questions,
      right_answers, failure
    from backup_drills order by kind, id desc`);
  const expected = state === 'on' ? 'point-in-time' : 'snapshot';
  const counting = drills.filter(({ kind }) => kind === 'snapshot' || kind === expected);
  const drill =
    counting.find(({ failure }) => failure !== null) ??
    counting.find(({ kind }) => kind === expected);
  if (!drill) return null;
  return {
    kind: drill.kind,
    finishedAtTimestamp: unixSeconds(drill.finishedAt),
    seconds: secondsBetween(drill.startedAt, drill.finishedAt),
    place: drill.place,
    questions: drill.questions,
    rightAnswers: drill.rightAnswers,
    failure: drill.failure,
  };
}

const DRILL_HOUR_UTC = 6;

/** Returns the next Sunday at the hour of the drill job. */
function nextDrill(now: Date): Date {
  const at = new Date(now);
  at.setUTCHours(DRILL_HOUR_UTC, 0, 0, 0);
  while (at <= now || at.getUTCDay() !== 0) at.setTime(at.getTime() + DAY_MS);
  return at;
}

/**
 * Searches the listing for the file and returns it. Never uses the name from the request as a path
 * (Q-BACKUPS).
 */
export async function downloadBackup(
  ctx: AppContext,
  caller: Caller,
  requested: { readonly name: string; readonly type: BackupStoreName },
): Promise<Download> {
  const store = (await openStores(ctx)).find(({ place }) => place === requested.type);
  const backups = store ? await listStoredBackups(store).catch(() => []) : [];
  const backup = backups.find(({ name }) => name === requested.name);
  if (!store || !backup) return refuse('backup_not_found');
  await ctx.db.tx((tx) =>
    recordEvent(tx, caller.requestMeta, {
      kind: 'backup-downloaded',
      actorId: caller.actor.id,
      after: { file: backup.name },
    }),
  );
  const content = await store.open(backup.name);
  return { name: backup.name, type: 'application/octet-stream', content };
}
