/** Push subscriptions of the calling account. Each browser is turned on separately. */
import type { HandlerResult } from '@ramal/contract/api/endpoint';
import { refuse } from '@ramal/contract/api/errors';
import {
  type getOwnPush as getDeclaration,
  MAX_PUSH_BROWSERS,
  type recognisePush as recogniseDeclaration,
  type turnOffPush as offDeclaration,
  type turnOnPush as onDeclaration,
} from '@ramal/contract/notices/push';
import sql from 'sql-template-tag';
import type { AppContext } from '../../foundation/app-context.ts';
import { unixSeconds } from '../../foundation/clock.ts';
import { deviceName } from '../../foundation/device.ts';
import type { Call } from '../../foundation/http/bind.ts';
import { checkAddress } from '../../foundation/untrusted/check-address.ts';
import { isPublicKey } from '../push/encrypt-push.ts';
import { isWanted } from '../push/subscriptions.ts';
import { publicPushKey } from '../push/vapid.ts';

interface Row {
  readonly id: number;
  readonly userAgent: string;
  readonly createdAt: Date;
  readonly lastUsedAt: Date;
}

export async function getOwnPush(
  ctx: AppContext,
  { actor }: Call<typeof getDeclaration>,
): Promise<HandlerResult<typeof getDeclaration>> {
  const rows = await ctx.db.many<Row>(sql`
    select s.id, s.user_agent, s.created_at, s.last_used_at
    from push_subscriptions s where s.account_id = ${actor.id} and ${isWanted}
    order by s.last_used_at desc, s.id desc`);
  return {
    publicKey: publicPushKey(ctx),
    browsers: rows.map(({ id, userAgent, createdAt, lastUsedAt }) => ({
      id,
      device: deviceName(userAgent),
      createdAtTimestamp: unixSeconds(createdAt),
      lastUsedAtTimestamp: unixSeconds(lastUsedAt),
    })),
  };
}

/**
 * Stores a subscription. A browser has only one push address. Its notices therefore belong to the
 * account that turned them on last.
 */
export async function turnOnPush(
  ctx: AppContext,
  { actor, body, requestMeta }: Call<typeof onDeclaration>,
): Promise<HandlerResult<typeof onDeclaration>> {
  const endpoint = await checkAddress(ctx, body.endpoint, 'endpoint');
  const p256dh = Buffer.from(body.p256dh, 'base64url');
  if (!isPublicKey(p256dh))
    refuse('invalid_fields', { fields: { p256dh: 'Esta chave não é de um navegador.' } });
  const now = ctx.clock.now();
  const id = await ctx.db.tx(async (tx) => {
    // Locks the account's row, so that two simultaneous calls do not exceed the limit.
    await tx.run(sql`select from accounts where id = ${actor.id} for no key update`);
    const row = await tx.first<{ id: number }>(sql`
      insert into push_subscriptions (account_id, sign_in_id, endpoint, p256dh, auth, user_agent,
        base_url, created_at, last_used_at)
      values (${actor.id}, ${actor.signInId}, ${endpoint}, ${p256dh},
        ${Buffer.from(body.auth, 'base64url')}, ${requestMeta.userAgent}, ${requestMeta.baseUrl},
        ${now}, ${now})
      on conflict (endpoint) do update set account_id = excluded.account_id,
        sign_in_id = excluded.sign_in_id, p256dh = excluded.p256dh, auth = excluded.auth,
        user_agent = excluded.user_agent, base_url = excluded.base_url,
        created_at = excluded.created_at, last_used_at = excluded.last_used_at
      returning id`);
    await tx.run(sql`
      delete from push_subscriptions where id in (
        select id from push_subscriptions where account_id = ${actor.id}
        order by last_used_at desc, id desc offset ${MAX_PUSH_BROWSERS})`);
    return row!.id;
  });
  return { message: 'Avisos ligados neste aparelho', id };
}

/**
 * Binds the browser's subscription to the current session. Called after a new sign-in in the same
 * browser. The notices now end together with this session.
 */
export async function recognisePush(
  { db, clock }: AppContext,
  { actor, body }: Call<typeof recogniseDeclaration>,
): Promise<HandlerResult<typeof recogniseDeclaration>> {
  const row = await db.tx((tx) =>
    tx.first<{ id: number }>(sql`
      update push_subscriptions s set sign_in_id = ${actor.signInId}, last_used_at = ${clock.now()}
      where s.endpoint = ${body.endpoint} and s.account_id = ${actor.id} and ${isWanted}
      returning s.id`),
  );
  return { id: row?.id ?? null };
}

export async function turnOffPush(
  { db }: AppContext,
  { actor, params }: Call<typeof offDeclaration>,
): Promise<HandlerResult<typeof offDeclaration>> {
  const removed = await db.tx((tx) =>
    tx.run(
      sql`delete from push_subscriptions where id = ${params.id} and account_id = ${actor.id}`,
    ),
  );
  if (removed === 0) refuse('push_browser_not_found');
  return { message: 'Avisos desligados' };
}
