/**
 * A purchase goes on from wherever it stands: the order is sent once, an unknown outcome is read from the
 * registrar until it is known, then records are made, or the credits go back. The request begins it and a
 * job ends what a failure or a stopped process left. Source: Q-DNSBUY.
 */
import { HOUR_MS, MINUTE_MS } from '@ramal/contract/rules/durations';
import sql from 'sql-template-tag';
import { lockWallets, moveCreditsCte } from '../credits/credits.ts';
import { insertEventCte } from '../events/events.ts';
import type { AppContext } from '../foundation/app-context.ts';
import { combineCtes, type Tx } from '../foundation/database.ts';
import { type Registrar, RegistrarRefusal } from './registrar.ts';

/** Longer than the slowest order: nobody else works on a purchase meanwhile. */
export const LEASE_MS = 5 * MINUTE_MS;
/** An order that the registrar has not shown for so long did not happen. */
const UNSEEN_MS = HOUR_MS;

/** From where the job acts: no person's address and no request. */
const origin = { ip: null, requestId: 'hostnames' } as const;

interface Purchase {
  readonly id: number;
  readonly name: string;
  readonly buyerId: number;
  readonly years: number;
  readonly credits: number;
  readonly state: 'reserved' | 'ordered' | 'registered' | 'done' | 'refunded';
  readonly orderedAt: Date | null;
  readonly kind: 'new' | 'renewal';
  /** Of a renewal: when the name ended before it. */
  readonly endsBefore: Date | null;
}

const columns = sql`id, name, buyer_id as "buyerId", years, credits, state, ordered_at as "orderedAt",
  kind, ends_before as "endsBefore"`;

export async function readPurchaseState(
  { db }: AppContext,
  id: number,
): Promise<Purchase['state'] | undefined> {
  const row = await db.first<Purchase>(
    sql`select ${columns} from hostname_purchases where id = ${id}`,
  );
  return row?.state;
}

/** The caller holds the purchase's lease. */
export async function advancePurchase(
  ctx: AppContext,
  registrar: Registrar,
  id: number,
): Promise<void> {
  const purchase = await ctx.db.first<Purchase>(
    sql`select ${columns} from hostname_purchases where id = ${id}`,
  );
  if (purchase?.state === 'reserved') await order(ctx, registrar, purchase);
  else if (purchase?.state === 'ordered') await reconcile(ctx, registrar, purchase);
  else if (purchase?.state === 'registered') await finish(ctx, registrar, purchase);
}

/** That the order goes out is written down before it does, so that it is never sent twice. */
async function order(ctx: AppContext, registrar: Registrar, purchase: Purchase): Promise<void> {
  const now = ctx.clock.now();
  const isOurs = await ctx.db.tx((tx) =>
    tx.run(sql`
      update hostname_purchases set state = 'ordered', ordered_at = ${now}
      where id = ${purchase.id} and state = 'reserved'`),
  );
  if (isOurs === 0) return;
  try {
    await (purchase.kind === 'renewal' ? registrar.renew(purchase) : registrar.register(purchase));
  } catch (error) {
    if (!(error instanceof RegistrarRefusal)) throw error;
    await refund(ctx, purchase, error.message);
    return;
  }
  await markRegistered(ctx, registrar, purchase);
}

async function reconcile(ctx: AppContext, registrar: Registrar, purchase: Purchase): Promise<void> {
  if (hasHappened(purchase, await registrar.read(purchase.name))) {
    await markRegistered(ctx, registrar, purchase);
    return;
  }
  const waited = ctx.clock.now().getTime() - purchase.orderedAt!.getTime();
  if (waited >= UNSEEN_MS) await refund(ctx, purchase, 'O registrador não confirmou o pedido.');
}

type Registered = Awaited<ReturnType<Registrar['read']>>;

/** A new name is there; a renewed one ends later than it did. */
const hasHappened = ({ endsBefore }: Purchase, registered: Registered): boolean =>
  registered !== undefined && (endsBefore === null || registered.expiresAt > endsBefore);

async function markRegistered(
  ctx: AppContext,
  registrar: Registrar,
  purchase: Purchase,
): Promise<void> {
  await ctx.db.tx((tx) =>
    tx.run(
      sql`update hostname_purchases set state = 'registered' where id = ${purchase.id} and state = 'ordered'`,
    ),
  );
  await finish(ctx, registrar, purchase);
}

async function finish(ctx: AppContext, registrar: Registrar, purchase: Purchase): Promise<void> {
  const isNew = purchase.kind === 'new';
  if (isNew) await registrar.makeRecords(purchase.name);
  const registered = await registrar.read(purchase.name);
  // It was registered a moment ago: the registrar is late, and is asked again.
  if (!registered || !hasHappened(purchase, registered)) return;
  await ctx.db.tx(async (tx) => {
    if (!(await close(tx, purchase, 'done', null))) return;
    await tx.run(sql`
      update hostnames set state = 'active', expires_at = ${registered.expiresAt},
        renewal_failed_at = null
      where name = ${purchase.name}`);
    await tx.run(
      insertEventCte(origin, {
        kind: isNew ? 'hostname-ready' : 'hostname-renewed',
        actorId: null,
        accountId: purchase.buyerId,
        after: { name: purchase.name },
      }),
    );
  });
}

/** By a counter-entry, in the transaction that takes the name off the list. */
async function refund(ctx: AppContext, purchase: Purchase, reason: string): Promise<void> {
  const { buyerId, credits, name } = purchase;
  await ctx.db.tx(async (tx) => {
    const wallets = await lockWallets(tx, [buyerId]);
    if (!(await close(tx, purchase, 'refunded', reason))) return;
    const wallet = wallets.find(({ kind }) => kind === 'balance');
    const returned =
      wallet && credits > 0
        ? moveCreditsCte(
            { actor: { id: buyerId, profile: 'reseller' }, requestMeta: {} },
            'consumption',
            wallet,
            credits,
            { reason: 'hostname-returned', accountId: buyerId, note: name },
          )
        : {};
    await tx.run(
      combineCtes({
        ...returned,
        // A name that is only to be renewed is active.
        hostname: sql`delete from hostnames where name = ${name} and state = 'preparing'`,
        event: insertEventCte(origin, {
          kind: 'hostname-refunded',
          actorId: null,
          accountId: buyerId,
          after: { name, hundredths: credits, reason },
        }),
      }),
    );
  });
}

/** False where another has closed it. */
async function close(
  tx: Tx,
  { id }: Purchase,
  state: 'done' | 'refunded',
  reason: string | null,
): Promise<boolean> {
  const closed = await tx.run(sql`
    update hostname_purchases set state = ${state}, reason = ${reason}, check_at = null
    where id = ${id} and state not in ('done', 'refunded')`);
  return closed > 0;
}
