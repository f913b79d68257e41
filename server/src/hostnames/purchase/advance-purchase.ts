/**
 * Continues a purchase from its stored state. The order is sent only once. If the outcome of the
 * order is unknown, the registrar is queried until it is known. Then the zone and the record are
 * created, or the credits are refunded. The request runs as many steps as it can. A job runs the
 * remaining steps after a failure, a delay or a stopped process. Source: Q-DNSBUY.
 */
import { HOUR_MS, MINUTE_MS } from '@ramal/contract/rules/durations';
import sql from 'sql-template-tag';
import type { AppContext } from '../../foundation/app-context.ts';
import type { Reader } from '../../foundation/database.ts';
import { isProviderRejection } from '../../foundation/provider-error.ts';
import type { Registrar } from '../registrars/registrar.ts';
import type { Registrars } from '../registrars/registrars.ts';
import { endPurchase, refundPurchase } from './end-purchase.ts';
import { makeZone } from './make-zone.ts';
import type { Purchase } from './purchase.ts';

/**
 * Duration of a worker's lease on a purchase. It is longer than the slowest order, so no other
 * worker processes the purchase while the order runs.
 */
export const LEASE_MS = 5 * MINUTE_MS;
export const RETRY_MS = MINUTE_MS;
/** If the registrar does not show an order after this time, the order is considered failed. */
const UNSEEN_MS = HOUR_MS;

const find = (reader: Reader, id: number): Promise<Purchase | undefined> =>
  reader.first<Purchase>(sql`
    select id, name, buyer_id, years, price_cents::int as price_cents, credits::int as credits, state,
      created_at, ordered_at, kind, ends_before, registrar,
      check_at
    from hostname_purchases where id = ${id}`);

export const readPurchaseState = async (
  { db }: AppContext,
  id: number,
): Promise<Purchase['state'] | undefined> => (await find(db, id))?.state;

/**
 * Runs the next steps of a purchase. The caller must have the lease. At the end the lease is
 * released, unless another worker has claimed it in the meantime. The next attempt is a minute
 * later.
 */
export async function advancePurchase(
  ctx: AppContext,
  registrars: Registrars,
  id: number,
): Promise<void> {
  const purchase = await find(ctx.db, id);
  if (!purchase || purchase.state === 'done' || purchase.state === 'refunded') return;
  try {
    await advance(ctx, registrars, purchase);
  } finally {
    const again = new Date(ctx.clock.now().getTime() + RETRY_MS);
    await ctx.db.tx((tx) =>
      tx.run(sql`
        update hostname_purchases set check_at = ${again}
        where id = ${id} and check_at > ${again} and check_at = ${purchase.checkAt}`),
    );
  }
}

async function advance(ctx: AppContext, registrars: Registrars, purchase: Purchase): Promise<void> {
  const registrar = await registrars.get(purchase.registrar);
  const step = { ctx, registrars, registrar, purchase };
  if (purchase.state === 'reserved') await order(step);
  else if (purchase.state === 'ordered') await reconcile(step);
  else await finish(step);
}

interface Step {
  readonly ctx: AppContext;
  readonly registrars: Registrars;
  readonly registrar: Registrar;
  readonly purchase: Purchase;
}

/** Records the order before it is sent, so that it is never sent twice. */
async function order(step: Step): Promise<void> {
  const { ctx, registrar, purchase } = step;
  const objection = await objectionTo(step);
  if (objection) return refundPurchase(ctx, purchase, objection.reason, objection.endsAt);
  const isOurs = await ctx.db.tx((tx) =>
    tx.run(sql`
      update hostname_purchases set state = 'ordered', ordered_at = ${ctx.clock.now()}
      where id = ${purchase.id} and state = 'reserved'`),
  );
  if (isOurs === 0) return;
  const ordered = { ...purchase, state: 'ordered' as const };
  try {
    const { paidCents } = await (purchase.kind === 'renewal'
      ? registrar.renew(purchase)
      : registrar.register(purchase));
    await markRegistered({ ...step, purchase: ordered }, paidCents);
  } catch (error) {
    if (!isProviderRejection(error)) throw error;
    await refundPurchase(ctx, ordered, `O registrador recusou: ${error.message}`);
  }
}

interface Objection {
  readonly reason: string;
  /** Expiry at the registrar, if it is later than the expiry stored in the panel. */
  readonly endsAt?: Date;
}

/** Returns the reason why the order must not be sent. Undefined if nothing prevents it. */
async function objectionTo({ ctx, registrar, purchase }: Step): Promise<Objection | undefined> {
  const { kind, name, priceCents, endsBefore, createdAt } = purchase;
  try {
    const [registered, balance] = [await registrar.read(name), await registrar.balanceCents()];
    if (kind === 'new' && registered)
      return { reason: 'Este nome já está na conta do registrador.' };
    if (kind === 'renewal' && !registered) return { reason: 'O registrador não tem este nome.' };
    if (registered && endsBefore && registered.expiresAt > endsBefore)
      return { reason: 'Este nome já foi renovado por fora.', endsAt: registered.expiresAt };
    return balance < priceCents ? { reason: 'Falta saldo no registrador.' } : undefined;
  } catch (error) {
    if (isProviderRejection(error)) return { reason: `O registrador recusou: ${error.message}` };
    if (ctx.clock.now().getTime() - createdAt.getTime() >= UNSEEN_MS)
      return { reason: 'O registrador não respondeu, e nada foi pedido.' };
    throw error;
  }
}

async function reconcile(step: Step): Promise<void> {
  const { ctx, registrar, purchase } = step;
  if (hasHappened(purchase, await registrar.read(purchase.name))) return markRegistered(step, null);
  const waited = ctx.clock.now().getTime() - purchase.orderedAt!.getTime();
  if (waited >= UNSEEN_MS)
    await refundPurchase(ctx, purchase, 'O registrador não confirmou o pedido.');
}

type RegisteredName = Awaited<ReturnType<Registrar['read']>>;

/** True if the new name exists, or if the renewed name expires later than before. */
const hasHappened = ({ endsBefore }: Purchase, registered: RegisteredName): boolean =>
  registered !== undefined && (endsBefore === null || registered.expiresAt > endsBefore);

async function markRegistered(step: Step, paidCents: number | null): Promise<void> {
  const { ctx, purchase } = step;
  await ctx.db.tx((tx) =>
    tx.run(sql`
      update hostname_purchases set state = 'registered', registered_at = ${ctx.clock.now()},
        paid_cents = ${paidCents}
      where id = ${purchase.id} and state = 'ordered'`),
  );
  await finish({ ...step, purchase: { ...purchase, state: 'registered' } });
}

async function finish({ ctx, registrars, registrar, purchase }: Step): Promise<void> {
  if (purchase.kind === 'new' && registrar.kind !== 'sandbox') {
    const isMade = await makeZone(ctx, { registrar, dns: await registrars.dns() }, purchase.name);
    if (!isMade) return;
  }
  const registered = await registrar.read(purchase.name);
  // A registrar may show a new registration late. The job then reads the name again.
  if (!registered || !hasHappened(purchase, registered)) return;
  await endPurchase(ctx, purchase, registered.expiresAt);
}
