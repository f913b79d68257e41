/** Lists the last payments of a customer. Only the owner of the line can see them. */
import { refuse } from '@ramal/contract/api/errors';
import type { HandlerResult } from '@ramal/contract/api/endpoint';
import {
  type listLinePayments as declaration,
  SHOWN_PAYMENTS,
} from '@ramal/contract/lines/line-page';
import sql from 'sql-template-tag';
import type { AppContext } from '../foundation/app-context.ts';
import type { Caller } from '../foundation/caller.ts';
import { unixSeconds } from '../foundation/clock.ts';

interface PaymentRow {
  readonly id: number;
  readonly cents: number;
  readonly method: 'pix' | 'card' | 'manual';
  readonly paidAt: Date;
}

export async function listLinePayments(
  ctx: AppContext,
  { actor }: Caller,
  lineId: number,
): Promise<HandlerResult<typeof declaration>> {
  const line = await ctx.db.first(sql`
    select id from lines where id = ${lineId} and owner_id = ${actor.id} and deleted_at is null`);
  if (!line) return refuse('line_not_found');
  const rows = await ctx.db.many<PaymentRow>(sql`
    select p.id, p.cents, p.paid_at,
      coalesce((select c.method from charges c
        where c.line_id = p.line_id and c.settled_at = p.paid_at limit 1), 'manual') as method
    from line_payments p where p.line_id = ${lineId}
    order by p.paid_at desc, p.id desc limit ${SHOWN_PAYMENTS}`);
  return rows.map(({ paidAt, ...payment }) => ({
    ...payment,
    paidAtTimestamp: unixSeconds(paidAt),
  }));
}
