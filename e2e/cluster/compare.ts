/** Compares the responses that the clients received with the rows in the primary database. */
import pino from 'pino';
import { verifyLedger } from '../../server/src/credits/credits.ts';
import type { AppContext } from '../../server/src/foundation/app-context.ts';
import { openDatabase } from '../../server/src/foundation/database.ts';
import { withClient } from '../../server/src/foundation/postgres/client.ts';
import type { Trade } from './clients/trade.ts';
import { type Cluster, retryUntil } from './machines/cluster.ts';

type Client = Parameters<Parameters<typeof withClient>[1]>[0];

export interface Comparison {
  /** Acts for which a client received a response, but whose rows do not exist. */
  readonly lost: readonly string[];
  /** Rows for which no client received a response, and rows that exist twice. */
  readonly doubled: readonly string[];
  /** Rows that contradict each other. */
  readonly broken: readonly string[];
}

/** Reads the number of the last ledger entry, before the clients start. */
export const readLastEntry = (url: string): Promise<number> =>
  withClient(url, async (client) => {
    const { rows } = await client.query<{ id: number }>(
      'select coalesce(max(id), 0)::int as id from entries',
    );
    return rows[0]!.id;
  });

/** Milliseconds within which the worker settles a payment whose notification was interrupted. */
const SETTLED_WITHIN_MS = 90_000;

/**
 * Milliseconds within which a comparison must succeed. It is repeated if the primary changes during
 * it.
 */
const COMPARED_WITHIN_MS = 30_000;

/** Compares all acts after the ledger entry `since`. The clients must be paused. */
export async function compare(cluster: Cluster, trade: Trade, since: number): Promise<Comparison> {
  const readUrl = async () => (await cluster.leader()).databaseUrl('ramal');
  await retryUntil('settled payments', SETTLED_WITHIN_MS, async () =>
    withClient(await readUrl(), (client) => expectSettled(client, trade)),
  ).catch(() => undefined);
  return retryUntil('a comparison', COMPARED_WITHIN_MS, async () => {
    const url = await readUrl();
    return withClient(url, async (client) => {
      const acts = await compareActs(client, trade, since);
      const paid = await comparePayments(client, trade);
      return {
        lost: [...acts.missing, ...paid.missing],
        doubled: [...acts.surplus, ...paid.surplus],
        broken: [...(await findContradictions(client)), ...(await checkLedger(url))],
      };
    });
  });
}

interface Difference {
  readonly missing: readonly string[];
  readonly surplus: readonly string[];
}

/** Compares the rows as multisets, so that a second row of an act is a difference. */
function difference(expected: readonly string[], rows: readonly string[]): Difference {
  const left = new Map<string, number>();
  for (const row of rows) left.set(row, (left.get(row) ?? 0) + 1);
  const missing = expected.filter((each) => {
    const count = left.get(each) ?? 0;
    left.set(each, count - 1);
    return count < 1;
  });
  const surplus = [...left].filter(([, count]) => count > 0).map(([row]) => row);
  return { missing, surplus };
}

async function compareActs(client: Client, { acts }: Trade, since: number): Promise<Difference> {
  const { rows } = await client.query<{ row: string }>(
    `select reason || ' ' || key || ' ' || line_id as row from entries
     where id > $1 and key is not null`,
    [since],
  );
  const expected = acts.map(({ kind, key, lineId }) => `${kind} ${key} ${lineId}`);
  return difference(
    expected,
    rows.map(({ row }) => row),
  );
}

async function comparePayments(client: Client, { payments }: Trade): Promise<Difference> {
  const { rows } = await client.query<{ row: string }>(
    `select 'portal-renewal ' || line_id as row from entries where reason = 'portal-renewal'`,
  );
  return difference(
    [...payments.values()].map((lineId) => `portal-renewal ${lineId}`),
    rows.map(({ row }) => row),
  );
}

async function expectSettled(client: Client, { payments }: Trade): Promise<void> {
  const { rows } = await client.query<{ count: number }>(
    `select count(*)::int as count from entries where reason = 'portal-renewal'`,
  );
  if (rows[0]!.count < payments.size) throw new Error('not settled');
}

/** Queries for contradicting rows, by the name of the error. */
const contradictions: Readonly<Record<string, string>> = {
  'a line without exactly one charge': `
    select l.id from lines l left join entries e on e.line_id = l.id and e.reason = 'line-created'
    group by l.id having count(e.id) <> case when l.is_trial then 0 else 1 end`,
  'a line without exactly one event of its creation': `
    select l.id from lines l left join events e on e.line_id = l.id and e.kind = 'line-created'
    group by l.id having count(e.id) <> 1`,
  'a line whose expiry differs from its payments': `
    select l.id from lines l left join entries e
      on e.line_id = l.id and e.reason in ('line-extended', 'portal-renewal')
    group by l.id having not l.is_trial
      and l.expires_at <> date_trunc('minute', l.created_at) + interval '30 days' * (1 + count(e.id))`,
  'a line whose time differs from the database’s': `
    select l.id from lines l join entries e on e.line_id = l.id and e.reason = 'line-created'
    join idempotency_keys k on k.key = e.key
    where abs(extract(epoch from l.created_at - k.created_at)) > 60`,
  'an extension without its event': `
    select line_id from (
      select line_id, 1 as n from entries where reason in ('line-extended', 'portal-renewal')
      union all select line_id, -1 from events where kind = 'line-extended'
    ) sides group by line_id having sum(n) <> 0`,
  'a key without its answer': `
    select e.id from entries e left join idempotency_keys k using (key)
    where e.key is not null and (k.key is null or k.answer is null)`,
  'a renewal without its charge': `
    select c.line_id from charges c where c.state = 'settled' and c.line_id is not null
      and not exists (select from entries e where e.line_id = c.line_id and e.reason = 'portal-renewal')`,
};

async function findContradictions(client: Client): Promise<string[]> {
  const results: string[] = [];
  for (const [name, query] of Object.entries(contradictions)) {
    const { rows } = await client.query(query);
    if (rows.length > 0) results.push(`${name}: ${JSON.stringify(rows.slice(0, 5))}`);
  }
  return results;
}

async function checkLedger(url: string): Promise<string[]> {
  const db = openDatabase({ url, connections: 1 });
  try {
    const ctx = { db, log: pino({ level: 'silent' }) } as unknown as AppContext;
    const { sum, drifted } = await verifyLedger(ctx);
    return sum === 0 && drifted.length === 0 ? [] : [`ledger: ${JSON.stringify({ sum, drifted })}`];
  } finally {
    await db.close();
  }
}
