/**
 * Reads the release in use, the upgrade to this release, and the changes that a rollback removes.
 */
import { refuse } from '@ramal/contract/api/errors';
import type { HandlerResult } from '@ramal/contract/api/endpoint';
import type {
  listUpgrades as listDeclaration,
  viewRollback as rollbackDeclaration,
  viewVersion as versionDeclaration,
} from '@ramal/contract/operations/nodes';
import { version } from '@ramal/contract/version';
import sql, { type Sql } from 'sql-template-tag';
import { titleOf } from '../activity-log/activity-log.ts';
import type { AppContext } from '../foundation/app-context.ts';
import { unixSeconds } from '../foundation/clock.ts';
import type { Reader } from '../foundation/database.ts';
import { commandLine } from '../foundation/start/command-line.ts';
import { readReleases } from './changelog.ts';

type View = HandlerResult<typeof versionDeclaration>;

/** Counting stops here, so that the screen of a large installation stays fast. */
const MAX_COUNTED = 10_000;

export async function viewVersion(ctx: AppContext): Promise<View> {
  const upgrade = await readUpgrade(ctx.db);
  return {
    version,
    sinceTimestamp: unixSeconds(upgrade?.finishedAt ?? (await readFirstStart(ctx))),
    upgrade: upgrade
      ? {
          fromVersion: upgrade.fromVersion,
          seconds: secondsOf(upgrade),
          copy: hasCopy(upgrade) ? await viewCopy(ctx, upgrade) : null,
        }
      : null,
    news: (await readReleases()).find((release) => release.version === version) ?? null,
  };
}

interface UpgradeRow {
  readonly fromVersion: string | null;
  readonly startedAt: Date;
  readonly finishedAt: Date;
  readonly copyTakenAt: Date | null;
  readonly copyBytes: number | null;
  readonly copyExpiresAt: Date | null;
  readonly copyLastEventId: number | null;
  readonly copyMissingEventIds: number[] | null;
}

type UpgradeWithCopy = { readonly [Field in keyof UpgradeRow]: NonNullable<UpgradeRow[Field]> };

/** True if the upgrade has a copy. The schema requires all columns of the copy or none. */
const hasCopy = (row: UpgradeRow): row is UpgradeRow & Omit<UpgradeWithCopy, 'fromVersion'> =>
  row.copyTakenAt !== null;

/**
 * Reads the upgrade to this release. Undefined if the release did not change the schema, or if the
 * installation began with it.
 */
const readUpgrade = (reader: Reader): Promise<UpgradeRow | undefined> =>
  reader.first<UpgradeRow>(sql`
    select from_version, started_at, finished_at, copy_taken_at, copy_bytes, copy_expires_at,
      copy_last_event_id, copy_missing_event_ids
    from upgrades where to_version = ${version} order by id desc limit 1`);

async function readFirstStart({ db, clock }: AppContext): Promise<Date> {
  const row = await db.first<{ firstStartedAt: Date }>(
    sql`select first_started_at from versions where version = ${version}`,
  );
  return row?.firstStartedAt ?? clock.now();
}

const secondsOf = ({ startedAt, finishedAt }: Pick<UpgradeRow, 'startedAt' | 'finishedAt'>) =>
  Math.max(1, Math.round((finishedAt.getTime() - startedAt.getTime()) / 1000));

type Copy = NonNullable<NonNullable<View['upgrade']>['copy']>;
type CopiedUpgrade = UpgradeRow & Omit<UpgradeWithCopy, 'fromVersion'>;

async function viewCopy({ db, clock }: AppContext, upgrade: CopiedUpgrade): Promise<Copy> {
  const isExpired = upgrade.copyExpiresAt <= clock.now();
  const counted = isExpired
    ? 0
    : (await db.first<{ count: number }>(sql`
        select count(*)::int as count from (
          ${changesSince(upgrade)} limit ${MAX_COUNTED + 1}) changes`))!.count;
  return {
    takenAtTimestamp: unixSeconds(upgrade.copyTakenAt),
    bytes: upgrade.copyBytes,
    expiresAtTimestamp: unixSeconds(upgrade.copyExpiresAt),
    isExpired,
    changes: Math.min(counted, MAX_COUNTED),
    hasMoreChanges: counted > MAX_COUNTED,
  };
}

/** Selects the events after the copy, and older ones whose transactions were open at that time. */
const changesSince = ({ copyLastEventId, copyMissingEventIds }: CopiedUpgrade): Sql => sql`
  select kind from events
  where id > ${copyLastEventId} or id = any(${copyMissingEventIds}::bigint[])`;

export async function viewRollback({
  db,
  clock,
}: AppContext): Promise<HandlerResult<typeof rollbackDeclaration>> {
  const upgrade = await readUpgrade(db);
  if (!upgrade || !hasCopy(upgrade) || upgrade.copyExpiresAt <= clock.now())
    return refuse('upgrade_copy_missing');
  const rows = await db.many<{ kind: string; count: number }>(sql`
    select kind, count(*)::int as count from (${changesSince(upgrade)}) changes
    group by kind order by count desc, kind`);
  return {
    fromVersion: upgrade.fromVersion,
    command: commandLine('rollback'),
    changes: rows.map(({ kind, count }) => ({ title: titleOf(kind), count })),
  };
}

export async function listUpgrades(reader: Reader): Promise<HandlerResult<typeof listDeclaration>> {
  const rows = await reader.many<
    Pick<UpgradeRow, 'fromVersion' | 'startedAt' | 'finishedAt' | 'copyBytes'> & {
      readonly id: number;
      readonly toVersion: string;
    }
  >(sql`
    select id, from_version, to_version, started_at, finished_at, copy_bytes
    from upgrades order by id desc limit 100`);
  return {
    data: rows.map(({ startedAt, finishedAt, ...row }) => ({
      ...row,
      finishedAtTimestamp: unixSeconds(finishedAt),
      seconds: secondsOf({ startedAt, finishedAt }),
    })),
  };
}
