/** Subscriptions and renewals in a chat, paid by Pix. The use cases are those of page and portal. */
import { moneyText } from '@ramal/contract/rules/message';
import { planLabel } from '@ramal/contract/rules/plans';
import type { PlatformKey } from '@ramal/contract/rules/platforms';
import sql from 'sql-template-tag';
import type { AppContext } from '../../foundation/app-context.ts';
import { formatDateTime } from '../../foundation/clock.ts';
import { consume, createRateLimiter } from '../../foundation/limits/rate-limiter.ts';
import { oncePer } from '../../foundation/shared-runs.ts';
import { type Charge, findCharge, refreshCharge } from '../../payments/payments.ts';
import { chargeRenewal, readRenewalPlans } from '../../portal/portal.ts';
import { createSale } from '../../storefront/storefront.ts';
import { toChannel } from '../chats.sql.ts';
import { NO_LINE } from './access.ts';
import {
  answer,
  type Conversation,
  offer,
  type ProvedConversation,
  type Turn,
} from './conversation.ts';
import { findOwnLine, labelLine, listOwnLines } from './lines.ts';
import { type Act, backTo, initialState, menuOption, type Option, toMenuOption } from './state.ts';

const labelPlan = (months: number, cents: number): string =>
  `${planLabel(months)}, ${moneyText(cents)}`;

/** Offers the plans of the page; with several platforms, the platforms first. */
export function listPlans(conversation: ProvedConversation, platform?: PlatformKey): Turn {
  const { products, methods } = conversation.storefront.page;
  const sold = products.filter(({ offers }) => offers.length > 0);
  if (!methods.includes('pix') || sold.length === 0)
    return answer(conversation, 'Não dá para assinar por aqui agora.', 'person');
  const chosen =
    sold.length === 1 ? sold[0] : sold.find((product) => product.platform === platform);
  if (!chosen)
    return offer('O que você quer assinar?', [
      ...sold.map(({ label, platform: key }) => ({
        label,
        act: { act: 'list-plans', platform: key } as const,
      })),
      backTo({ act: 'menu' }),
    ]);
  const back: Act = { act: sold.length === 1 ? 'menu' : 'subscribe' };
  return offer(`${chosen.description}. Escolha o plano:`, [
    ...chosen.offers.map(({ id, months, priceCents }) => ({
      label: labelPlan(months, priceCents),
      act: { act: 'buy', offerId: id, cents: priceCents } as const,
    })),
    backTo(back),
  ]);
}

/** Creates the Pix of a subscription. The payment turns the person's test into an official line. */
export async function buy(
  conversation: ProvedConversation,
  { offerId, cents }: Extract<Act, { act: 'buy' }>,
): Promise<Turn> {
  const { ctx, chat, phone, storefront, requestMeta } = conversation;
  const platform = storefront.page.products.find(({ offers }) =>
    offers.some(({ id }) => id === offerId),
  )?.platform;
  const tests = await listOwnLines(conversation, 'test');
  const charge = await createSale(
    ctx,
    storefront,
    {
      phone,
      device: null,
      deviceSignature: `${toChannel(chat)} ${chat.address}`,
      channel: toChannel(chat),
      originCode: chat.originCode ?? undefined,
      offerId,
      method: 'pix',
      shownCents: cents,
      tested: tests.find((line) => line.platform === platform),
    },
    requestMeta,
  );
  return showPix(conversation, charge, `Assinatura de ${planLabel(charge.months!)}`);
}

/** Offers the plans of the person's line; with several lines, the lines first. */
export async function listRenewals(
  conversation: ProvedConversation,
  lineId?: number,
): Promise<Turn> {
  const lines = await listOwnLines(conversation, 'official');
  if (lines.length === 0) return answer(conversation, NO_LINE, 'subscribe', 'person');
  const line = lines.length === 1 ? lines[0] : lines.find(({ id }) => id === lineId);
  if (!line)
    return offer('Qual assinatura você quer renovar?', [
      ...lines.map((row) => ({
        label: labelLine(conversation, row),
        act: { act: 'list-renewals', lineId: row.id } as const,
      })),
      backTo({ act: 'menu' }),
    ]);
  const plans = line.blockedForAbuseAt ? [] : await readRenewalPlans(conversation.ctx, line);
  if (plans.length === 0)
    return answer(conversation, 'Não dá para renovar por aqui agora.', 'person');
  const percent = plans.find(({ reward }) => reward)?.reward?.percent;
  const discount = percent === undefined ? '' : ` Com ${percent}% de desconto da sua indicação.`;
  return offer(`Renovar ${labelLine(conversation, line)}.${discount} Escolha o plano:`, [
    ...plans.map(({ months, cents }) => ({
      label: labelPlan(months, cents),
      act: { act: 'renew-line', lineId: line.id, months, cents } as const,
    })),
    backTo({ act: lines.length === 1 ? 'menu' : 'renew' }),
  ]);
}

