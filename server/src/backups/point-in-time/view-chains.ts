/**
 * Reports the state of point-in-time recovery. While the write-ahead log is copied, lists the range
 * of times that each backup store covers.
 */
import type { HandlerResult } from '@ramal/contract/api/endpoint';
import type { viewBackups } from '@ramal/contract/operations/backups';
import sql from 'sql-template-tag';
import type { AppContext } from '../../foundation/app-context.ts';
import { unixSeconds } from '../../foundation/clock.ts';
import { withCopying } from '../../foundation/copying.ts';
import { isInQuarantine } from '../../quarantine/quarantine.ts';
import { readArchiving } from './archiving.ts';
import { readChains } from './chains.sql.ts';

export type PointInTime = HandlerResult<typeof viewBackups>['pointInTime'];

export async function viewChains(
  ctx: AppContext,
  { remotes, hasKey }: { readonly remotes: number; readonly hasKey: boolean },
): Promise<PointInTime> {
  const state = await stateOf(ctx, remotes > 0 && hasKey);
  const chains = state === 'on' ? await readChains(ctx.db) : [];
  return {
    state,
    chains: chains.map((chain) => ({
      type: chain.place,
      baseTimestamp: unixSeconds(chain.baseEndedAt),
      closedTimestamp: chain.closedAt && unixSeconds(chain.closedAt),
      failure: chain.failure,
      broken: chain.brokenReason,
    })),
    baseFailure: state === 'on' ? await lastBaseFailure(ctx) : null,
  };
}

async function stateOf(ctx: AppContext, isSet: boolean): Promise<PointInTime['state']> {
  if (!ctx.embedded) return 'own-database';
  if (!isSet) return 'off';
  if (await isInQuarantine(ctx.db)) return 'held';
  const { isPossible } = await withCopying({ url: ctx.embedded.ownerUrl }, readArchiving);
  return isPossible ? 'on' : 'restart';
}

async function lastBaseFailure({ db }: AppContext): Promise<string | null> {
  const last = await db.first<{ failure: string | null }>(
    sql`select failure from backup_runs where kind = 'base' order by id desc limit 1`,
  );
  return last?.failure ?? null;
}
