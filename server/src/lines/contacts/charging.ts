/**
 * Who is to be charged, and who was: one's own official lines alone. A renewal begins a new period, in
 * which nobody was written to yet.
 */
import { refuse } from '@ramal/contract/api/errors';
import type { HandlerResult } from '@ramal/contract/api/endpoint';
import {
  type chargeLine as chargeDeclaration,
  type listLinesToCharge,
  LONGEST_RUN,
} from '@ramal/contract/lines/charging';
import type { PlatformKey } from '@ramal/contract/rules/platforms';
import sql, { empty } from 'sql-template-tag';
import { chargedAt, dueRange, isWithin } from '../../dashboard/dashboard.ts';
import { insertEventCte } from '../../events/events.ts';
import type { AppContext } from '../../foundation/app-context.ts';
import type { Caller } from '../../foundation/caller.ts';
import { unixSeconds } from '../../foundation/clock.ts';
import { combineCtes } from '../../foundation/database.ts';

interface LineToCharge {
  readonly id: number;
  readonly platform: PlatformKey;
  readonly username: string;
  readonly note: string;
  readonly whatsapp: string | null;
  readonly expiresAt: Date;
  readonly chargedAt: Date | null;
}

export async function readLinesToCharge(
  ctx: AppContext,
  { actor }: Pick<Caller, 'actor'>,
  { due, platform }: { readonly due: string; readonly platform?: PlatformKey | undefined },
): Promise<HandlerResult<typeof listLinesToCharge>> {
  const which = sql`
    owner_id = ${actor.id} and status = 1 and deleted_at is null and ${isWithin(dueRange(due, ctx.clock))}
    ${platform ? sql`and platform = ${platform}` : empty}`;
  const [lines, counted] = await Promise.all([
    ctx.db.many<LineToCharge>(sql`
      select l.id, l.platform, l.username, l.note, l.whatsapp, l.expires_at as "expiresAt",
        ${chargedAt} as "chargedAt"
      from lines l where ${which}
      order by l.expires_at desc, l.id limit ${LONGEST_RUN}`),
    ctx.db.first<{ total: number }>(sql`select count(*) as total from lines where ${which}`),
  ]);
  return { total: counted!.total, lines };
}

/** Pressed again it says when it was last. */
export async function chargeLine(
  ctx: AppContext,
  { actor, requestMeta }: Caller,
  lineId: number,
): Promise<HandlerResult<typeof chargeDeclaration>> {
  const now = ctx.clock.now();
  await ctx.db.tx(async (tx) => {
    const line = await tx.first<{ expiresAt: Date }>(sql`
      select expires_at as "expiresAt" from lines
      where id = ${lineId} and owner_id = ${actor.id} and deleted_at is null for share`);
    if (!line) return refuse('line_not_found');
    return tx.run(
      combineCtes({
        contact: sql`
          insert into line_contacts (line_id, kind, due_at, channel, contacted_at, actor_id)
          values (${lineId}, 'charge', ${line.expiresAt}, 'wa.me', ${now}, ${actor.id})
          on conflict (line_id, kind, threshold, due_at) do update
            set channel = excluded.channel, contacted_at = excluded.contacted_at, actor_id = excluded.actor_id`,
        event: insertEventCte(requestMeta, {
          kind: 'line-charged',
          actorId: actor.id,
          accountId: actor.id,
          lineId,
          after: { channel: 'wa.me' },
        }),
      }),
    );
  });
  return { id: lineId, charged_at_timestamp: unixSeconds(now), message: 'Cobrança anotada' };
}
