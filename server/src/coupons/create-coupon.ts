/** Creates a coupon. Its code stays taken for its account, because old messages contain it. */
import type { HandlerResult } from '@ramal/contract/api/endpoint';
import { errorText, refuse, refuseFields } from '@ramal/contract/api/errors';
import {
  type createCoupon as declaration,
  MAX_COUPON_DAYS,
  MAX_COUPON_HUNDREDTHS,
  MAX_COUPON_MONTHS,
  MAX_COUPON_PERCENT,
  MAX_COUPON_VALIDITY_DAYS,
  MAX_COUPON_VALUE_CENTS,
  MAX_COUPONS,
} from '@ramal/contract/coupons/coupons';
import {
  couponAmountText,
  type CouponKind,
  type CouponTerms,
} from '@ramal/contract/coupons/coupon-rules';
import sql from 'sql-template-tag';
import { insertEventCte } from '../events/events.ts';
import type { AppContext } from '../foundation/app-context.ts';
import { daysBetween, localDay } from '../foundation/clock.ts';
import { combineCtes, type Tx } from '../foundation/database.ts';
import type { Call } from '../foundation/http/bind.ts';
import { refuseWhileOlderServes } from '../foundation/start/running-releases.ts';
import { findPriceProblem } from './coupon-floor.ts';

type Input = Call<typeof declaration>;
type Body = Input['body'];

/** Largest amount of each kind in its own unit, and hundredths of the sent amount per unit. */
const amounts: Readonly<Record<CouponKind, { readonly most: number; readonly unit: number }>> = {
  percent: { most: MAX_COUPON_PERCENT, unit: 100 },
  value: { most: MAX_COUPON_VALUE_CENTS, unit: 1 },
  days: { most: MAX_COUPON_DAYS, unit: 100 },
  months: { most: MAX_COUPON_MONTHS, unit: 100 },
  credits: { most: MAX_COUPON_HUNDREDTHS, unit: 1 },
};

/** First release whose processes add the days and credits of a coupon. */
const BONUS_RELEASE = '0.22.0';

export async function createCoupon(
  ctx: AppContext,
  { actor, body, requestMeta }: Input,
): Promise<HandlerResult<typeof declaration>> {
  const today = localDay(ctx.clock.now(), ctx.clock.timeZone);
  const startsOn = body.startsOn ?? today;
  const terms = { kind: body.kind, amount: body.amount / amounts[body.kind].unit };
  refuseFields(findProblems(body, terms, { startsOn, today }));
  const id = await ctx.db.tx(async (tx) => {
    // Locks the account, because two requests at once would each count only their own coupon.
    await tx.first(sql`select from accounts where id = ${actor.id} for no key update`);
    if (body.kind !== 'percent' && body.kind !== 'value')
      await refuseWhileOlderServes(tx, BONUS_RELEASE);
    await refuseTaken(tx, actor.id, body.code);
    await refuseTooMany(tx, actor.id, today);
    const priceProblem = await findPriceProblem(tx, actor.id, terms, body);
    if (priceProblem) refuseFields({ amount: priceProblem });
    const lines = await refuseForeignLines(tx, actor.id, body.lines);
    const row = await tx.first<{ id: number }>(
      sql`
        with coupon as (
          insert into coupons (account_id, code, kind, amount, least_credits, plans, audiences,
            is_once_per_customer, most_uses, starts_on, ends_on, created_at)
          values (${actor.id}, ${body.code}, ${terms.kind}, ${terms.amount}, ${body.leastCredits ?? null},
            ${[...new Set(body.plans)]}::smallint[], ${[...new Set(body.audiences)]}::text[],
            ${body.oncePerCustomer}, ${body.mostUses ?? null}, ${startsOn}, ${body.endsOn}, ${ctx.clock.now()})
          returning id
        ), chosen as (
          insert into coupon_lines (coupon_id, line_id)
          select coupon.id, line_id from coupon, unnest(${lines}::bigint[]) line_id
        )
        select id from coupon`,
    );
    await tx.run(
      combineCtes({
        event: insertEventCte(requestMeta, {
          kind: 'coupon-created',
          actorId: actor.id,
          after: { coupon: body.code, discount: couponAmountText(terms), until: body.endsOn },
        }),
      }),
    );
    return row!.id;
  });
  return { id, code: body.code, message: `Cupom ${body.code} criado` };
}

interface Days {
  readonly startsOn: string;
  readonly today: string;
}

function findProblems(
  { kind, endsOn, leastCredits, plans, audiences, lines }: Body,
  { amount }: CouponTerms,
  { startsOn, today }: Days,
): Record<string, string> {
  const { most } = amounts[kind];
  const isTopUp = kind === 'credits';
  const problems: Record<string, string> = {};
  if (!Number.isInteger(amount) || amount < 1)
    problems['amount'] = 'Use um número inteiro, a partir de 1.';
  if (amount > most) problems['amount'] = `O máximo é ${couponAmountText({ kind, amount: most })}.`;
  if (startsOn < today) problems['startsOn'] = 'O primeiro dia não pode estar no passado.';
  if (endsOn < startsOn) problems['endsOn'] = 'O último dia não pode vir antes do primeiro.';
  if (daysBetween(today, endsOn) > MAX_COUPON_VALIDITY_DAYS)
    problems['endsOn'] = 'Um cupom vale no máximo um ano.';
  if (isTopUp && leastCredits === undefined)
    problems['leastCredits'] = 'Diga de quantos créditos a recarga deve ser.';
  if (!isTopUp && leastCredits !== undefined)
    problems['leastCredits'] = 'Só um cupom de créditos tem recarga mínima.';
  if (isTopUp && plans.length > 0) problems['plans'] = 'Um cupom de créditos não tem planos.';
  if (isTopUp && audiences.length > 0)
    problems['audiences'] = 'Um cupom de créditos vale para todas as suas revendas.';
  if (audiences.includes('chosen') !== lines.length > 0)
    problems['lines'] = 'Escolha pelo menos um cliente.';
  return problems;
}

async function refuseTaken(tx: Tx, accountId: number, code: string): Promise<void> {
  const taken = await tx.first(
    sql`select from coupons where account_id = ${accountId} and code = ${code}`,
  );
  if (!taken) return;
  const values = { code };
  const text = errorText('coupon_code_taken', values);
  refuse('coupon_code_taken', { values, fields: { code: text } });
}

async function refuseTooMany(tx: Tx, accountId: number, today: string): Promise<void> {
  const row = await tx.first<{ count: number }>(sql`
    select count(*) as count from coupons
    where account_id = ${accountId} and not is_personal and ended_at is null and ends_on >= ${today}::date`);
  if (row!.count >= MAX_COUPONS) refuse('coupons_too_many', { values: { most: MAX_COUPONS } });
}

async function refuseForeignLines(
  tx: Tx,
  accountId: number,
  chosen: readonly number[],
): Promise<number[]> {
  const lines = [...new Set(chosen)];
  if (lines.length === 0) return lines;
  const row = await tx.first<{ count: number }>(sql`
    select count(*) as count from lines
    where id = any(${lines}::bigint[]) and owner_id = ${accountId} and deleted_at is null`);
  if (row!.count !== lines.length)
    refuseFields({ lines: 'Um dos clientes escolhidos não é seu ou não existe mais.' });
  return lines;
}
