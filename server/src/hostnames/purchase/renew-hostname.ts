/**
 * Renews a bought hostname for a year, for its owner or an admin. The owner always pays the
 * credits. A renewal has the same steps as a purchase.
 */
import type { HandlerResult } from '@ramal/contract/api/endpoint';
import { refuse } from '@ramal/contract/api/errors';
import type { renewHostname as declaration } from '@ramal/contract/operations/hostnames';
import type { RegistrarKind } from '@ramal/contract/operations/dns-providers';
import sql, { type Sql } from 'sql-template-tag';
import { chargeCte, lockWallets, type LedgerActor } from '../../credits/credits.ts';
import { type EventOrigin, insertEventCte } from '../../events/events.ts';
import type { AppContext } from '../../foundation/app-context.ts';
import { combineCtes, type Tx, violatedConstraint } from '../../foundation/database.ts';
import type { Call } from '../../foundation/http/bind.ts';
import { isReplay, runOncePerKey } from '../../foundation/idempotency.ts';
import { isManagedBy } from '../list-hostnames.ts';
import type { Registrars } from '../registrars/registrars.ts';
import { LEASE_MS } from './advance-purchase.ts';
import { advanceAtOnce, readShownState } from './create-hostname.ts';
import { callRegistrar, offerCredits } from './offers.ts';

type Answer = HandlerResult<typeof declaration>;

const messages = {
  processing: 'Renovação em andamento: o painel continua sozinho',
  done: 'DNS renovado com sucesso!',
  refunded: 'O registrador recusou o pedido e os créditos voltaram',
} as const;

const YEARS = 1;

interface Renewable {
  readonly name: string;
  readonly registrar: RegistrarKind;
  readonly ownerId: number;
  readonly ownerProfile: LedgerActor['actor']['profile'];
  readonly expiresAt: Date;
}

const selectRenewable = (condition: Sql): Sql => sql`
  select h.name, h.registrar, h.owner_id, a.profile as owner_profile, h.expires_at
  from hostnames h join accounts a on a.id = h.owner_id
  where h.registrar is not null and h.state = 'active' and h.removed_at is null
    and h.expires_at is not null and ${condition}`;

export async function renewHostname(
  ctx: AppContext,
  registrars: Registrars,
  call: Call<typeof declaration>,
): Promise<Answer> {
  const { actor, body, key, requestMeta } = call;
  if (!actor.hasSecondFactor) refuse('second_factor_required');
  const which = sql`h.name = ${body.domain} and ${isManagedBy(actor)}`;
  const isRepeated = key !== undefined && (await isReplay(ctx.db, actor, key));
  const cents = isRepeated ? undefined : await renewalPrice(ctx, registrars, which);
  let isMade = false;
  const reservation = await refuseConcurrentRenewal(() =>
    ctx.db.tx((tx) =>
      runOncePerKey(tx, call, async () => {
        isMade = true;
        const orderer = { actorId: actor.id, origin: requestMeta, apiKey: requestMeta.apiKey };
        const id = await reserveRenewal(ctx, tx, {
          which,
          cents: cents ?? refuse('key_reused'),
          orderer,
        });
        return { id, message: messages.processing, state: 'processing' as const };
      }),
    ),
  );
  const state = isMade
    ? await advanceAtOnce(ctx, registrars, reservation.id)
    : await readShownState(ctx, reservation.id);
  return { id: reservation.id, message: messages[state], state };
}

/**
 * Returns the current price of a further year. Refuses if our balance at the registrar does not
 * cover the price.
 */
export async function renewalPrice(
  { db }: AppContext,
  registrars: Registrars,
  which: Sql,
): Promise<number> {
  const hostname = await db.first<Renewable>(selectRenewable(which));
  const { name, registrar: kind } = hostname ?? refuse('hostname_not_found');
  const registrar = await registrars.get(kind);
  const cents = await callRegistrar(() => registrar.renewCents(name));
  if (cents === undefined) return refuse('registrar_silent');
  if ((await callRegistrar(() => registrar.balanceCents())) < cents)
    refuse('registrar_without_funds');
  return cents;
}

interface Orderer {
  /** Null for an automatic renewal, which has no actor. */
  readonly actorId: number | null;
  readonly origin: EventOrigin;
  readonly apiKey?: LedgerActor['requestMeta']['apiKey'];
}

interface RenewalReservation {
  readonly which: Sql;
  readonly cents: number;
  readonly orderer: Orderer;
}

export async function reserveRenewal(
  { clock, config }: AppContext,
  tx: Tx,
  { which, cents, orderer: { actorId, origin, apiKey } }: RenewalReservation,
): Promise<number> {
  const hostname = await tx.first<Renewable>(sql`${selectRenewable(which)} for no key update of h`);
  const { name, registrar, ownerId, ownerProfile, expiresAt } =
    hostname ?? refuse('hostname_not_found');
  const isSeller = ownerProfile !== 'admin';
  const credits = isSeller ? offerCredits(config, cents) * 100 : 0;
  const wallets = await lockWallets(tx, [ownerId]);
  const now = clock.now();
  const inserted = await tx.first<{ id: number }>(sql`
    insert into hostname_purchases (name, buyer_id, years, price_cents, renew_cents, credits, kind, registrar,
      ends_before, created_at, check_at)
    values (${name}, ${ownerId}, ${YEARS}, ${cents}, ${cents}, ${credits}, 'renewal', ${registrar}, ${expiresAt},
      ${now}, ${new Date(now.getTime() + LEASE_MS)}) returning id`);
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
  return inserted!.id;
}

export async function refuseConcurrentRenewal<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (violatedConstraint(error) === 'hostname_purchases_open_key') refuse('hostname_renewing');
    throw error;
  }
}
