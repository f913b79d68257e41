/**
 * Buys a hostname, or adds a hostname that an admin already owns. Source: V-69, V-70, V-71, V-72,
 * Q-DNSBUY, Q-2FAGATE.
 */
import { setTimeout as wait } from 'node:timers/promises';
import type { HandlerResult } from '@ramal/contract/api/endpoint';
import { refuse, refuseFields } from '@ramal/contract/api/errors';
import { type createHostname as declaration, isSold } from '@ramal/contract/operations/hostnames';
import { HOSTNAME_WRONG, readHostname } from '@ramal/contract/rules/host';
import sql from 'sql-template-tag';
import { chargeCte, hasWallet, lockWallets } from '../../credits/credits.ts';
import { insertEventCte, recordEvent } from '../../events/events.ts';
import type { AppContext } from '../../foundation/app-context.ts';
import { combineCtes, type Tx, violatedConstraint } from '../../foundation/database.ts';
import type { Call } from '../../foundation/http/bind.ts';
import { isReplay, runOncePerKey } from '../../foundation/idempotency.ts';
import { isRehearsed } from '../../foundation/rehearsal.ts';
import { advancePurchase, LEASE_MS, readPurchaseState } from './advance-purchase.ts';
import { callRegistrar, offerCredits } from './offers.ts';
import type { Offer, Registrar } from '../registrars/registrar.ts';
import type { Registrars } from '../registrars/registrars.ts';

type Input = Call<typeof declaration>;
type Answer = HandlerResult<typeof declaration>;

const messages = {
  processing: 'Compra em andamento: o painel continua sozinho',
  done: 'DNS comprado com sucesso!',
  refunded: 'O registrador recusou o pedido e os créditos voltaram',
} as const;

/** Time limit of the response; the order itself may take a minute and a half. */
const ANSWER_WITHIN_MS = 8_000;

/**
 * Runs the next steps of a purchase and returns its state, at the latest after ANSWER_WITHIN_MS.
 * The job continues an unfinished purchase.
 */
export async function advanceAtOnce(
  ctx: AppContext,
  registrars: Registrars,
  id: number,
): Promise<Answer['state']> {
  // A rehearsal sends no order, because the registrar cannot undo it.
  if (isRehearsed()) return 'processing';
  const work = advancePurchase(ctx, registrars, id).catch((error: unknown) =>
    ctx.log.warn({ err: error, purchase: id }, 'a hostname purchase will continue in the job'),
  );
  await Promise.race([work, wait(ANSWER_WITHIN_MS, undefined, { ref: false })]);
  return readShownState(ctx, id);
}

/**
 * Returns the current state of a purchase. A repeated call also reads the current state, so its
 * response is never older than the first response.
 */
export async function readShownState(ctx: AppContext, id: number): Promise<Answer['state']> {
  const state = await readPurchaseState(ctx, id);
  return state === 'done' || state === 'refunded' ? state : 'processing';
}

export async function createHostname(
  ctx: AppContext,
  registrars: Registrars,
  input: Input,
): Promise<Answer> {
  if (!input.actor.hasSecondFactor) refuse('second_factor_required');
  return input.body.manual ? addByHand(ctx, input) : buy(ctx, registrars, input);
}

/** Checks all fields before a fresh code is spent. */
export async function checkHostname(registrars: Registrars, { actor, body }: Input): Promise<void> {
  if (!actor.hasSecondFactor) return;
  if (body.manual) {
    const isWrong = !hasWallet(actor) && readHostname(body.domain) === undefined;
    return refuseFields(isWrong ? { domain: HOSTNAME_WRONG } : {});
  }
  refuseFields({
    ...(isSold(body.domain) ? {} : { domain: 'Preencha os campos corretamente!' }),
    ...(hasWallet(actor) || body.description !== undefined
      ? {}
      : { description: 'descrição não informada! O campo é obrigatório!' }),
  });
  // Checks the offer only if the duration is missing. An offer of several years requires a
  // duration. The panel always sends a duration, so this check concerns other clients.
  if (body.duration === undefined) await freeOffer(await registrars.current(), { body });
}

async function buy(ctx: AppContext, registrars: Registrars, input: Input): Promise<Answer> {
  const { key } = input;
  // After the purchase, the name is no longer free. A repeated call must therefore return the first
  // result without checking the name again.
  const isRepeated = key !== undefined && (await isReplay(ctx.db, input.actor, key));
  const offered = isRepeated ? undefined : await freeOffer(await registrars.current(), input);
  let isMade = false;
  const reservation = await once(ctx, input, async (tx) => {
    isMade = true;
    return reserve(ctx, tx, input, offered ?? refuse('key_reused'));
  });
  // Only the call that created the purchase has its lease.
  const state = isMade
    ? await advanceAtOnce(ctx, registrars, reservation.id)
    : await readShownState(ctx, reservation.id);
  return { id: reservation.id, message: messages[state], state };
}

