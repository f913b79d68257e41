/**
 * Message texts of an account. An account without its own texts uses those of its brand, and
 * otherwise the default texts. It does not inherit the texts of its parent (Q-TEXTS).
 */
import type { HandlerResult } from '@ramal/contract/api/endpoint';
import type { getMessageTexts } from '@ramal/contract/message-texts';
import { defaultMessages, type MessageKind, messageKinds } from '@ramal/contract/rules/message';
import sql from 'sql-template-tag';
import { brandsOf } from '../brands/brands.ts';
import { insertEventCte, recordEvent } from '../events/events.ts';
import type { AppContext } from '../foundation/app-context.ts';
import { type Caller, reachedUrl } from '../foundation/caller.ts';
import { combineCtes } from '../foundation/database.ts';
import { hostsFor } from './link-host.ts';

export async function readTexts(
  ctx: AppContext,
  { actor, requestMeta }: Caller,
): Promise<HandlerResult<typeof getMessageTexts>> {
  const rows = await ctx.db.many<{ kind: MessageKind; body: string }>(
    sql`select kind, body from message_texts where account_id = ${actor.id}`,
  );
  const ownBodies = new Map(rows.map(({ kind, body }) => [kind, body]));
  const brand = await brandsOf(ctx).messagesFor(actor, reachedUrl(requestMeta));
  return {
    texts: messageKinds.map((kind) => ({
      kind,
      own: ownBodies.get(kind) ?? null,
      default: brand[kind] ?? defaultMessages[kind],
    })),
    linkHost: actor.linkHost,
    hosts: [...(await hostsFor(ctx, { actor, requestMeta }))],
  };
}

export async function saveText(
  ctx: AppContext,
  { actor, requestMeta }: Caller,
  kind: MessageKind,
  body: string,
): Promise<void> {
  await ctx.db.tx((tx) =>
    tx.run(
      combineCtes({
        saved: sql`
          insert into message_texts (account_id, kind, body, saved_at)
          values (${actor.id}, ${kind}, ${body}, ${ctx.clock.now()})
          on conflict (account_id, kind) do update set body = excluded.body, saved_at = excluded.saved_at`,
        event: insertEventCte(requestMeta, {
          kind: 'message-text-saved',
          actorId: actor.id,
          after: { text: kind },
        }),
      }),
    ),
  );
}

export async function resetText(
  ctx: AppContext,
  { actor, requestMeta }: Caller,
  kind: MessageKind,
): Promise<void> {
  await ctx.db.tx(async (tx) => {
    const erased = await tx.first(
      sql`delete from message_texts where account_id = ${actor.id} and kind = ${kind} returning kind`,
    );
    if (!erased) return;
    await recordEvent(tx, requestMeta, {
      kind: 'message-text-reset',
      actorId: actor.id,
      after: { text: kind },
    });
  });
}
