/**
 * Records a refused request for a test. If the daily cap refused it, notifies the seller of the
 * first refusal of the day. Many refusals suggest abuse, so the admins get a notice too.
 */
import { ABUSE_REFUSALS } from '@ramal/contract/storefront/offers';
import type { TestRefusal } from '@ramal/contract/storefront/tests';
import sql from 'sql-template-tag';
import type { AppContext } from '../foundation/app-context.ts';
import { localDay } from '../foundation/clock.ts';
import type { Tx } from '../foundation/database.ts';
import { notify } from '../notices/notices.ts';
import { countRefusal, type TrialRequest } from './trial-requests.sql.ts';

export async function recordRefusal(
  ctx: AppContext,
  request: TrialRequest,
  refused: TestRefusal,
): Promise<void> {
  await ctx.db.tx(async (tx) => {
    await countRefusal(tx, ctx, request, refused);
    if (refused === 'day-full') await notifyOfCap(tx, ctx, request.sellerId);
  });
}

async function notifyOfCap(tx: Tx, { clock }: AppContext, sellerId: number): Promise<void> {
  const day = localDay(clock.now(), clock.timeZone);
  const row = await tx.first<{ refusals: number; username: string }>(
    sql`
      insert into self_service_settings (account_id, capped_on, cap_refusals) values (${sellerId}, ${day}, 1)
      on conflict (account_id) do update set capped_on = excluded.capped_on,
        cap_refusals = case when self_service_settings.capped_on = excluded.capped_on
          then self_service_settings.cap_refusals + 1 else 1 end
      returning cap_refusals as refusals,
        (select username from accounts where id = account_id) as username`,
    'prepared',
  );
  const { refusals, username } = row!;
  const notice = {
    kind: 'customers',
    subject: `self-service-${sellerId}`,
    at: clock.now(),
  } as const;
  if (refusals === 1)
    await notify(tx, {
      ...notice,
      accounts: sql`select ${sellerId}::bigint`,
      title: 'Os testes de hoje acabaram',
      body: 'Quem pede agora recebe a oferta de assinar. O limite por dia está na página de venda.',
      path: '/storefront',
    });
  if (refusals === ABUSE_REFUSALS)
    await notify(tx, {
      ...notice,
      accounts: sql`select id from accounts where profile = 'admin' and deleted_at is null`,
      title: `Muitos pedidos de teste: ${username}`,
      body: `${ABUSE_REFUSALS} pedidos recusados hoje depois do limite de testes do dia. Pode ser abuso.`,
      path: `/reg-users?search=${encodeURIComponent(username)}`,
    });
}
