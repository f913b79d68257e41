/** Job that applies the retention rules. */
import { DAY_MS } from '@ramal/contract/rules/durations';
import sql, { type Sql, raw } from 'sql-template-tag';
import type { AppContext } from '../foundation/app-context.ts';
import { localDay } from '../foundation/clock.ts';
import { LONG_TIMEOUT } from '../foundation/database.ts';
import type { Job } from '../foundation/jobs.ts';
import { logDatabaseFailure } from '../foundation/unavailable.ts';
import { type RetentionInterval, type RetentionRule, retentionRules } from './rules.ts';

export const retentionJobs: readonly Job[] = [
  {
    name: 'delete-old-rows',
    schedule: '30 7 * * *',
    work: (ctx) => deleteOldRows(ctx, 'day'),
  },
  {
    name: 'delete-old-rows-hourly',
    schedule: '20 * * * *',
    work: (ctx) => deleteOldRows(ctx, 'hour'),
  },
  {
    name: 'delete-old-rows-often',
    schedule: '*/5 * * * *',
    work: (ctx) => deleteOldRows(ctx, '5 minutes'),
  },
];

/**
 * Applies all rules of the interval. If a rule fails, the others are still applied, and the first
 * error is thrown at the end.
 */
export async function deleteOldRows(ctx: AppContext, interval: RetentionInterval): Promise<void> {
  const failures: unknown[] = [];
  for (const rule of retentionRules[interval]) {
    try {
      await applyRule(ctx, rule);
    } catch (error) {
      logDatabaseFailure(ctx.log, error, `old rows of ${rule.table} could not be deleted`);
      failures.push(error);
    }
  }
  if (failures.length > 0) throw failures[0];
}

async function applyRule(ctx: AppContext, rule: RetentionRule): Promise<void> {
  const statement = statementOf(rule, isDue(ctx, rule));
  let rows: number;
  do {
    // The long timeout is needed, because a shorter retention setting may erase the data of years.
    rows = await ctx.db.tx((tx) => tx.run(statement), LONG_TIMEOUT);
  } while (rows === rule.batch);
}

function statementOf({ table, clears, batch }: RetentionRule, due: Sql): Sql {
  const rows = batch
    ? sql`ctid = any (array(select ctid from ${raw(table)} where ${due} limit ${batch}))`
    : due;
  return clears
    ? sql`update ${raw(table)} set ${clears} where ${rows}`
    : sql`delete from ${raw(table)} where ${rows}`;
}

function isDue({ clock, config }: AppContext, rule: RetentionRule): Sql {
  if (rule.column === undefined) return rule.only;
  const { column, age = 0, isDay, isInclusive, only } = rule;
  const ageMs = age === 'retention' ? config.retentionDays * DAY_MS : age;
  const moment = new Date(clock.now().getTime() - ageMs);
  const isOld = isDay
    ? sql`${raw(column)} < ${localDay(moment, clock.timeZone)}`
    : sql`${raw(column)} ${raw(isInclusive ? '<=' : '<')} ${moment}`;
  return only ? sql`${isOld} and ${only}` : isOld;
}
