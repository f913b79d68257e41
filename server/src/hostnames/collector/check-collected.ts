/**
 * Asks each network's resolver for the collected hostnames, and two that nobody alters for the same. A
 * network that answers otherwise twice in a row blocks the name; a resolver that is silent says nothing.
 */
import { Resolver } from 'node:dns/promises';
import sql from 'sql-template-tag';
import { insertEventCte } from '../../events/events.ts';
import type { AppContext } from '../../foundation/app-context.ts';
import type { Job } from '../../foundation/jobs.ts';

export const checkCollectedHostnames: Job = {
  name: 'check-collected-hostnames',
  schedule: '*/5 * * * *',
  work: checkCollected,
};

interface Collected {
  readonly id: number;
  readonly host: string;
  readonly network: string;
  readonly suspectedAt: Date | null;
  readonly blockedAt: Date | null;
}

/** Addresses, none for a name that does not exist, undefined when the resolver said neither. */
type Answer = ReadonlySet<string> | undefined;
type Verdict = 'same' | 'altered' | 'unknown';

const TIMEOUT_MS = 3_000;
const AT_ONCE = 20;

export async function checkCollected(ctx: AppContext): Promise<void> {
  const { networkResolvers } = ctx.config;
  const rows = await ctx.db.many<Collected>(sql`
    select id, host, network, suspected_at as "suspectedAt", blocked_at as "blockedAt"
    from collected_hostnames where network = any(${[...networkResolvers.keys()]}) order by host`);
  const queue = [...rows];
  const publicAnswers = new Map<string, Promise<Answer>>();
  const work = async () => {
    for (let row = queue.shift(); row; row = queue.shift()) {
      const { host, network } = row;
      const known = publicAnswers.get(host) ?? publicAnswer(ctx, host);
      publicAnswers.set(host, known);
      const theirs = await ask(networkResolvers.get(network)!, host);
      await write(ctx, row, compare(await known, theirs));
    }
  };
  await Promise.all(Array.from({ length: Math.min(AT_ONCE, rows.length) }, work));
}

/** What any of the public resolvers says; undefined when all are silent. */
async function publicAnswer({ config }: AppContext, host: string): Promise<Answer> {
  const answers = await Promise.all(config.publicResolvers.map((resolver) => ask(resolver, host)));
  const heard = answers.filter((answer) => answer !== undefined);
  return heard.length > 0 ? new Set(heard.flatMap((answer) => [...answer])) : undefined;
}

async function ask(resolver: string, host: string): Promise<Answer> {
  const asked = new Resolver({ timeout: TIMEOUT_MS, tries: 1 });
  asked.setServers([resolver]);
  try {
    return new Set(await asked.resolve4(host));
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    return code === 'ENOTFOUND' || code === 'ENODATA' ? new Set() : undefined;
  }
}

/** Nobody's name is blocked: it has no address anywhere. */
function compare(known: Answer, theirs: Answer): Verdict {
  if (!known || !theirs || known.size === 0) return 'unknown';
  return [...theirs].some((address) => known.has(address)) ? 'same' : 'altered';
}

async function write(
  { db, clock }: AppContext,
  { id, host, network, suspectedAt, blockedAt }: Collected,
  verdict: Verdict,
): Promise<void> {
  const now = clock.now();
  const isConfirmed = verdict === 'altered' && suspectedAt !== null && blockedAt === null;
  const isFree = verdict === 'same' && blockedAt !== null;
  await db.tx(async (tx) => {
    const times =
      verdict === 'unknown'
        ? sql``
        : verdict === 'same'
          ? sql`, suspected_at = null, blocked_at = null`
          : sql`, suspected_at = coalesce(suspected_at, ${now}), blocked_at = ${isConfirmed ? now : blockedAt}`;
    const kept = await tx.run(
      sql`update collected_hostnames set checked_at = ${now}${times} where id = ${id}`,
    );
    if (kept === 0 || !(isConfirmed || isFree)) return;
    await tx.run(
      insertEventCte(
        { ip: null, requestId: 'probe', at: now },
        {
          kind: isConfirmed ? 'hostname-blocked' : 'hostname-unblocked',
          actorId: null,
          accountId: null,
          after: { name: host, carrier: network },
        },
      ),
    );
  });
}
