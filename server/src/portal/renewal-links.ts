/**
 * Links with which a customer renews without a sign-in. A seller issues them; they are signed,
 * expire, and can be revoked.
 */
import type { HandlerResult } from '@ramal/contract/api/endpoint';
import type {
  createRenewalLink as createDeclaration,
  revokeRenewalLinks as revokeDeclaration,
} from '@ramal/contract/portal/portal';
import { customerName } from '@ramal/contract/rules/customer-name';
import { DAY_MS } from '@ramal/contract/rules/durations';
import { fillText, moneyText } from '@ramal/contract/rules/message';
import { fromHundredths } from '@ramal/contract/rules/money';
import { readCouponCode } from '@ramal/contract/coupons/coupon-rules';
import { planLabel } from '@ramal/contract/rules/plans';
import sql from 'sql-template-tag';
import { publicBaseUrl } from '../brands/brands.ts';
import { recordEvent } from '../events/events.ts';
import type { AppContext } from '../foundation/app-context.ts';
import { formatDate, unixSeconds } from '../foundation/clock.ts';
import type { Tx } from '../foundation/database.ts';
import type { Call } from '../foundation/http/bind.ts';
import { findAccessibleLine, type Line, lockLine } from '../lines/lines.ts';
import { offerRenewal } from './portal-charges.ts';
import { linkKey } from './portal-key.ts';

export const LINK_MS = 7 * DAY_MS;

export interface LinkMaker {
  readonly accountId: number;
  readonly baseUrl: string;
  /** Code of a coupon that the links contain. */
  readonly coupon?: string | undefined;
  /** Validity of the links in milliseconds; by default LINK_MS. */
  readonly validMs?: number;
}

interface LinkedLine {
  readonly lineId: number;
  /** Code of a coupon that the link of this line contains. */
  readonly coupon?: string | undefined;
}

/**
 * Creates links for many lines of one seller, by line id. A link opens the portal, where the
 * customer pays.
 */
export async function openRenewalLinks(
  ctx: AppContext,
  tx: Tx,
  { accountId, baseUrl, coupon, validMs = LINK_MS }: LinkMaker,
  lines: readonly LinkedLine[],
): Promise<ReadonlyMap<number, string>> {
  const now = ctx.clock.now();
  const rows = await tx.many<{ id: number; lineId: number }>(sql`
    insert into renewal_links (line_id, created_by, created_at, expires_at)
    select line_id, ${accountId}, ${now}, ${new Date(now.getTime() + validMs)}
    from unnest(${lines.map(({ lineId }) => lineId)}::bigint[]) line_id
    returning id, line_id`);
  const site = await publicBaseUrl(ctx, baseUrl);
  const codes = new Map(lines.map((line) => [line.lineId, line.coupon ?? coupon]));
  return new Map(rows.map(({ id, lineId }) => [lineId, linkUrl(ctx, site, id, codes.get(lineId))]));
}

const linkUrl = (ctx: AppContext, baseUrl: string, linkId: number, coupon?: string): string =>
  `${baseUrl}/portal#${linkKey(ctx, linkId)}${coupon === undefined ? '' : `&cupom=${coupon}`}`;

export async function createRenewalLink(
  ctx: AppContext,
  { actor, params, body, requestMeta }: Call<typeof createDeclaration>,
): Promise<HandlerResult<typeof createDeclaration>> {
  const { clock, db } = ctx;
  const now = clock.now();
  const line = await findAccessibleLine(db, actor, { id: params.id }, now);
  const offer = await offerRenewal(ctx, line, body, requestMeta);
  const coupon = body.coupon && readCouponCode(body.coupon);
  const expiresAt = new Date(now.getTime() + LINK_MS);
  const link = await db.tx(async (tx) => {
    await recordEvent(tx, requestMeta, {
      kind: 'renewal-link-made',
      actorId: actor.id,
      accountId: line.ownerId,
      lineId: line.id,
      after: { expiresAt },
    });
    return tx.first<{ id: number }>(sql`
      insert into renewal_links (line_id, created_by, created_at, expires_at)
      values (${line.id}, ${actor.id}, ${now}, ${expiresAt}) returning id`);
  });
  const url = linkUrl(ctx, await publicBaseUrl(ctx, requestMeta.baseUrl), link!.id, coupon);
  return {
    url,
    expiresAt: unixSeconds(expiresAt),
    value: fromHundredths(offer.cents),
    pixCode: offer.pixCode,
    message: [
      greeting(line, clock),
      `Para renovar por ${planLabel(body.months)} (${moneyText(offer.cents)}), é só abrir: ${url}`,
      ...(offer.pixCode ? ['', 'Ou pague com este Pix copia e cola:', offer.pixCode] : []),
    ].join('\n'),
    whatsapp: line.whatsapp,
    sandbox: offer.isSandbox,
  };
}

/** Returns a greeting with the customer's name if it is known, never with the user name. */
function greeting(line: Line, clock: AppContext['clock']): string {
  const { name } = customerName(line);
  return fillText('Olá, {nome}! Seu plano {verbo} em {vencimento}.', {
    nome: name === line.username ? '' : name,
    verbo: line.expiresAt > clock.now() ? 'vence' : 'venceu',
    vencimento: formatDate(line.expiresAt, clock.timeZone),
  });
}

export async function revokeRenewalLinks(
  ctx: AppContext,
  { actor, params, requestMeta }: Call<typeof revokeDeclaration>,
): Promise<HandlerResult<typeof revokeDeclaration>> {
  const now = ctx.clock.now();
  const revoked = await ctx.db.tx(async (tx) => {
    const line = await lockLine(tx, actor, { id: params.id }, now);
    const gone = await tx.run(sql`
      update renewal_links set revoked_at = ${now}
      where line_id = ${line.id} and revoked_at is null and expires_at > ${now}`);
    if (gone > 0)
      await recordEvent(tx, requestMeta, {
        kind: 'renewal-link-revoked',
        actorId: actor.id,
        accountId: line.ownerId,
        lineId: line.id,
      });
    return gone;
  });
  return {
    message: revoked === 0 ? 'Não há links em vigor' : 'Links revogados',
    revoked,
  };
}
