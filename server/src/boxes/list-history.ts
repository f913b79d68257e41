/** Lists the last sign-ins, messages and commands of a box. */
import type { listBoxHistory as declaration } from '@ramal/contract/boxes/box-orders';
import type { HandlerResult } from '@ramal/contract/api/endpoint';
import { refuse } from '@ramal/contract/api/errors';
import sql from 'sql-template-tag';
import type { Caller } from '../foundation/caller.ts';
import { unixSeconds } from '../foundation/clock.ts';
import type { AppContext } from '../foundation/app-context.ts';
import { boxesOfLines, isOwnLine } from './box.ts';

type History = HandlerResult<typeof declaration>;

interface Row {
  readonly kind: History[number]['kind'];
  readonly at: Date;
  readonly text: string;
  readonly model: string;
  readonly deliveredAt: Date | null;
  readonly confirmedAt: Date | null;
}

const AT_MOST = 100;

export async function listHistory(
  ctx: AppContext,
  { actor }: Caller,
  id: number,
): Promise<History> {
  const box = await ctx.db.first<{ id: number }>(
    sql`select b.id from ${boxesOfLines} where b.id = ${id} and ${isOwnLine(actor, sql`l.owner_id`)}`,
  );
  if (!box) return refuse('box_not_found');
  const rows = await ctx.db.many<Row>(sql`
    (select case when is_other then 'other-device' else 'sign-in' end as kind, at, '' as text, model,
       null::timestamptz as delivered_at, null::timestamptz as confirmed_at
     from box_sign_ins where box_id = ${box.id} order by at desc limit ${AT_MOST})
    union all
    (select kind, created_at, text, '', delivered_at, confirmed_at
     from box_orders where box_id = ${box.id} order by id desc limit ${AT_MOST})
    order by at desc limit ${AT_MOST}`);
  return rows.map(({ at, deliveredAt, confirmedAt, ...row }) => ({
    ...row,
    atTimestamp: unixSeconds(at),
    deliveredTimestamp: deliveredAt && unixSeconds(deliveredAt),
    confirmedTimestamp: confirmedAt && unixSeconds(confirmedAt),
  }));
}
