/**
 * Checks whether networks block names. The server queries the networks' resolvers, and probe agents
 * report the answers of their own resolvers. Public resolvers provide the correct answer. If the
 * answer in a network differs twice in a row, the name counts as blocked there. A missing answer
 * changes nothing. Collected names are checked in their own network only. Hostnames that links may
 * contain are checked in all networks.
 */
import { Resolver } from 'node:dns/promises';
import sql, { type Sql } from 'sql-template-tag';
import { recordEvent } from '../../events/events.ts';
import type { AppContext } from '../../foundation/app-context.ts';
import type { Job } from '../../foundation/jobs.ts';
import { freshSince } from '../../reachability/reachability.ts';
import { HOSTNAME_KIND } from '../hostnames.sql.ts';
import { COLLECTED_KIND, isLinkable } from '../probed-hostnames.ts';

export const checkHostnameBlocks: Job = {
  name: 'check-hostname-blocks',
  schedule: '*/5 * * * *',
  work: checkNames,
};

interface CheckedHostname {
  readonly kind: typeof HOSTNAME_KIND | typeof COLLECTED_KIND;
  readonly id: number;
  readonly host: string;
  readonly network: string;
  readonly ownerId: number | null;
  readonly suspectedAt: Date | null;
  readonly blockedAt: Date | null;
}

/** Addresses of a name; empty if the name does not exist; undefined if the resolver failed. */
type Answer = ReadonlySet<string> | undefined;
type Comparison = 'same' | 'altered' | 'unknown';

const TIMEOUT_MS = 3_000;
const AT_ONCE = 20;

export async function checkNames(ctx: AppContext): Promise<void> {
  const agentAnswers = await placeAnswers(ctx);
  const places = [...new Set([...agentAnswers.values()].map(({ network }) => network))];
  const rows = await checkedRows(ctx, [...ctx.config.networkResolvers.keys(), ...places]);
  const queue = [...rows];
  const publicAnswers = new Map<string, Promise<Answer>>();
  const work = async () => {
    for (let row = queue.shift(); row; row = queue.shift()) {
      const { host, network } = row;
      const answer = publicAnswers.get(host) ?? publicAnswer(ctx, host);
      publicAnswers.set(host, answer);
      const resolver = ctx.config.networkResolvers.get(network);
      const networkAnswer = resolver
        ? await ask(resolver, host)
        : agentAnswers.get(keyOf(row))?.answer;
      await write(ctx, row, compare(await answer, networkAnswer));
    }
  };
  await Promise.all(Array.from({ length: Math.min(AT_ONCE, rows.length) }, work));
  await forgetGone(ctx);
}

const keyOf = ({ kind, id, network }: Pick<CheckedHostname, 'kind' | 'id' | 'network'>): string =>
  `${kind} ${id} ${network}`;

async function placeAnswers({ db, clock }: AppContext) {
  const rows = await db.many<{
    kind: CheckedHostname['kind'];
    id: number;
    network: string;
    addresses: string[];
  }>(sql`
    select r.kind, r.target_id as id, p.name as network, r.addresses
    from place_results r join probe_places p on p.id = r.place_id
    where p.revoked_at is null and r.at > ${freshSince(clock.now())} and r.addresses is not null
      and r.kind in (${HOSTNAME_KIND}, ${COLLECTED_KIND})`);
  return new Map(
    rows.map((row) => [
      keyOf(row),
      { network: row.network, answer: new Set(row.addresses) as Answer },
    ]),
  );
}

const checkedRows = ({ db }: AppContext, networks: readonly string[]): Promise<CheckedHostname[]> =>
  db.many<CheckedHostname>(sql`
    select ${COLLECTED_KIND} as kind, id, host, network, null::bigint as owner_id, suspected_at,
      blocked_at
    from collected_hostnames where network = any(${[...networks]}::text[])
    union all
    select ${HOSTNAME_KIND}, h.id, h.name, asked.network, h.owner_id, c.suspected_at, c.blocked_at
    from hostnames h cross join unnest(${[...networks]}::text[]) as asked (network)
    left join name_checks c on c.host = h.name and c.network = asked.network
    where ${isLinkable}
    order by host, network`);

/** Combines the answers of all public resolvers; undefined when none answered. */
async function publicAnswer({ config }: AppContext, host: string): Promise<Answer> {
  const answers = await Promise.all(config.publicResolvers.map((resolver) => ask(resolver, host)));
  const received = answers.filter((answer) => answer !== undefined);
  return received.length > 0 ? new Set(received.flatMap((answer) => [...answer])) : undefined;
}

async function ask(resolver: string, host: string): Promise<Answer> {
  const networkResolver = new Resolver({ timeout: TIMEOUT_MS, tries: 1 });
  networkResolver.setServers([resolver]);
  try {
    return new Set(await networkResolver.resolve4(host));
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    return code === 'ENOTFOUND' || code === 'ENODATA' ? new Set() : undefined;
  }
}

/**
 * Compares the addresses that public resolvers and a network return. Returns `unknown` if a
 * resolver failed, or if the name has no public address to compare with.
 */
function compare(publicAddresses: Answer, theirs: Answer): Comparison {
  if (!publicAddresses || !theirs || publicAddresses.size === 0) return 'unknown';
  return [...theirs].some((address) => publicAddresses.has(address)) ? 'same' : 'altered';
}

async function write(
  { db, clock }: AppContext,
  row: CheckedHostname,
  comparison: Comparison,
): Promise<void> {
  const now = clock.now();
  const { host, network, suspectedAt, blockedAt } = row;
  const isConfirmed = comparison === 'altered' && suspectedAt !== null && blockedAt === null;
  const isFree = comparison === 'same' && blockedAt !== null;
  const times: Record<Comparison, { suspected: Date | null; blocked: Date | null }> = {
    unknown: { suspected: suspectedAt, blocked: blockedAt },
    same: { suspected: null, blocked: null },
    altered: { suspected: suspectedAt ?? now, blocked: isConfirmed ? now : blockedAt },
  };
  await db.tx(async (tx) => {
    const updated = await tx.run(keep(row, times[comparison], now));
    if (updated === 0 || !(isConfirmed || isFree)) return;
    await recordEvent(
      tx,
      { ip: null, requestId: 'probe', at: now },
      {
        kind: isConfirmed ? 'hostname-blocked' : 'hostname-unblocked',
        actorId: null,
        accountId: row.ownerId,
        after: { name: host, carrier: network },
      },
    );
  });
}

const keep = (
  { kind, id, host, network }: CheckedHostname,
  { suspected, blocked }: { readonly suspected: Date | null; readonly blocked: Date | null },
  now: Date,
): Sql =>
  kind === COLLECTED_KIND
    ? sql`
        update collected_hostnames set checked_at = ${now}, suspected_at = ${suspected}, blocked_at = ${blocked}
        where id = ${id}`
    : sql`
        insert into name_checks (host, network, checked_at, suspected_at, blocked_at)
        values (${host}, ${network}, ${now}, ${suspected}, ${blocked})
        on conflict (host, network) do update set
          checked_at = excluded.checked_at, suspected_at = excluded.suspected_at, blocked_at = excluded.blocked_at`;

/**
 * Deletes the checks of names that no link may contain. Also deletes checks that were not updated
 * for a day, because their network was removed.
 */
const forgetGone = ({ db, clock }: AppContext): Promise<number> =>
  db.tx((tx) =>
    tx.run(sql`
      delete from name_checks c
      where not exists (select from hostnames h where h.name = c.host and ${isLinkable})
        or c.checked_at < ${clock.now()}::timestamptz - interval '1 day'`),
  );
