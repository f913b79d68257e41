/**
 * Declares how the outbox sends notices. A repeated notice is better than a lost one. A notice that
 * was read in the meantime is not sent.
 */
import { HOUR_MS, MINUTE_MS } from '@ramal/contract/rules/durations';
import { type NoticeKind, noticeKindNames } from '@ramal/contract/rules/notices';
import sql, { type Sql } from 'sql-template-tag';
import { publicBaseUrl } from '../brands/brands.ts';
import type { AppContext } from '../foundation/app-context.ts';
import type { Reader } from '../foundation/database.ts';
import { sendEmail, sendPush, sendTelegram } from '../messaging/messaging.ts';
import type { Delivery, DeliveryKind, DeliveryOutcome } from '../outbox/outbox.ts';
import { addressDelivery } from './confirm-address.ts';
import { type NoticeChannel, noticeChannels, noticeDeliveryKind } from './channels.ts';
import type { NoticeLine } from './notify.ts';

const PAUSES_MS = [MINUTE_MS, 5 * MINUTE_MS, 30 * MINUTE_MS, 2 * HOUR_MS];

export const noticeDeliveries: readonly DeliveryKind[] = [
  ...noticeChannels.map((channel) => ({
    kind: noticeDeliveryKind(channel),
    mayRepeat: true,
    pausesMs: PAUSES_MS,
    send: (ctx: AppContext, delivery: Delivery, signal: AbortSignal) =>
      send(ctx, channel, delivery, signal),
  })),
  addressDelivery,
];

interface Outgoing {
  readonly id: number;
  readonly kind: NoticeKind;
  readonly title: string;
  readonly body: string;
  readonly path: string;
  readonly lines: readonly NoticeLine[] | null;
  readonly isRead: boolean;
  readonly isChosen: boolean;
  readonly isActive: boolean;
  readonly address: string | null;
  readonly isConfirmed: boolean;
  readonly baseUrl: string;
  readonly franchiseId: number | null;
}

async function send(
  ctx: AppContext,
  channel: NoticeChannel,
  { subjectId, accountId }: Delivery,
  signal: AbortSignal,
): Promise<DeliveryOutcome> {
  const notice = await findNotice(ctx.db, channel, subjectId);
  if (!notice?.isActive) return { state: 'skipped', reason: 'A conta está bloqueada.' };
  if (notice.isRead) return { state: 'skipped', reason: 'Lido antes no painel.' };
  if (!notice.isChosen) return { state: 'skipped', reason: 'Desligado antes de sair.' };
  if (channel === 'push') return push(ctx, subjectId, notice, signal);
  const site = await publicBaseUrl(ctx, notice.baseUrl);
  const button = { label: 'Abrir no painel', url: `${site}${notice.path}` };
  if (channel === 'telegram')
    return sendTelegram(ctx, { accountId }, { text: textOf(notice, site), button }, signal);
  if (notice.address === null) return { state: 'failed', reason: 'Falta o endereço de e-mail.' };
  if (!notice.isConfirmed)
    return { state: 'skipped', reason: 'O e-mail ainda não foi confirmado.' };
  return sendEmail(
    ctx,
    {
      id: `bell-${subjectId}`,
      franchiseId: notice.franchiseId,
      to: notice.address,
      subject: notice.title,
      title: notice.title,
      paragraphs: notice.lines ? [] : [notice.body],
      links: notice.lines?.map(({ text, path }) => ({ label: text, url: `${site}${path}` })),
      button,
      footer: `Você escolheu receber «${noticeKindNames[notice.kind]}» por e-mail.`,
      footerLink: { label: 'Mudar o que chega', url: `${site}/notices` },
    },
    signal,
  );
}

/**
 * Reads a notice and the channels of its account. An account without a choice receives notices only
 * in its browsers.
 */
const findNotice = (
  reader: Reader,
  channel: NoticeChannel,
  subjectId: number,
): Promise<Outgoing | undefined> =>
  reader.first<Outgoing>(sql`
    select n.id, n.kind, n.title, n.body, n.path, n.lines, n.read_at is not null as is_read,
      coalesce(n.kind = any (${chosenKinds[channel]}), ${channel === 'push'}) as is_chosen,
      a.deleted_at is null and a.blocked_at is null and a.blocked_by_admin_at is null as is_active,
      c.address, coalesce(c.address = c.confirmed_address, false) as is_confirmed, coalesce(c.base_url, '') as base_url, a.id_franchise as franchise_id
    from notices n join accounts a on a.id = n.account_id
      left join notice_choices c on c.account_id = n.account_id
    where n.id = ${noticeIdOf(channel, subjectId)}`);

const chosenKinds: Readonly<Record<NoticeChannel, Sql>> = {
  email: sql`c.email`,
  telegram: sql`c.telegram`,
  push: sql`c.push`,
};

/**
 * SQL expression: id of the notice of a delivery. A push delivery is for one browser, so its
 * subject is a row of `notice_pushes`.
 */
const noticeIdOf = (channel: NoticeChannel, subjectId: number): Sql =>
  channel === 'push'
    ? sql`(select notice_id from notice_pushes where id = ${subjectId})`
    : sql`${subjectId}::bigint`;

/** Sends only the title, because other people can read a locked screen. */
async function push(
  ctx: AppContext,
  subjectId: number,
  { id, title, path }: Outgoing,
  signal: AbortSignal,
): Promise<DeliveryOutcome> {
  const target = await ctx.db.first<{ subscriptionId: number | null }>(
    sql`select subscription_id from notice_pushes where id = ${subjectId}`,
  );
  return sendPush(ctx, target?.subscriptionId ?? null, { title, path, tag: `aviso-${id}` }, signal);
}

/** Returns the title, and below it the lines with their links, or the body. */
const textOf = ({ title, body, lines }: Outgoing, site: string): string =>
  [title, ...(lines?.map(({ text, path }) => `${text}\n${site}${path}`) ?? [body])].join('\n');
