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

interface WaitingMessage {
  readonly id: number;
  readonly reason: MessageReason;
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
  const messages = waitingMessages(ctx, actor, query.batch);
  const [rows, counted] = await Promise.all([
    query.limit === 0
      ? []
      : ctx.db.many<WaitingMessage>(sql`
          with messages as (${messages})
          select id, reason, platform, username, note, whatsapp, expires_at, cents from messages
          order by ${orderOfReason}, expires_at desc, id limit ${query.limit}`),
    ctx.db.many<{ reason: MessageReason; total: number }>(sql`
      with messages as (${messages})
      select reason, count(*) as total from messages group by reason order by ${orderOfReason}`),
  ]);
  return {
    total: counted.reduce((sum, { total }) => sum + total, 0),
    byReason: counted,
    messages: rows.map(({ cents, ...row }) => ({
      ...row,
      value: cents === null ? null : fromHundredths(cents),
    })),
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
