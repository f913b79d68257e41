/**
 * The customer's view of its own line. The view contains no other lines, and of the seller only the
 * name and the WhatsApp number.
 */
import type { HandlerResult } from '@ramal/contract/api/endpoint';
import type { getPortal as declaration } from '@ramal/contract/portal/portal';
import { customerName } from '@ramal/contract/rules/customer-name';
import { fromHundredths } from '@ramal/contract/rules/money';
import { platforms } from '@ramal/contract/rules/platforms';
import { getPlanTerm } from '@ramal/contract/rules/plans';
import { extendExpiry } from '@ramal/contract/rules/terms';
import sql from 'sql-template-tag';
import type { AppContext } from '../foundation/app-context.ts';
import type { RequestMeta } from '../foundation/caller.ts';
import { readPortalAnnouncements } from '../announcements/announcements.ts';
import { unixSeconds } from '../foundation/clock.ts';
import type { Call } from '../foundation/http/bind.ts';
import { plainLines } from '../foundation/safe-html.ts';
import { type Line, productName } from '../lines/lines.ts';
import { type Charge, chargeColumns, readPaymentKind } from '../payments/payments.ts';
import {
  HOW_TO_ENTER_IN_PORTAL,
  fillPlaceholders,
  linkText,
  type LinkValues,
  readAppLinks,
  readPublishedLinks,
} from '../links/links.ts';
import { lineUrls, playerBaseUrl } from '../player/player.ts';
import { viewingsNow } from '../watching/watching.ts';
import { readReward } from './portal-charges.ts';
import { lineOfKey } from './portal-key.ts';
import { readOffer } from './renewal-prices.ts';

const MAX_RECEIPTS = 24;

interface Seller {
  readonly name: string;
  readonly whatsapp: string | null;
  /** Both are null while the seller's referrals are off. */
  readonly referralDays: number | null;
  readonly referralPercent: number | null;
  /** Screens of the line being watched. */
  readonly watching: number;
}

export async function getPortal(
  ctx: AppContext,
  { body, requestMeta }: Call<typeof declaration>,
): Promise<HandlerResult<typeof declaration>> {
  const line = await lineOfKey(ctx, body.key);
  const now = ctx.clock.now();
  const plays = platforms[line.platform].plays;
  const [seller, offered, kind, cardKind, receipts, notices, links] = await Promise.all([
    ctx.db.first<Seller>(sql`
      select a.username as name, a.whatsapp, s.referrer_days as referral_days, s.referrer_percent as referral_percent,
        ${viewingsNow(sql`${line.id}::bigint`, now)} as watching
      from accounts a left join referral_settings s on s.account_id = a.id and s.is_on
      where a.id = ${line.ownerId}`),
    readOffer(ctx, line),
    readPaymentKind(ctx, line.ownerId),
    readPaymentKind(ctx, line.ownerId, 'card'),
    ctx.db.many<Charge & { state: 'paid' | 'settled' | 'reversed' }>(sql`
      select ${chargeColumns} from charges c
      where c.line_id = ${line.id} and c.paid_at is not null order by c.id desc limit ${MAX_RECEIPTS}`),
    readPortalAnnouncements(ctx, plays ? 'iptv' : 'p2p'),
    readCustomerLinks(ctx, line, requestMeta),
  ]);
  const plans = line.isTrial || line.blockedForAbuseAt ? [] : offered;
  return {
    username: line.username,
    name: customerName(line).name,
    platform: platforms[line.platform].label,
    plan: productName(ctx, line),
    expiresAt: unixSeconds(line.expiresAt),
    isTrial: line.isTrial,
    isOn: line.isOn,
    blocked: line.blockedForAbuseAt !== null,
    watching: seller!.watching,
    seller: { name: seller!.name, whatsapp: seller!.whatsapp },
    sandbox: kind === 'sandbox',
    methods: kind === undefined ? [] : cardKind === undefined ? ['pix'] : ['pix', 'card'],
    plans: plans.flatMap(offerOf(line, { now, timeZone: ctx.clock.timeZone })),
    ...links,
    notices: notices.map(({ title, body: html, publishedAt }) => ({
      title,
      text: plainLines(html),
      publishedAt: unixSeconds(publishedAt),
    })),
    receipts: receipts.map((charge) => ({
      id: charge.id,
      value: fromHundredths(charge.cents),
      months: charge.months!,
      method: charge.method,
      state: charge.state,
      paidAt: unixSeconds(charge.paidAt!),
      renewedUntil: charge.renewedUntil && unixSeconds(charge.renewedUntil),
    })),
    referralDays: line.isTrial ? null : seller!.referralDays,
    referralPercent: seller!.referralPercent ?? 0,
    reward: await readReward(ctx, line, plans),
  };
}

/**
 * Returns a list with the plan and the expiry after its renewal; empty for a plan without a price.
 */
const offerOf =
  ({ expiresAt }: Line, { now, timeZone }: { now: Date; timeZone: string }) =>
  ({ months, cents }: Awaited<ReturnType<typeof readOffer>>[number]) => {
    if (cents === null) return [];
    const until = extendExpiry(expiresAt, getPlanTerm(months).days, now, timeZone);
    return [{ months, value: fromHundredths(cents), renewedUntil: unixSeconds(until) }];
  };

/**
 * Returns the links of a line. P2P apps have the address built in, so the customer enters only user
 * name and password.
 */
export async function readCustomerLinks(ctx: AppContext, line: Line, requestMeta: RequestMeta) {
  const base = playerBaseUrl(ctx, requestMeta);
  const owner = await ctx.db.first<{ idFranchise: number | null }>(
    sql`select id_franchise from accounts where id = ${line.ownerId}`,
  );
  const texts = await readAppLinks(ctx.db, owner!.idFranchise);
  const dns = line.serverUrl ?? base;
  const values = { dns, username: line.username, password: line.password };
  if (!platforms[line.platform].plays) {
    return {
      links: [
        { label: 'Usuário', value: line.username },
        { label: 'Senha', value: line.password },
      ],
      howTo: linkText(texts, [8], values) ?? HOW_TO_ENTER_IN_PORTAL,
    };
  }
  const urls = lineUrls(base, line);
  return {
    links: [
      ...(line.serverUrl === null
        ? [{ label: 'Assistir neste aparelho', value: `${base}/web` }]
        : []),
      { label: 'Link da lista', value: urls.m3u8Short },
      { label: 'Lista HLS', value: urls.hlsShort },
      { label: 'Endereço para aplicativos', value: urls.smarters },
      ...(await portalLists(ctx, values)),
    ],
    howTo: linkText(texts, [4], values) ?? urls.franchise,
  };
}

/**
 * Playlists that admins publish for the portal. A URL with placeholders is filled with the values
 * of the line; otherwise the short link is used.
 */
async function portalLists({ db }: AppContext, values: LinkValues) {
  const {
    m3u8,
    ssiptv,
    m3u8_short: m3u8Short,
    ssiptv_short: ssiptvShort,
  } = await readPublishedLinks(db);
  const row = (label: string, url: string | undefined, short: string | undefined) =>
    url === undefined
      ? []
      : [{ label, value: url.includes('{') ? fillPlaceholders(url, values) : (short ?? url) }];
  return [...row('Lista M3U8', m3u8, m3u8Short), ...row('Lista SSIPTV', ssiptv, ssiptvShort)];
}
