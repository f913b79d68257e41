/**
 * Sends signals about changes that users may have on their screens. A signal contains only the
 * changed thing and its recipients. Clients then request the new data with the ordinary calls,
 * which check the permission.
 */
import sql, { type Sql } from 'sql-template-tag';
import type { Tx } from '../database.ts';

export const LIVE_CHANNEL = 'ramal_live';

interface NewSignal {
  /** Topic of the change, for example `tickets`. */
  readonly topic: string;
  /** SQL of type bigint[]: accounts that the change concerns. */
  readonly accounts: Sql;
  /** True if the change concerns every admin too. */
  readonly admins: boolean;
  /** Changed thing: ids and numbers, no confidential data. */
  readonly data: Readonly<Record<string, string | number>>;
}

/**
 * PostgreSQL limits a notification to 8,000 bytes. Above this number of accounts the signal goes to
 * all accounts.
 */
const MAX_ACCOUNTS = 500;

/** Sends the signal to the streams of every process when the transaction commits. */
export async function sendSignal(
  tx: Tx,
  { topic, accounts, admins, data }: NewSignal,
): Promise<void> {
  await tx.run(sql`
    select pg_notify(${LIVE_CHANNEL}, json_build_object(
      'topic', ${topic}::text, 'admins', ${admins}::boolean, 'data', ${JSON.stringify(data)}::json,
      'accounts', case when cardinality(told.accounts) <= ${MAX_ACCOUNTS} then to_json(told.accounts) end)::text)
    from (select ${accounts} as accounts) told`);
}