interface HostnameOffer extends Pick<Offer, 'renewCents'> {
  readonly registrar: Registrar['kind'];
  readonly years: number;
  readonly cents: number;
}

/**
 * Returns the offer for a free name at the registrar's price. Refuses if our balance at the
 * registrar does not cover the price. This check runs before credits are charged.
 */
async function freeOffer(
  registrar: Registrar,
  { body }: Pick<Input, 'body'>,
): Promise<HostnameOffer> {
  const { domain: name, duration } = body;
  const { available } = await callRegistrar(() => registrar.check([name]));
  const offer =
    available.find((candidate) => candidate.name === name) ?? refuse('hostname_not_free');
  const years = duration ?? (offer.years === 1 ? 1 : 0);
  refuseFields(years < offer.years ? { duration: 'Você deve selecionar um vencimento!' } : {});
  const cents = priceOf(offer, years);
  const balance = await callRegistrar(() => registrar.balanceCents());
  if (balance < cents) refuse('registrar_without_funds');
  return { registrar: registrar.kind, years, cents, renewCents: offer.renewCents };
}

/**
 * Price of `term` years: the price of the years that the offer covers, plus the renewal price of
 * each further year.
 */
const priceOf = ({ priceCents, renewCents, years }: Offer, term: number): number =>
  priceCents + (term - years) * renewCents;

async function reserve(
  { clock, config }: AppContext,
  tx: Tx,
  input: Input,
  { registrar, years, cents, renewCents }: HostnameOffer,
): Promise<Answer> {
  const { actor, body, requestMeta } = input;
  const credits = hasWallet(actor) ? offerCredits(config, cents) * 100 : 0;
  const wallets = await lockWallets(tx, [actor.id]);
  const wallet = wallets.find(({ kind }) => kind === 'balance');
  const now = clock.now();
  const inserted = await tx.first<{ id: number }>(sql`
    insert into hostname_purchases
      (name, buyer_id, years, price_cents, renew_cents, credits, registrar, created_at, check_at)
    values (${body.domain}, ${actor.id}, ${years}, ${cents}, ${renewCents}, ${credits}, ${registrar}, ${now},
      ${new Date(now.getTime() + LEASE_MS)}) returning id`);
  await tx.run(
    combineCtes({
      ...chargeCte(input, wallet, credits, {
        reason: 'hostname-bought',
        accountId: actor.id,
        note: body.domain,
      }).parts,
      hostname: sql`
        insert into hostnames
          (name, owner_id, description, price_cents, renew_cents, registrar, state, created_at)
        values (${body.domain}, ${actor.id}, ${body.description ?? null}, ${cents}, ${renewCents}, ${registrar},
          'preparing', ${now})`,
      event: insertEventCte(requestMeta, {
        kind: 'hostname-bought',
        actorId: actor.id,
        after: { name: body.domain, years, hundredths: credits },
      }),
    }),
  );
  return { id: inserted!.id, message: messages.processing, state: 'processing' };
}

async function addByHand(ctx: AppContext, input: Input): Promise<Answer> {
  const { actor, body, requestMeta } = input;
  if (hasWallet(actor)) refuse('forbidden');
  return once(ctx, input, async (tx) => {
    const inserted = await tx.first<{ id: number }>(sql`
      insert into hostnames (name, owner_id, description, state, created_at)
      values (${body.domain}, ${actor.id}, ${body.description ?? null}, 'active', ${ctx.clock.now()})
      returning id`);
    await recordEvent(tx, requestMeta, {
      kind: 'hostname-added',
      actorId: actor.id,
      after: { name: body.domain },
    });
    return { id: inserted!.id, message: 'DNS cadastrado com sucesso!', state: 'done' };
  });
}

async function once(
  ctx: AppContext,
  input: Input,
  work: (tx: Tx) => Promise<Answer>,
): Promise<Answer> {
  try {
    return await ctx.db.tx((tx) => runOncePerKey(tx, input, () => work(tx)));
  } catch (error) {
    const violated = violatedConstraint(error);
    if (violated === 'hostnames_name_key' || violated === 'hostname_purchases_open_key')
      refuse('hostname_taken');
    throw error;
  }
}
