/**
 * A bought hostname for a further year: by its owner or an admin, or by itself fifteen days before its end.
 * The credits are always the owner's, and a renewal goes the way of a purchase.
 */
import type { HandlerResult } from '@ramal/contract/api/endpoint';
import { Refusal, refuse } from '@ramal/contract/api/errors';
import type { renewHostname as declaration } from '@ramal/contract/operations/hostnames';
import { DAY_MS } from '@ramal/contract/rules/durations';
import sql, { type Sql } from 'sql-template-tag';
import { chargeCte, lockWallets, type LedgerActor } from '../credits/credits.ts';
import { type EventOrigin, insertEventCte } from '../events/events.ts';
import type { AppContext } from '../foundation/app-context.ts';
import { combineCtes, type Tx, violatedConstraint } from '../foundation/database.ts';
import type { Call } from '../foundation/http/bind.ts';
import { runOncePerKey } from '../foundation/idempotency.ts';
import type { Job } from '../foundation/jobs.ts';
import { LEASE_MS } from './advance-purchase.ts';
import { advanceAtOnce } from './create-hostname.ts';
import { actedOnBy } from './list-hostnames.ts';
import { creditsOf } from './offers.ts';
import type { Registrar } from './registrar.ts';
import { sandboxRegistrar } from './sandbox-registrar.ts';

type Answer = HandlerResult<typeof declaration>;

const messages = {
  processing: 'Renovação em andamento: o painel continua sozinho',
  done: 'DNS renovado com sucesso!',
  refunded: 'O registrador recusou o pedido e os créditos voltaram',
} as const;

const YEARS = 1;

interface Renewable {
  readonly name: string;
  readonly ownerId: number;
  readonly ownerProfile: LedgerActor['actor']['profile'];
  readonly expiresAt: Date;
}

const renewable = (tx: Tx, condition: Sql): Promise<Renewable | undefined> =>
  tx.first<Renewable>(sql`
    select h.name, h.owner_id as "ownerId", a.profile as "ownerProfile", h.expires_at as "expiresAt"
    from hostnames h join accounts a on a.id = h.owner_id
    where h.price_cents is not null and h.state = 'active' and h.removed_at is null
      and h.expires_at is not null and ${condition}
    for no key update of h`);

export async function renewHostname(
  ctx: AppContext,
  registrar: Registrar,
  call: Call<typeof declaration>,
): Promise<Answer> {
  const { actor, body, requestMeta } = call;
  if (!actor.hasSecondFactor) refuse('second_factor_required');
  const begun = await oneAtATime(() =>
    ctx.db.tx((tx) =>
      runOncePerKey(tx, call, async () => {
        const hostname = await renewable(tx, sql`h.name = ${body.domain} and ${actedOnBy(actor)}`);
        if (!hostname) return refuse('hostname_not_found');
        const id = await reserve(ctx, tx, registrar, hostname, {
          actorId: actor.id,
          origin: requestMeta,
          apiKey: requestMeta.apiKey,
        });
        return { id, message: messages.processing, state: 'processing' as const };
      }),
    ),
  );
  const state = await advanceAtOnce(ctx, registrar, begun.id);
  return { id: begun.id, message: messages[state], state };
}

interface Orderer {
  readonly actorId: number | null;
  readonly origin: EventOrigin;
  readonly apiKey?: LedgerActor['requestMeta']['apiKey'];
}

async function reserve(
  { clock, config }: AppContext,
  tx: Tx,
  registrar: Registrar,
  { name, ownerId, ownerProfile, expiresAt }: Renewable,
  { actorId, origin, apiKey }: Orderer,
): Promise<number> {
  const cents = registrar.renewCents(name) ?? refuse('registrar_silent');
  const isSeller = ownerProfile !== 'admin';
  const credits = isSeller ? creditsOf(config, cents) * 100 : 0;
  const wallets = await lockWallets(tx, [ownerId]);
  const now = clock.now();
  const made = await tx.first<{ id: number }>(sql`
    insert into hostname_purchases
      (name, buyer_id, years, price_cents, credits, kind, ends_before, created_at, check_at)
    values (${name}, ${ownerId}, ${YEARS}, ${cents}, ${credits}, 'renewal', ${expiresAt}, ${now},
      ${new Date(now.getTime() + LEASE_MS)}) returning id`);
  const owner: LedgerActor = {
    actor: { id: ownerId, profile: ownerProfile },
    requestMeta: apiKey && actorId === ownerId ? { apiKey } : {},
  };
  const wallet = wallets.find(({ kind }) => kind === 'balance');
  await tx.run(
    combineCtes({
      ...chargeCte(owner, wallet, credits, {
        reason: 'hostname-bought',
        accountId: ownerId,
        note: name,
      }).parts,
      event: insertEventCte(origin, {
        kind: 'hostname-renewal-ordered',
        actorId,
        accountId: ownerId,
        after: { name, years: YEARS, hundredths: credits },
      }),
    }),
  );
  return made!.id;
}

async function oneAtATime<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (violatedConstraint(error) === 'hostname_purchases_open_key') refuse('hostname_renewing');
    throw error;
  }
}

const AHEAD_MS = 15 * DAY_MS;
const MOST_A_DAY = 1_000;
const origin: EventOrigin = { ip: null, requestId: 'hostnames' };

export async function renewDueHostnames(ctx: AppContext, registrar: Registrar): Promise<void> {
  const now = ctx.clock.now();
  const due = await ctx.db.many<{ id: number }>(sql`
    select id from hostnames
    where renews_itself and removed_at is null and state = 'active'
      and expires_at < ${new Date(now.getTime() + AHEAD_MS)}
      and (renewal_failed_at is null or renewal_failed_at < ${new Date(now.getTime() - DAY_MS / 2)})
    order by expires_at limit ${MOST_A_DAY}`);
  for (const { id } of due)
    try {
      await renewOne(ctx, registrar, id);
    } catch (error) {
      ctx.log.error({ err: error, hostname: id }, 'a hostname could not be renewed');
    }
}

/** Without credits nothing is ordered; the owner reads why in the log, and it is tried again the next day. */
async function renewOne(ctx: AppContext, registrar: Registrar, id: number): Promise<void> {
  try {
    const purchase = await oneAtATime(() =>
      ctx.db.tx(async (tx) => {
        const hostname = await renewable(tx, sql`h.id = ${id} and h.renews_itself`);
        return hostname && reserve(ctx, tx, registrar, hostname, { actorId: null, origin });
      }),
    );
    if (purchase !== undefined) await advanceAtOnce(ctx, registrar, purchase);
  } catch (error) {
    if (!(error instanceof Refusal) || error.code === 'hostname_renewing') throw error;
    const reason = error.code === 'insufficient_credits' ? 'Faltam créditos.' : error.message;
    await ctx.db.tx((tx) =>
      tx.run(sql`
        with failed as (
          update hostnames set renewal_failed_at = ${ctx.clock.now()} where id = ${id}
          returning name, owner_id
        )
        insert into events (at, kind, account_id, after, request, source)
        select ${ctx.clock.now()}, 'hostname-renewal-failed', owner_id,
          jsonb_build_object('name', name, 'reason', ${reason}::text), ${origin.requestId}, 0
        from failed`),
    );
  }
}

/** At 5:00 of São Paulo. */
export const renewHostnames: Job = {
  name: 'renew-hostnames',
  schedule: '0 8 * * *',
  work: (ctx) => renewDueHostnames(ctx, sandboxRegistrar(ctx)),
};
