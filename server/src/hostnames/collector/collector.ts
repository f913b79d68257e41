/** Hostnames that an admin monitors: list, add several at a time, delete (S-DNSCOL). */
import type { HandlerResult } from '@ramal/contract/api/endpoint';
import { refuse } from '@ramal/contract/api/errors';
import type {
  addCollectedHostnames as addDeclaration,
  CollectedStatus,
  deleteCollectedHostname as deleteDeclaration,
  listCollectedHostnames as declaration,
} from '@ramal/contract/operations/hostname-collector';
import sql, { raw, type Sql } from 'sql-template-tag';
import { recordEvent } from '../../events/events.ts';
import type { AppContext } from '../../foundation/app-context.ts';
import { formatDateTime } from '../../foundation/clock.ts';
import { violatedConstraint } from '../../foundation/database.ts';
import type { Call } from '../../foundation/http/bind.ts';
import { containsFolded } from '../../foundation/like.ts';
import { boundedTotal, limitOffset, toPageAnswer } from '../../foundation/pages.ts';

interface Row {
  readonly id: number;
  readonly host: string;
  readonly franchise: string;
  readonly network: string;
  readonly blockedAt: Date | null;
}

const sortKey = (
  sort: Call<typeof declaration>['query']['sort'],
  networks: readonly string[],
): Sql =>
  ({
    id: sql`id`,
    host: sql`host`,
    franchise: sql`nullif(fold(franchise), '')`,
    local: sql`nullif(fold(network), '')`,
    // The numbers have the alphabetical order of the texts «ATIVO», «BLOQUEADO», «DESCONHECIDO».
    status: sql`case when blocked_at is not null then 2 when network = any(${networks}::text[]) then 1 else 3 end`,
    date_verification: sql`blocked_at`,
  })[sort];

const withStatus: Record<CollectedStatus, Sql> = {
  active: sql`blocked_at is null`,
  blocked: sql`blocked_at is not null`,
};

export async function listCollectedHostnames(
  { db, clock, config }: AppContext,
  { query }: Call<typeof declaration>,
): Promise<HandlerResult<typeof declaration>> {
  const matches = query.search ? sql`host like ${containsFolded(query.search)}` : sql`true`;
  const listed = query.status ? withStatus[query.status] : sql`true`;
  const collected = sql`select id, host, franchise, network, blocked_at
    from collected_hostnames where ${matches} and ${listed}`;
  const total = await boundedTotal(db, collected);
  const { limit, offset } = limitOffset(query, { ...total, exact: false });
  const counts = await db.first<{ active: number; blocked: number }>(sql`
    select count(*) filter (where blocked_at is null)::int as active, count(blocked_at)::int as blocked
    from collected_hostnames`);
  const places = await db.many<{ name: string }>(
    sql`select name from probe_places where revoked_at is null order by name`,
  );
  const networks = [
    ...new Set([...config.networkResolvers.keys(), ...places.map(({ name }) => name)]),
  ];
  const dir = raw(query.dir);
  const rows = await db.many<Row>(sql`
    ${collected} order by ${sortKey(query.sort, networks)} ${dir} nulls last, id ${dir}
    limit ${limit} offset ${offset}`);
  const page = toPageAnswer(
    query,
    total,
    rows.map(({ id, host, franchise, network, blockedAt }) => ({
      id,
      host,
      franchise,
      local: network,
      status: blockedAt ? ('BLOCKED' as const) : ('' as const),
      dateVerification: blockedAt && formatDateTime(blockedAt, clock.timeZone),
      isChecked: networks.includes(network),
    })),
  );
  return { ...page, counts: counts!, networks };
}

export async function addCollectedHostnames(
  { db, clock }: AppContext,
  { actor, requestMeta, body }: Call<typeof addDeclaration>,
): Promise<HandlerResult<typeof addDeclaration>> {
  const rows = body.map(({ host, franquia, onde }) => ({
    host,
    franchise: franquia,
    network: onde,
  }));
  try {
    await db.tx(async (tx) => {
      await tx.run(sql`
        insert into collected_hostnames (host, franchise, network, created_at)
        select host, franchise, network, ${clock.now()}
        from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as t (host text, franchise text, network text)`);
      for (const { host, network } of rows)
        await recordEvent(tx, requestMeta, {
          kind: 'hostname-collected',
          actorId: actor.id,
          accountId: null,
          after: { name: host, carrier: network },
        });
    });
  } catch (error) {
    if (violatedConstraint(error)?.startsWith('collected_hostnames_host'))
      refuse('hostname_collected');
    throw error;
  }
  return { message: 'Sucesso', added: rows.length };
}

export const deleteCollectedHostname = (
  { db }: AppContext,
  { actor, requestMeta, params }: Call<typeof deleteDeclaration>,
): Promise<HandlerResult<typeof deleteDeclaration>> =>
  db.tx(async (tx) => {
    const deleted = await tx.first<{ host: string; network: string }>(
      sql`delete from collected_hostnames where id = ${params.id} returning host, network`,
    );
    if (!deleted) return refuse('hostname_not_found');
    await recordEvent(tx, requestMeta, {
      kind: 'hostname-uncollected',
      actorId: actor.id,
      accountId: null,
      before: { name: deleted.host, carrier: deleted.network },
    });
    return { message: 'Sucesso' };
  });
