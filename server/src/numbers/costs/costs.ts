/**
 * Costs that an account enters. A change applies from the current month: the old row ends with the
 * month before, and a new row follows.
 */
import type { HandlerResult } from '@ramal/contract/api/endpoint';
import { refuse } from '@ramal/contract/api/errors';
import type {
  createCost as createDeclaration,
  deleteCost as deleteDeclaration,
  editCost as editDeclaration,
} from '@ramal/contract/numbers/costs';
import type { PlatformKey } from '@ramal/contract/rules/platforms';
import sql, { type Sql } from 'sql-template-tag';
import { insertEventCte } from '../../events/events.ts';
import type { AppContext } from '../../foundation/app-context.ts';
import { addDays, localDay } from '../../foundation/clock.ts';
import { combineCtes, type Tx } from '../../foundation/database.ts';
import type { Call } from '../../foundation/http/bind.ts';
import { sumMoney } from '../roll-up/sum-accounts.ts';

const MAX_COSTS = 500;

interface Cost {
  readonly id: number;
  readonly name: string;
  readonly kind: string;
  readonly platform: PlatformKey | null;
  readonly cents: number;
  readonly since: string;
  readonly isMonthly: boolean;
  readonly firstMonth: string;
  readonly lastMonth: string | null;
  readonly isCorrection: boolean;
}

export async function createCost(
  ctx: AppContext,
  { actor, body, requestMeta }: Call<typeof createDeclaration>,
): Promise<HandlerResult<typeof createDeclaration>> {
  const { name, kind, cents, platform = null, since } = body;
  const isMonthly = body.repeats === 'monthly';
  const current = currentMonth(ctx);
  const month = `${since.slice(0, 7)}-01`;
  // Earlier months are closed or close soon, so the cost counts from the current month.
  const firstMonth = month < current ? current : month;
  const id = await ctx.db.tx(async (tx) => {
    await lockCosts(tx, actor.id);
    const { count } = (await tx.first<{ count: number }>(
      sql`select count(*) from costs where account_id = ${actor.id}`,
    ))!;
    if (count >= MAX_COSTS) refuse('costs_too_many', { values: { most: MAX_COSTS } });
    const row = await tx.first<{ id: number }>(
      insertCost(actor.id, {
        name,
        kind,
        platform,
        cents,
        since,
        isMonthly,
        firstMonth,
        lastMonth: isMonthly ? null : firstMonth,
        isCorrection: !isMonthly && month < current,
      }),
    );
    await tx.run(
      insertEventCte(requestMeta, {
        kind: 'cost-created',
        actorId: actor.id,
        after: { name, costCents: cents },
      }),
    );
    await recount(ctx, tx, actor.id);
    return row!.id;
  });
  return { message: 'Custo lançado', id };
}

export async function editCost(
  ctx: AppContext,
  { actor, params, body, requestMeta }: Call<typeof editDeclaration>,
): Promise<HandlerResult<typeof editDeclaration>> {
  const { name, kind, cents, platform = null } = body;
  const current = currentMonth(ctx);
  const id = await ctx.db.tx(async (tx) => {
    const cost = await lockCost(tx, actor.id, params.id, current);
    const changed = { name, kind, platform, cents };
    const event = insertEventCte(requestMeta, {
      kind: 'cost-edited',
      actorId: actor.id,
      before: { name: cost.name, costCents: cost.cents },
      after: { name, costCents: cents },
    });
    if (cost.firstMonth >= current) {
      await tx.run(
        combineCtes({
          cost: sql`update costs set name = ${name}, kind = ${kind}, platform = ${platform}, cents = ${cents}
            where id = ${cost.id}`,
          event,
        }),
      );
      await recount(ctx, tx, actor.id);
      return cost.id;
    }
    await tx.run(combineCtes({ cost: endBefore(cost.id, current), event }));
    const row = await tx.first<{ id: number }>(
      insertCost(actor.id, { ...cost, ...changed, firstMonth: current }),
    );
    await tx.run(sql`
      update cost_skips set cost_id = ${row!.id} where cost_id = ${cost.id} and month >= ${current}::date`);
    await recount(ctx, tx, actor.id);
    return row!.id;
  });
  return { message: 'Custo alterado', id };
}

export async function deleteCost(
  ctx: AppContext,
  { actor, params, query, requestMeta }: Call<typeof deleteDeclaration>,
): Promise<HandlerResult<typeof deleteDeclaration>> {
  const current = currentMonth(ctx);
  await ctx.db.tx(async (tx) => {
    const cost = await lockCost(tx, actor.id, params.id, current);
    const isSkip = query.from === 'this-month' && cost.isMonthly;
    await tx.run(
      combineCtes({
        cost: isSkip
          ? sql`insert into cost_skips (cost_id, month) values (${cost.id}, ${current}::date) on conflict do nothing`
          : cost.firstMonth >= current
            ? sql`delete from costs where id = ${cost.id}`
            : endBefore(cost.id, current),
        event: insertEventCte(requestMeta, {
          kind: 'cost-deleted',
          actorId: actor.id,
          before: { name: cost.name, costCents: cost.cents },
        }),
      }),
    );
    await recount(ctx, tx, actor.id);
  });
  return { message: 'Custo excluído' };
}

/** First day of the current month. */
const currentMonth = ({ clock }: AppContext): string =>
  `${localDay(clock.now(), clock.timeZone).slice(0, 7)}-01`;

/** Serialises the changes of an account's costs until the commit. */
const lockCosts = async (tx: Tx, account: number): Promise<void> =>
  void (await tx.run(sql`select pg_advisory_xact_lock(hashtext('costs'), ${account}::int)`));

/** Locks a cost. Refuses one that ended before the current month. */
async function lockCost(tx: Tx, account: number, id: number, current: string): Promise<Cost> {
  await lockCosts(tx, account);
  const cost = await tx.first<Cost>(sql`
    select id, name, kind, platform, cents, to_char(since, 'YYYY-MM-DD') as since, is_monthly,
      to_char(first_month, 'YYYY-MM-DD') as first_month, to_char(last_month, 'YYYY-MM-DD') as last_month, is_correction
    from costs where id = ${id} and account_id = ${account}`);
  if (!cost) return refuse('cost_not_found');
  if (cost.lastMonth !== null && cost.lastMonth < current) refuse('cost_closed');
  return cost;
}

/** Statement: ends a cost with the last month before `month`. */
const endBefore = (id: number, month: string): Sql => sql`
  update costs set last_month = date_trunc('month', ${addDays(month, -1)}::date)::date where id = ${id}`;

const insertCost = (account: number, cost: Omit<Cost, 'id'>): Sql => sql`
  insert into costs (account_id, name, kind, platform, cents, since, is_monthly, first_month, last_month, is_correction)
  values (${account}, ${cost.name}, ${cost.kind}, ${cost.platform}, ${cost.cents}, ${cost.since}::date, ${cost.isMonthly},
    ${cost.firstMonth}::date, ${cost.lastMonth}::date, ${cost.isCorrection})
  returning id`;

async function recount(ctx: AppContext, tx: Tx, account: number): Promise<void> {
  const moment = { now: ctx.clock.now(), timeZone: ctx.clock.timeZone };
  await sumMoney(tx, account, moment);
}
