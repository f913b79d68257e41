/**
 * Previews an action on many lines in one statement. The preview finds the same refusals in the
 * same order as the action on a single line. It is valid only for the moment, so the action checks
 * every line again.
 */
import type { ErrorCode } from '@ramal/contract/api/errors';
import { platforms } from '@ramal/contract/rules/platforms';
import sql, { type Sql, join } from 'sql-template-tag';
import { readBalance } from '../../credits/credits.ts';
import type { Actor } from '../../foundation/caller.ts';
import type { Reader } from '../../foundation/database.ts';
import type { AppContext } from '../../foundation/app-context.ts';
import { readRemainingToday } from '../../limits/limits.ts';
import type { BulkAction } from './bulk-actions.ts';
import { mayCreateTrials } from '../line.ts';
import type { ProductChoice } from '../product.ts';

export interface Forecast {
  readonly total: number;
  readonly doable: number;
  readonly unchanged: number;
  readonly running: number;
  readonly refused: readonly { readonly code: ErrorCode; readonly count: number }[];
  /** Hundredths of a credit. */
  readonly costEach: number;
  readonly balance: number | null;
  readonly enoughFor: number;
  readonly shortOf: 'balance' | 'limit' | null;
}

interface ForecastAction {
  readonly actor: Actor;
  readonly ids: readonly number[];
  readonly action: BulkAction;
  readonly servesTests: boolean;
}

/** Returns the preview. `servesTests` is true if the chosen product serves tests. */
export async function forecastBulk(
  reader: Reader,
  ctx: AppContext,
  { actor, ids, action, servesTests }: ForecastAction,
): Promise<Forecast> {
  const now = ctx.clock.now();
  const rows = await reader.many<ForecastCounts>(
    counting(ids, obstaclesOf(action, { actor, now, servesTests }), isUnchanged(action), now),
  );
  const doable = rows.filter(({ code }) => code === null);
  const sum = (valueOf: (row: ForecastCounts) => number) =>
    doable.reduce((all, row) => all + valueOf(row), 0);
  const counts = {
    total: rows.reduce((all, { count }) => all + count, 0),
    doable: sum(({ count }) => count),
    unchanged: sum(({ same }) => same),
    running: sum(({ running }) => running),
    refused: rows.flatMap(({ code, count }) => (code === null ? [] : [{ code, count }])),
  };
  const costEach = action.act === 'extend' ? action.hundredths : 0;
  const balance = actor.profile === 'admin' ? null : await readBalance(reader, actor.id);
  return {
    ...counts,
    costEach,
    balance,
    ...(await countAffordable(reader, ctx, actor, { costEach, balance, doable: counts.doable })),
  };
}

interface ForecastCounts {
  readonly code: ErrorCode | null;
  readonly count: number;
  readonly same: number;
  readonly running: number;
}

const counting = (
  ids: readonly number[],
  obstacles: readonly Obstacle[],
  same: Sql,
  now: Date,
): Sql => sql`
  select ${firstObstacle(obstacles)} as code, count(*)::int as count,
    count(*) filter (where ${same})::int as same,
    count(*) filter (where not is_trial and expires_at > ${now})::int as running
  from lines where id = any(${ids}::bigint[]) group by 1 order by 2 desc`;

const firstObstacle = (obstacles: readonly Obstacle[]): Sql => {
  if (obstacles.length === 0) return sql`null::text`;
  const whens = obstacles.map(({ code, when }) => sql`when ${when} then ${code}`);
  return sql`case ${join(whens, ' ')} end`;
};

interface Obstacle {
  readonly code: ErrorCode;
  readonly when: Sql;
}

interface ForecastContext {
  readonly actor: Actor;
  readonly now: Date;
  readonly servesTests: boolean;
}

const trial = (code: ErrorCode): Obstacle => ({ code, when: sql`is_trial` });

function obstaclesOf(
  action: BulkAction,
  { actor, now, servesTests }: ForecastContext,
): readonly Obstacle[] {
  const hasExpired: Sql = sql`expires_at <= ${now}`;
  const planForTests = servesTests ? [] : [trial('package_unknown')];
  switch (action.act) {
    case 'extend':
      return [trial('trial_not_renewable')];
    case 'end-of-day':
      return [trial('trial_not_renewable'), { code: 'line_expired', when: hasExpired }];
    case 'plan':
      return planForTests;
    case 'migrate':
      return [
        { code: 'migration_expired', when: hasExpired },
        { code: 'migration_blocked', when: sql`blocked_for_abuse_at is not null` },
        ...(mayCreateTrials(actor, platforms[action.to]) ? [] : [trial('tests_off')]),
        ...planForTests,
      ];
    default:
      return [];
  }
}

/** SQL condition: the action would not change the line. */
function isUnchanged(action: BulkAction): Sql {
  switch (action.act) {
    case 'switch-on':
      return sql`is_on`;
    case 'switch-off':
      return sql`not is_on`;
    case 'end-of-day':
      return sql`expires_at = (date_trunc('day', expires_at at time zone ramal_timezone())
        + interval '23:59') at time zone ramal_timezone()`;
    case 'plan':
      return hasPlan(action.product);
    default:
      return sql`false`;
  }
}

function hasPlan(product: ProductChoice): Sql {
  if ('productId' in product) return sql`product_id = ${product.productId}`;
  return 'packageId' in product ? sql`package_id = ${product.packageId}` : sql`false`;
}

interface Bill {
  readonly costEach: number;
  readonly balance: number | null;
  readonly doable: number;
}

/**
 * Returns the number of lines that the credits cover. Also returns whether the balance or a limit
 * is reached first.
 */
async function countAffordable(
  reader: Reader,
  ctx: AppContext,
  actor: Actor,
  { costEach, balance, doable }: Bill,
): Promise<Pick<Forecast, 'enoughFor' | 'shortOf'>> {
  if (costEach === 0 || balance === null) return { enoughFor: doable, shortOf: null };
  const byBalance = Math.floor(balance / costEach);
  const left = await readRemainingToday(reader, ctx, actor);
  const byLimit = left === null ? Infinity : Math.floor(left / costEach);
  const enoughFor = Math.min(doable, byBalance, byLimit);
  if (enoughFor === doable) return { enoughFor, shortOf: null };
  return { enoughFor, shortOf: byBalance <= byLimit ? 'balance' : 'limit' };
}
