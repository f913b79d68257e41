/**
 * Creates the zone of a bought name, its name servers at the registrar, and the record that points
 * to the player.
 */
import sql from 'sql-template-tag';
import type { AppContext } from '../../foundation/app-context.ts';
import type { Job } from '../../foundation/jobs.ts';
import { findRecord, syncRecord, setWantedRecord } from '../../zones/zones.ts';
import type { Registrar } from '../registrars/registrar.ts';
import { type BoughtNamesDns, type Registrars, getRegistrars } from '../registrars/registrars.ts';

const TTL_SECONDS = 300;

interface Outside {
  readonly registrar: Registrar;
  readonly dns: BoughtNamesDns;
}

/**
 * Creates the zone and records of a bought name. Every step can be repeated with the same result,
 * so a step without an answer is repeated. Returns false if the zone is not ready yet.
 */
export async function makeZone(
  ctx: AppContext,
  { registrar, dns }: Outside,
  name: string,
): Promise<boolean> {
  const { provider, mark, target } = dns;
  if (provider.kind === 'sandbox' || target === null) return false;
  const { nameServers } = await provider.ensureZone(name);
  if (nameServers.length > 0) await registrar.setNameServers(name, nameServers);
  await ctx.db.tx(async (tx) => {
    // A record of this name may already exist, for example a CNAME that an admin created. It is not
    // changed.
    if (await findRecord(tx, name)) return;
    const now = ctx.clock.now();
    await setWantedRecord(tx, { name, ip: target, ttl: TTL_SECONDS, now, followsTarget: true });
  });
  const state = await syncRecord(ctx, { provider, mark }, name);
  // A record that was edited at the provider (`foreign`) also counts as ready. It is not
  // overwritten, and the list shows the difference.
  return state === 'made' || state === 'foreign';
}

const MAX_PER_RUN = 10;

/**
 * Creates the zones of bought names again if they are missing: the zone was deleted, or the DNS
 * provider has changed.
 */
export async function remakeZones(ctx: AppContext, registrars: Registrars): Promise<void> {
  const dns = await registrars.dns();
  if (dns.provider.kind === 'sandbox') return;
  const lost = await ctx.db.many<{ name: string }>(sql`
    select h.name from hostnames h join dns_records r on r.name = h.name
    where h.registrar = 'namesilo' and h.state = 'active' and h.removed_at is null
      and r.follows_target and r.state = 'no-zone'
    order by r.check_at limit ${MAX_PER_RUN}`);
  for (const { name } of lost)
    try {
      await makeZone(ctx, { registrar: await registrars.get('namesilo'), dns }, name);
    } catch (error) {
      // If one name fails, the others are still processed.
      ctx.log.warn({ err: error, name }, 'a zone could not be created again');
    }
}

export const remakeLostZones: Job = {
  name: 'remake-lost-zones',
  schedule: '*/10 * * * *',
  work: (ctx) => remakeZones(ctx, getRegistrars(ctx)),
};
