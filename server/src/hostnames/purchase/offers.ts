/** Searches for free names and calculates their price for the caller. */
import { refuse } from '@ramal/contract/api/errors';
import type { HostnameOffer } from '@ramal/contract/operations/hostnames';
import sql from 'sql-template-tag';
import { hasWallet } from '../../credits/credits.ts';
import type { AppContext } from '../../foundation/app-context.ts';
import type { Actor } from '../../foundation/caller.ts';
import type { Reader } from '../../foundation/database.ts';
import type { Config } from '../../foundation/config.ts';
import { ProviderError } from '../../foundation/provider-error.ts';
import type { Availability, Offer } from '../registrars/registrar.ts';
import type { Registrars } from '../registrars/registrars.ts';

/** Price in whole credits, rounded up so that no name is sold below its cost. */
export const offerCredits = (
  { hostnameCreditCents }: Pick<Config, 'hostnameCreditCents'>,
  cents: number,
): number => Math.ceil(cents / hostnameCreditCents);

/**
 * Sends a read to the registrar. Reads move no money, so after a missing answer the caller may
 * repeat the request.
 */
export async function callRegistrar<Answer>(ask: () => Promise<Answer>): Promise<Answer> {
  try {
    return await ask();
  } catch (error) {
    // The caller sees a general error. Only the settings show the registrar's message, to the
    // operator.
    if (error instanceof ProviderError) return refuse('registrar_silent');
    throw error;
  }
}

/**
 * Checks which names are free, and their prices. A name that is already in the panel is
 * unavailable, because its purchase would be rejected.
 */
export async function verifyHostnames(
  { db, config }: AppContext,
  registrars: Registrars,
  actor: Actor,
  domains: readonly string[],
) {
  const names = [...new Set(domains)];
  const availability: Availability = await callRegistrar(async () =>
    (await registrars.current()).check(names),
  );
  const taken = await findTakenNames(
    db,
    availability.available.map(({ name }) => name),
  );
  const offers = availability.available.filter(({ name }) => !taken.has(name));
  return {
    reply: {
      code: 300 as const,
      invalid: [...availability.invalid],
      available: offers.map((offer) => shown(config, actor, offer)),
      unavailable: [...availability.unavailable, ...taken],
    },
  };
}

async function findTakenNames(reader: Reader, names: readonly string[]): Promise<Set<string>> {
  const rows = await reader.many<{ name: string }>(sql`
    select name from hostnames where name = any(${names}::text[])
    union select name from hostname_purchases
    where name = any(${names}::text[]) and state in ('reserved', 'ordered', 'registered')`);
  return new Set(rows.map(({ name }) => name));
}

function shown(config: Config, actor: Actor, offer: Offer): HostnameOffer {
  const { name, priceCents, renewCents, years } = offer;
  const isSeller = hasWallet(actor);
  return {
    domain: name,
    price: isSeller ? null : priceCents / 100,
    renew: isSeller ? null : renewCents / 100,
    credits: isSeller ? offerCredits(config, priceCents) : null,
    creditsRenew: isSeller ? offerCredits(config, renewCents) : null,
    duration: years,
  };
}
