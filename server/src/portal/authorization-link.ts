/**
 * Creates a link with which a customer pays a refused month or authorises recurring Pix again, and
 * the message that contains the link.
 */
import type { HandlerResult } from '@ramal/contract/api/endpoint';
import type { createAuthorizationLink as declaration } from '@ramal/contract/payments/authorizations';
import { customerName } from '@ramal/contract/rules/customer-name';
import { fillText, moneyText } from '@ramal/contract/rules/message';
import { refusalTexts } from '@ramal/contract/rules/payments/recurring-pix';
import sql from 'sql-template-tag';
import { recordEvent } from '../events/events.ts';
import type { AppContext } from '../foundation/app-context.ts';
import { unixSeconds } from '../foundation/clock.ts';
import type { Call } from '../foundation/http/bind.ts';
import { toRefusalReason } from '../payments/payments.ts';
import { findAccessibleAuthorization } from '../recurring-pix/recurring-pix.ts';
import { LINK_MS, openRenewalLinks } from './renewal-links.ts';

export async function createAuthorizationLink(
  ctx: AppContext,
  { actor, params, body, requestMeta }: Call<typeof declaration>,
): Promise<HandlerResult<typeof declaration>> {
  const { authorization, line } = await findAccessibleAuthorization(ctx, actor, params.id);
  const expiresAt = new Date(ctx.clock.now().getTime() + LINK_MS);
  const url = await ctx.db.tx(async (tx) => {
    await recordEvent(tx, requestMeta, {
      kind: 'renewal-link-made',
      actorId: actor.id,
      accountId: line.ownerId,
      lineId: line.id,
      after: { expiresAt },
    });
    const maker = { accountId: line.ownerId, baseUrl: requestMeta.baseUrl };
    const links = await openRenewalLinks(ctx, tx, maker, [{ lineId: line.id }]);
    return links.get(line.id)!;
  });
  const { name } = customerName(line);
  const values = {
    nome: name === line.username ? '' : name,
    valor: moneyText(authorization.cents),
    motivo: await readReason(ctx, authorization.id),
    link: url,
  };
  return {
    url,
    expiresTimestamp: unixSeconds(expiresAt),
    message: fillText(texts[body.about], values),
    whatsapp: line.whatsapp,
  };
}

const texts = {
  payment:
    'Oi, {nome}! O Pix automático de {valor} não passou: {motivo}. Para não ficar sem TV, pague aqui: {link}',
  authorization:
    'Oi, {nome}! Para a TV continuar a renovar sozinha, por {valor} por mês, autorize de novo aqui: {link}',
};

/**
 * Returns the seller's text for the last refusal, in lower case, because it follows other words in
 * a sentence.
 */
async function readReason({ db }: AppContext, id: number): Promise<string> {
  const row = await db.first<{ code: string | null }>(sql`
    select refusal_code as code from pix_cycles
    where authorization_id = ${id} and refusal_code is not null order by due_on desc limit 1`);
  const { seller } = refusalTexts[toRefusalReason(row?.code ?? '')];
  return seller.charAt(0).toLowerCase() + seller.slice(1);
}
