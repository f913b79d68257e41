/** Networks that are never blocked. Admins list, add and remove them. */
import { refuse, refuseFields } from '@ramal/contract/api/errors';
import type { exemptNetworkSorts } from '@ramal/contract/operations/blocklist';
import sql, { raw } from 'sql-template-tag';
import { recordEvent } from '../events/events.ts';
import type { AppContext } from '../foundation/app-context.ts';
import type { Caller } from '../foundation/caller.ts';
import { type Clock, addDays, formatDate, localDay, startOfDay } from '../foundation/clock.ts';
import { violatedConstraint } from '../foundation/database.ts';
import { containsFolded } from '../foundation/like.ts';
import { type PageQuery, boundedTotal, limitOffset, toPageAnswer } from '../foundation/pages.ts';
import { formatNetwork } from './blocklist.sql.ts';
import { getBlocklist } from './blocks.ts';
import { NETWORK_WRONG, parseNetwork, readNetwork } from './read-network.ts';

interface ExemptRow {
  readonly id: number;
  readonly network: string;
  readonly reason: string;
  /** Midnight at the end of the last day. Null if the exemption has no end. */
  readonly endsAt: Date | null;
  readonly createdAt: Date;
}

const columns = sql`e.id, e.network::text as network, e.reason, e.ends_at, e.created_at`;

const serialize =
  ({ timeZone }: Clock) =>
  ({ endsAt, createdAt, ...row }: ExemptRow) => ({
    ...row,
    ends: endsAt && localDay(new Date(endsAt.getTime() - 1), timeZone),
    createdFormatted: formatDate(createdAt, timeZone),
  });

const sorts = {
  created_at: 'e.created_at',
  network: 'e.network',
  reason: 'fold(e.reason)',
  ends: 'e.ends_at',
} as const;

interface ListQuery extends PageQuery {
  readonly search?: string | undefined;
  readonly sort: (typeof exemptNetworkSorts)[number];
  readonly dir: 'asc' | 'desc';
}

/** Lists exempt networks. Expired ones remain in the list until an admin removes them. */
export async function listExemptNetworks({ db, clock }: AppContext, query: ListQuery) {
  const matches = query.search
    ? sql`fold(e.network::text || ' ' || e.reason) like ${containsFolded(query.search)}`
    : sql`true`;
  const exemptions = sql`select ${columns} from exempt_networks e where ${matches}`;
  const total = await boundedTotal(db, exemptions);
  const { limit, offset } = limitOffset(query, { ...total, exact: false });
  const rows = await db.many<ExemptRow>(sql`
    ${exemptions} order by ${raw(`${sorts[query.sort]} ${query.dir}, e.id ${query.dir}`)} limit ${limit} offset ${offset}`);
  return toPageAnswer(query, total, rows.map(serialize(clock)));
}

interface NewExemptNetwork {
  readonly network: string;
  readonly reason: string;
  /** Last day of the exemption as yyyy-mm-dd. */
  readonly ends?: string | undefined;
}

export function checkExemptNetwork({ clock }: AppContext, input: NewExemptNetwork): void {
  const isPast = input.ends !== undefined && input.ends < localDay(clock.now(), clock.timeZone);
  refuseFields({
    ...(readNetwork(input.network) ? {} : { network: NETWORK_WRONG }),
    ...(isPast ? { ends: 'Escolha um dia de hoje em diante.' } : {}),
  });
}

export async function createExemptNetwork(
  ctx: AppContext,
  { actor, requestMeta }: Caller,
  input: NewExemptNetwork,
) {
  const { db, clock } = ctx;
  checkExemptNetwork(ctx, input);
  const network = parseNetwork(input.network, 'network');
  const now = clock.now();
  const endsAt = input.ends ? startOfDay(addDays(input.ends, 1), clock.timeZone) : null;
  try {
    return await db.tx(async (tx) => {
      const row = await tx.first<ExemptRow>(sql`
        insert into exempt_networks as e (network, reason, ends_at, created_by, created_at)
        values (${network}::cidr, ${input.reason}, ${endsAt}, ${actor.id}, ${now}) returning ${columns}`);
      await tx.run(sql`delete from blocked_addresses where network <<= ${network}::cidr`);
      await recordEvent(tx, requestMeta, {
        kind: 'network-exempted',
        actorId: actor.id,
        after: { network, reason: input.reason },
      });
      return serialize(clock)(row!);
    });
  } catch (error) {
    if (violatedConstraint(error) === 'exempt_networks_network_key') refuse('network_taken');
    throw error;
  } finally {
    getBlocklist(ctx).forget();
  }
}

export async function deleteExemptNetwork(
  { db }: AppContext,
  { actor, requestMeta }: Caller,
  id: number,
): Promise<void> {
  await db.tx(async (tx) => {
    const deleted = await tx.first<{ network: string }>(sql`
      delete from exempt_networks where id = ${id} returning ${formatNetwork(sql`network`)} as network`);
    if (!deleted) refuse('exempt_network_not_found');
    await recordEvent(tx, requestMeta, {
      kind: 'network-exemption-removed',
      actorId: actor.id,
      before: { network: deleted.network },
    });
  });
}
