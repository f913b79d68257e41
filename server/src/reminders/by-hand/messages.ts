/** «Mensagens de hoje»: lists the customers of a seller who wait for a message, and records it. */
import { refuse } from '@ramal/contract/api/errors';
import type { HandlerResult } from '@ramal/contract/api/endpoint';
import {
  type listMessages as listDeclaration,
  type MessageReason,
  type recordRenewalMessage as recordDeclaration,
} from '@ramal/contract/lines/messages';
import { fromHundredths } from '@ramal/contract/rules/money';
import type { PlatformKey } from '@ramal/contract/rules/platforms';
import sql from 'sql-template-tag';
import { insertEventCte } from '../../events/events.ts';
import type { AppContext } from '../../foundation/app-context.ts';
import { combineCtes } from '../../foundation/database.ts';
import type { Call } from '../../foundation/http/bind.ts';
import { informedAt } from '../../line-payments/line-payments.ts';
import { contactCte } from '../sending/settle.ts';
import { orderOfReason, waitingMessages } from './waiting-messages.sql.ts';

/** Number of the waiting messages of one reason, with one listed message of this reason. */
interface CountedMessage {
  readonly reason: MessageReason;
  readonly total: number;
  /** Null if no message of this reason is listed, like the other fields of the message. */
  readonly id: number | null;
  readonly platform: PlatformKey;
  readonly username: string;
  readonly note: string;
  readonly whatsapp: string | null;
  readonly expiresAt: Date;
  readonly cents: number | null;
}

export async function listMessages(
  ctx: AppContext,
  { actor, query }: Call<typeof listDeclaration>,
): Promise<HandlerResult<typeof listDeclaration>> {
  const rows = await ctx.db.many<CountedMessage>(sql`
    with messages as materialized (${waitingMessages(ctx, actor, query.batch)}),
      counts as (select reason, count(*) as total from messages group by reason),
      listed as (
        select *, row_number() over (order by ${orderOfReason}, expires_at desc, id) as position
        from messages order by position limit ${query.limit})
    select reason, total, id, platform, username, note, whatsapp, expires_at, cents
    from counts left join listed using (reason) order by ${orderOfReason}, position`);
  const byReason = [...new Map(rows.map(({ reason, total }) => [reason, total]))];
  return {
    total: byReason.reduce((sum, [, total]) => sum + total, 0),
    byReason: byReason.map(([reason, total]) => ({ reason, total })),
    messages: rows.flatMap(({ id, cents, ...row }) =>
      id === null ? [] : [{ ...row, id, value: cents === null ? null : fromHundredths(cents) }],
    ),
  };
}

/**
 * Records once for each expiry that the customer was informed, or that no message will be sent. A
 * repeated call adds no event.
 */
export async function recordRenewalMessage(
  ctx: AppContext,
  { actor, params: { id }, body, requestMeta }: Call<typeof recordDeclaration>,
): Promise<HandlerResult<typeof recordDeclaration>> {
  const isSent = body.outcome === 'opened';
  await ctx.db.tx(async (tx) => {
    const line = await tx.first<{ expiresAt: Date }>(sql`
      select expires_at from lines
      where id = ${id} and owner_id = ${actor.id} and deleted_at is null for no key update`);
    if (!line) return refuse('line_not_found');
    const sent = await tx.first(sql`
      select from lines l where id = ${id} and ${informedAt} is not null`);
    const renewal = { lineId: id, dueAt: line.expiresAt, kind: 'renewed' } as const;
    const event = { kind: 'line-informed', actorId: actor.id, lineId: id };
    return tx.run(
      combineCtes({
        contact: contactCte(renewal, isSent ? 'wa.me' : 'none', ctx.clock.now(), actor.id),
        ...(isSent && !sent ? { event: insertEventCte(requestMeta, event) } : {}),
      }),
    );
  });
  return { id, message: 'Aviso anotado' };
}
