/**
 * Renews a customer for a tool, once for each line, plan and paid period within some minutes,
 * because tools repeat a call after a timeout. The idempotency key of the call is derived from
 * these three. A repetition finds the period from which the first call renewed in the history of
 * the line. A parallel repetition derives the same key and waits for it.
 */
import { createHash } from 'node:crypto';
import type { HandlerResult } from '@ramal/contract/api/endpoint';
import { refuse } from '@ramal/contract/api/errors';
import { MINUTE_MS } from '@ramal/contract/rules/durations';
import { getPlanTerm } from '@ramal/contract/rules/plans';
import type { renewSigmaCustomer } from '@ramal/contract/sigma/sigma';
import sql from 'sql-template-tag';
import { z } from 'zod';
import type { AppContext } from '../foundation/app-context.ts';
import type { Caller, IdempotencyKey } from '../foundation/caller.ts';
import type { Call } from '../foundation/http/bind.ts';
import { toStoredKey } from '../foundation/http/idempotency-key.ts';
import { extendLine, findAccessibleLine, type Line, promoteLine } from '../lines/lines.ts';
import type { Offer } from '../offers/offers.ts';
import { readLineMessage } from '../reminders/reminders.ts';
import { findSoldOffer, refuseOtherAccount } from './create-customer.ts';
import { findCustomerLine, toCustomer } from './serialize-customer.ts';

/** Repetitions within this time are the same renewal. */
const REPEAT_MS = 10 * MINUTE_MS;

const storedAnswer = z.object({ id: z.int() });

export async function renewCustomer(
  ctx: AppContext,
  call: Call<typeof renewSigmaCustomer>,
): Promise<HandlerResult<typeof renewSigmaCustomer>> {
  const { actor, body } = call;
  await refuseOtherAccount(ctx, actor.id, body.userId);
  const offer = await findSoldOffer(ctx, actor.id, body.packageId);
  const line = await findCustomerLine(ctx, call, { username: body.username });
  await renewOnce(ctx, call, line, offer);
  const renewed = await findAccessibleLine(ctx.db, actor, { id: line.id }, ctx.clock.now());
  const customer = {
    ...(await toCustomer(ctx, call, renewed)),
    customerRenewConfirmationTemplate: await writeConfirmation(ctx, call, line.id),
  };
  return { data: customer, ...customer };
}

async function renewOnce(ctx: AppContext, call: Caller, line: Line, offer: Offer): Promise<void> {
  const { sells, platform } = offer;
  if (!('months' in sells) || platform !== line.platform)
    return refuse('invalid_fields', {
      fields: { packageId: 'Escolha um plano de meses da plataforma deste cliente.' },
    });
  const { hundredths } = getPlanTerm(sells.months);
  const key = call.key
    ? { ...call.key, answer: storedAnswer }
    : await deriveKey(ctx, call, line, sells.months);
  // The time of the event is compared with the clock when a repetition arrives.
  const requestMeta = { ...call.requestMeta, at: ctx.clock.now() };
  const caller: Caller = { actor: call.actor, requestMeta, key };
  const present = () => ({ id: line.id });
  await (line.isTrial
    ? promoteLine(ctx, caller, { id: line.id, platform: line.platform, hundredths }, present)
    : extendLine(ctx, caller, { lineRef: { id: line.id }, hundredths, present }));
}

/** Returns the key of a renewal from the present period, or of one that a repetition means. */
async function deriveKey(
  { db, clock }: AppContext,
  { actor }: Caller,
  line: Line,
  months: number,
): Promise<IdempotencyKey> {
  const since = new Date(clock.now().getTime() - REPEAT_MS);
  const renewals = await db.many<{ period: string }>(sql`
    select before ->> 'expiresAt' as period from events
    where line_id = ${line.id} and kind in ('line-extended', 'line-promoted') and at > ${since}
    order by id desc`);
  const present = line.expiresAt.toISOString();
  const keys = [...renewals.map(({ period }) => period), present].map((period) =>
    keyOf(`sigma-renewal ${line.id} ${months} ${period}`),
  );
  const used = await db.first<{ id: string }>(sql`
    select key as id from idempotency_keys
    where account_id = ${actor.id} and key = any(${keys.map(({ id }) => id)}::uuid[]) limit 1`);
  return keys.find(({ id }) => id === used?.id) ?? keys.at(-1)!;
}

const keyOf = (text: string): IdempotencyKey => ({
  id: toStoredKey(text),
  fingerprint: createHash('sha256').update(text).digest(),
  answer: storedAnswer,
});

/** Writes the account's own text after a renewal, which contains the new expiry. */
async function writeConfirmation(
  ctx: AppContext,
  call: Call<typeof renewSigmaCustomer>,
  id: number,
): Promise<string> {
  const { actor, requestMeta } = call;
  const message = await readLineMessage(ctx, {
    actor,
    requestMeta,
    key: undefined,
    params: { id },
    query: undefined,
    body: { occasion: 'renewed' },
  });
  return message.text ?? '';
}
