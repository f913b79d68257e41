/** Marks the current period of a line as paid or unpaid, and sets the price of a line. */
import { refuse } from '@ramal/contract/api/errors';
import sql from 'sql-template-tag';
import { insertEventCte } from '../events/events.ts';
import type { AppContext } from '../foundation/app-context.ts';
import type { Caller } from '../foundation/caller.ts';
import { combineCtes, type Tx } from '../foundation/database.ts';
import { type UndoableAct, undoStepCtes } from '../undo/undo.ts';

interface LinePrice {
  readonly cents: number | null;
  readonly period: number | null;
}

/**
 * Locks the line and returns its price. If two calls run at the same time, the second one reads the
 * result of the first.
 */
async function lockOwn(tx: Tx, ownerId: number, lineId: number): Promise<LinePrice> {
  const line = await tx.first(sql`
    select id from lines where id = ${lineId} and owner_id = ${ownerId} and deleted_at is null
    for no key update`);
  if (!line) return refuse('line_not_found');
  const price = await tx.first<LinePrice>(
    sql`select cents, period from line_prices where line_id = ${lineId}`,
  );
  return price ?? { cents: null, period: null };
}

const eventOf = ({ actor }: Caller, lineId: number) => ({
  actorId: actor.id,
  accountId: actor.id,
  lineId,
});

export async function setPrice(ctx: AppContext, caller: Caller, price: NewPrice): Promise<void> {
  await ctx.db.tx((tx) => setPriceIn(tx, caller, price));
}

interface NewPrice {
  readonly lineId: number;
  /** Null removes the price. */
  readonly cents: number | null;
  readonly undo?: UndoableAct | undefined;
}

export async function setPriceIn(
  tx: Tx,
  caller: Caller,
  { lineId, cents, undo }: NewPrice,
): Promise<void> {
  const before = await lockOwn(tx, caller.actor.id, lineId);
  if (before.cents === cents) return;
  const { price, priceEvent } = priceCtes(caller, lineId, before.cents, cents);
  const former = sql`${JSON.stringify(before)}::jsonb`;
  await tx.run(
    combineCtes({
      event: sql`${priceEvent} returning id`,
      ...undoStepCtes(undo, { kind: 'line-price', subjectId: lineId, former }),
      price,
    }),
  );
}

/**
 * CTEs that store the price and its event. The first price of a line also sets the current period,
 * which follows the periods that are already paid.
 */
export const priceCtes = (
  caller: Caller,
  lineId: number,
  before: number | null,
  cents: number | null,
) => ({
  price:
    cents === null
      ? sql`delete from line_prices where line_id = ${lineId}`
      : sql`insert into line_prices (line_id, cents, period)
          values (${lineId}, ${cents},
            coalesce((select max(period) + 1 from line_payments where line_id = ${lineId}), 1))
          on conflict (line_id) do update set cents = excluded.cents`,
  priceEvent: insertEventCte(caller.requestMeta, {
    ...eventOf(caller, lineId),
    kind: 'line-price-set',
    before: { cents: before },
    after: { cents },
  }),
});

interface PaidMark {
  readonly lineId: number;
  readonly paid: boolean;
  readonly undo?: UndoableAct | undefined;
}

export async function markPaid(
  ctx: AppContext,
  caller: Caller,
  { lineId, paid, undo }: PaidMark,
): Promise<void> {
  await ctx.db.tx(async (tx) => {
    const { cents, period } = await lockOwn(tx, caller.actor.id, lineId);
    if (cents === null || period === null) {
      if (!paid) return undefined;
      return refuse('invalid_fields', {
        fields: { paid: 'Defina antes quanto este cliente paga.' },
      });
    }
    const marked = await tx.first<{ payment: unknown }>(sql`
      select to_jsonb(p) - 'id' as payment from line_payments p where line_id = ${lineId} and period = ${period}`);
    const former = sql`${JSON.stringify({ period, payment: marked?.payment ?? null })}::jsonb`;
    if ((marked !== undefined) === paid) return undefined;
    return tx.run(
      combineCtes({
        payment: paid
          ? sql`insert into line_payments (line_id, period, cents, paid_at, actor_id)
              values (${lineId}, ${period}, ${cents}, ${ctx.clock.now()}, ${caller.actor.id})`
          : sql`delete from line_payments where line_id = ${lineId} and period = ${period}`,
        event: sql`${insertEventCte(caller.requestMeta, {
          ...eventOf(caller, lineId),
          kind: paid ? 'line-paid' : 'line-payment-undone',
          after: { cents },
        })} returning id`,
        ...undoStepCtes(undo, { kind: 'line-payment', subjectId: lineId, former }),
      }),
    );
  });
}