/** The limit is that of the portal, so that both together do not exceed it. */
const renewalLimiterOf = oncePer(
  (ctx: AppContext) => ctx.config,
  (ctx) => createRateLimiter(ctx, 'portal-charge'),
);

export async function renew(
  conversation: ProvedConversation,
  { lineId, months, cents }: Extract<Act, { act: 'renew-line' }>,
): Promise<Turn> {
  const { ctx, requestMeta } = conversation;
  const line = await findOwnLine(conversation, lineId);
  if (!line) return answer(conversation, NO_LINE, 'person');
  await consume(renewalLimiterOf(ctx), String(line.id));
  // The reward may be used or ended since the plans were shown. The price is then refused.
  const plans = await readRenewalPlans(ctx, line);
  const coupon = plans.find((plan) => plan.months === months)?.reward?.code;
  const renewal = { months, method: 'pix', shownCents: cents, coupon } as const;
  const charge = await chargeRenewal(ctx, line, renewal, requestMeta);
  return showPix(conversation, charge, `Renovação por ${planLabel(charge.months!)}`);
}

const toCheck = (chargeId: number): Option => ({
  label: 'Já paguei',
  act: { act: 'check-payment', chargeId },
});

/** The code is a message of its own, so that a long press copies it. */
function showPix(conversation: Conversation, charge: Charge, title: string): Turn {
  const { ctx, storefront } = conversation;
  const { id, pixCode, cents, listCents, expiresAt, provider } = charge;
  if (pixCode === null)
    return answer(conversation, 'Não deu para gerar o Pix. Nada foi cobrado.', 'person');
  const until = formatDateTime(expiresAt, ctx.clock.timeZone).slice(11);
  const formerPrice = listCents === null ? '' : ` em vez de ${moneyText(listCents)}`;
  const text = [
    `${title}: ${moneyText(cents)}${formerPrice}, quem recebe é ${storefront.page.name}.`,
    `Copie o código da próxima mensagem e pague no seu banco até ${until}. A resposta chega aqui quando ele cair.`,
    ...(provider === 'sandbox' ? ['Pagamento de teste: nenhum dinheiro se move.'] : []),
  ].join('\n');
  const options = [toCheck(id), menuOption];
  return {
    state: { ...initialState, options },
    replies: [{ text, options: options.map(({ label }) => label) }, { text: pixCode }],
    chargeId: id,
  };
}

const PAID_TEXT = 'Seu pagamento caiu. O resultado chega aqui assim que ficar pronto.';

/** Reads the charge from its provider. The result is reported once, and every request gets a reply. */
export async function checkPayment(conversation: Conversation, chargeId: number): Promise<Turn> {
  const { ctx, chat } = conversation;
  const order = await ctx.db.first<{ reportedAt: Date | null }>(sql`
    select told_at as reported_at from sales_chat_orders where charge_id = ${chargeId} and chat_id = ${chat.id}`);
  if (!order) return answer(conversation, 'Não achei este pagamento.', 'person');
  const { state } = await refreshCharge(ctx, async () => (await findCharge(ctx.db, chargeId))!);
  if (order.reportedAt !== null)
    return answer(conversation, 'Este pagamento já foi confirmado.', 'access');
  if (state === 'settled' || state === 'paid') {
    const choices = (['access', 'person'] as const).map(toMenuOption);
    const { replies, ...waiting } = offer(PAID_TEXT, [toCheck(chargeId), ...choices, menuOption]);
    return { ...waiting, replies: [], chargeId, replyWithoutResult: replies[0]! };
  }
  if (state === 'pending')
    return offer('Ainda não caiu. Se você já pagou, não pague de novo: a resposta chega aqui.', [
      toCheck(chargeId),
      menuOption,
    ]);
  return answer(conversation, 'Este código venceu. Para pagar, gere outro.', 'subscribe', 'renew');
}
