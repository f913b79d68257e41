/**
 * Sends a confirmation link to the e-mail address for notices. Without confirmation an account
 * could send notices to strangers. The link opens the panel, which asks for confirmation, because
 * mail clients open links automatically.
 */
import { HOUR_MS, MINUTE_MS } from '@ramal/contract/rules/durations';
import type { HandlerResult } from '@ramal/contract/api/endpoint';
import { refuse } from '@ramal/contract/api/errors';
import type { confirmNoticeAddress as declaration } from '@ramal/contract/notices/notices';
import sql from 'sql-template-tag';
import { publicBaseUrl } from '../brands/brands.ts';
import type { AppContext } from '../foundation/app-context.ts';
import type { Actor } from '../foundation/caller.ts';
import type { Tx } from '../foundation/database.ts';
import type { Call } from '../foundation/http/bind.ts';
import { emailQueueOf, findRelay, sendEmail } from '../messaging/messaging.ts';
import { type DeliveryKind, enqueueDeliveries } from '../outbox/outbox.ts';

const KIND = 'notice-address';
const VALID_MS = 24 * HOUR_MS;
/** Interval before another link is sent to the same address. */
const RESEND_INTERVAL_MS = 10 * MINUTE_MS;
const MAX_PER_HOUR = 5;

/**
 * Sends a link to the chosen address if it is not confirmed. Does nothing if no kind of notice is
 * sent by e-mail. Does nothing either if a link was sent there recently or the account has reached
 * its hourly limit.
 */
export async function sendConfirmation(
  ctx: AppContext,
  tx: Tx,
  { id: accountId, idFranchise }: Actor,
): Promise<void> {
  const now = ctx.clock.now();
  const before = (ms: number): Date => new Date(now.getTime() - ms);
  const confirmation = await tx.first<{ id: number }>(sql`
    insert into address_confirmations (account_id, address, asked_at)
    select account_id, address, ${now} from notice_choices c
    where account_id = ${accountId} and address is not null and email <> '{}'
      and confirmed_address is distinct from address
      and not exists (select from address_confirmations a where a.account_id = c.account_id
        and a.address = c.address and a.asked_at > ${before(RESEND_INTERVAL_MS)})
      and ${MAX_PER_HOUR} > (select count(*) from address_confirmations a
        where a.account_id = c.account_id and a.asked_at > ${before(HOUR_MS)})
    returning id`);
  if (!confirmation) return;
  const relay = await findRelay(tx, idFranchise);
  const queue = relay ? emailQueueOf(relay) : KIND;
  await enqueueDeliveries(ctx, tx, [{ kind: KIND, queue, accountId, subjectId: confirmation.id }]);
}

interface PendingConfirmation {
  readonly address: string;
  readonly baseUrl: string;
  readonly franchiseId: number | null;
  readonly isInvalid: boolean;
}

export const addressDelivery: DeliveryKind = {
  kind: KIND,
  mayRepeat: true,
  pausesMs: [MINUTE_MS, 5 * MINUTE_MS, 30 * MINUTE_MS],
  send: async (ctx, { subjectId }, signal) => {
    const confirmation = await ctx.db.first<PendingConfirmation>(sql`
      select l.address, c.base_url, a.id_franchise as franchise_id,
        l.confirmed_at is not null or c.address is distinct from l.address as is_invalid
      from address_confirmations l join accounts a on a.id = l.account_id
        join notice_choices c on c.account_id = l.account_id
      where l.id = ${subjectId}`);
    if (!confirmation || confirmation.isInvalid)
      return { state: 'skipped', reason: 'Já não é preciso confirmar este e-mail.' };
    const site = await publicBaseUrl(ctx, confirmation.baseUrl);
    return sendEmail(
      ctx,
      {
        id: `${KIND}-${subjectId}`,
        franchiseId: confirmation.franchiseId,
        to: confirmation.address,
        subject: 'Confirme este e-mail',
        title: 'Confirme este e-mail',
        paragraphs: ['Depois disso os avisos que você escolheu no painel chegam aqui.'],
        button: {
          label: 'Confirmar no painel',
          url: `${site}/notices?confirm=${tokenOf(ctx, subjectId, confirmation.address)}`,
        },
        footer: 'O link vale por um dia. Se não foi você que pediu, ignore esta mensagem.',
      },
      signal,
    );
  },
};

const tokenOf = ({ secrets }: Pick<AppContext, 'secrets'>, id: number, address: string): string =>
  `${id}.${secrets.sign(KIND, `${id}.${address}`)}`;

export async function confirmNoticeAddress(
  ctx: AppContext,
  { actor, body: { token } }: Call<typeof declaration>,
): Promise<HandlerResult<typeof declaration>> {
  const [id, signature = ''] = token.split('.');
  const now = ctx.clock.now();
  return ctx.db.tx(async (tx) => {
    const confirmation = await tx.first<{ id: number; address: string }>(sql`
      select id, address from address_confirmations
      where id = ${Number(id)} and account_id = ${actor.id} and confirmed_at is null
        and asked_at > ${new Date(now.getTime() - VALID_MS)}
      for no key update`);
    const isSigned =
      confirmation &&
      ctx.secrets.verify(KIND, `${confirmation.id}.${confirmation.address}`, signature);
    if (!isSigned) refuse('address_link_over');
    await tx.run(
      sql`update address_confirmations set confirmed_at = ${now} where id = ${confirmation.id}`,
    );
    await tx.run(sql`
      update notice_choices set confirmed_address = ${confirmation.address} where account_id = ${actor.id}`);
    return { message: 'E-mail confirmado', address: confirmation.address };
  });
}
