/**
 * Job that searches every two minutes for lines that several networks watch at once. A line with a
 * finding is suspect until an admin decides. For one day, further sharing extends the same finding
 * without a new event. Each run starts where the previous run ended, even if another process ran
 * it. Source: Q-SUSPECT, K-23.
 */
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@ramal/contract/rules/durations';
import { abuseCriteria } from '@ramal/contract/abuse';
import sql from 'sql-template-tag';
import { recordEvent } from '../events/events.ts';
import { LONG_TIMEOUT, type Tx } from '../foundation/database.ts';
import type { AppContext } from '../foundation/app-context.ts';
import type { Job } from '../foundation/jobs.ts';
import { blockAutomatically, detection } from './block-line.ts';
import { closeFindingsBeforeCte, lockSuspectsCte, insertFindingsCte } from './findings.sql.ts';
import { formatFinding } from './reason-words.ts';
import {
  type CarrierBlock,
  type DetectionWindow,
  type SharedLine,
  carrierBlocks,
  sharingLines,
  watchedOnSeparateNetworks,
} from './sharing.sql.ts';

const WINDOW_MS = abuseCriteria.windowHours * HOUR_MS;
const CARRIER_MS = abuseCriteria.carrierDays * DAY_MS;
/**
 * Maximum delay with which the heartbeats and the ends of viewings are stored. Each run therefore
 * reads this period again.
 */
const LATE_MS = 5 * MINUTE_MS;
/**
 * Number of lines that one statement examines. With more lines, the time of a statement grows
 * faster than the number of lines.
 */
const AT_A_TIME = 100;

export const detectSharing: Job = {
  name: 'detect-sharing',
  schedule: `*/${abuseCriteria.everyMinutes} * * * *`,
  work: async (ctx) => void (await findSharingLines(ctx)),
};

/**
 * Stores the findings and returns the lines that are shared now. These include lines that were
 * already suspect. With automatic blocking, the lines are also blocked.
 */
export async function findSharingLines(ctx: AppContext): Promise<readonly number[]> {
  const now = ctx.clock.now();
  const { lineIds, automatic } = await ctx.db.tx((tx) => examineLines(tx, ctx, now), LONG_TIMEOUT);
  if (automatic) for (const lineId of lineIds) await tryToBlock(ctx, lineId);
  return lineIds;
}

/**
 * Blocks a line. Logs an error instead of throwing it, so that the other lines are still blocked.
 * The next run tries the failed line again only if it detects the sharing again.
 */
async function tryToBlock(ctx: AppContext, lineId: number): Promise<void> {
  try {
    await blockAutomatically(ctx, lineId);
  } catch (error) {
    ctx.log.error({ err: error, line: lineId }, 'a line that is shared could not be blocked');
  }
}

async function examineLines(tx: Tx, ctx: AppContext, now: Date) {
  // This lock lasts until the commit. A second worker waits for it and then finds nothing new.
  const last = await tx.first<{ automatic: boolean; lookedUntil: Date | null }>(sql`
    select automatic, looked_until from abuse_detection for no key update`);
  const { automatic, lookedUntil } = last!;
  const windowFrom = new Date(now.getTime() - WINDOW_MS);
  const lookedFrom = new Date(
    Math.max((lookedUntil?.getTime() ?? 0) - LATE_MS, windowFrom.getTime()),
  );
  const lines = await tx.many<{ id: number }>(watchedOnSeparateNetworks(lookedFrom));
  const carriers = await readCarriers(tx, now);
  const sharing: SharedLine[] = [];
  for (let from = 0; from < lines.length; from += AT_A_TIME) {
    const lineIds = lines.slice(from, from + AT_A_TIME).map(({ id }) => id);
    sharing.push(...(await findSharing(tx, { lineIds, now, windowFrom, carriers })));
  }
  // Locks the lines only after all reads, because the locks last until the commit.
  const lineIds = await storeFindings(tx, ctx, sharing, { now, windowFrom });
  await tx.run(sql`update abuse_detection set looked_until = ${now}`);
  return { lineIds, automatic };
}

async function readCarriers(tx: Tx, now: Date): Promise<readonly CarrierBlock[]> {
  const since = new Date(now.getTime() - CARRIER_MS);
  return tx.many<CarrierBlock>(carrierBlocks(since));
}

/**
 * Selects the shared lines. Nested loops are disabled, because PostgreSQL misestimates the rows of
 * the CTEs and a nested loop over them is slow.
 */
async function findSharing(tx: Tx, what: DetectionWindow): Promise<readonly SharedLine[]> {
  await tx.run(sql`set local enable_nestloop = off`);
  const sharing = await tx.many<SharedLine>(sharingLines(what));
  await tx.run(sql`set local enable_nestloop = on`);
  return sharing;
}

interface Suspect {
  readonly id: number;
  readonly ownerId: number;
  readonly wasSuspect: boolean;
}

/**
 * Stores the findings. Locks lines before findings, in the same order as decisions about a line. A
 * decision that was made in the meantime takes precedence.
 */
async function storeFindings(
  tx: Tx,
  ctx: AppContext,
  sharing: readonly SharedLine[],
  { now, windowFrom }: { readonly now: Date; readonly windowFrom: Date },
): Promise<readonly number[]> {
  if (sharing.length === 0) return [];
  const { timeZone } = ctx.clock;
  const findings = sharing.map((sharedLine) => ({
    ...sharedLine,
    reason: formatFinding(sharedLine, timeZone),
  }));
  const suspects = await tx.many<Suspect>(lockSuspectsCte(findings));
  const suspectById = new Map(suspects.map((suspect) => [suspect.id, suspect]));
  const stored = findings.filter(({ lineId }) => suspectById.has(lineId));
  await tx.run(closeFindingsBeforeCte(windowFrom, [...suspectById.keys()], now));
  await tx.run(insertFindingsCte(stored, now));
  for (const { lineId, reason } of stored) {
    const { ownerId, wasSuspect } = suspectById.get(lineId)!;
    if (wasSuspect) continue;
    await recordEvent(tx, detection, {
      kind: 'line-suspected',
      actorId: null,
      accountId: ownerId,
      lineId,
      after: { reason },
    });
  }
  return [...suspectById.keys()];
}
