/**
 * Something changed that people may have on their screens. A signal says only what changed and to whom; what
 * it is now is asked for over the ordinary calls, which check who may see it.
 */
import sql, { type Sql } from 'sql-template-tag';
import type { Tx } from '../database.ts';

export const LIVE_CHANNEL = 'ramal_live';

export interface NewSignal {
  /** `tickets` */
  readonly topic: string;
  /** bigint[]: the accounts it concerns. */
  readonly accounts: Sql;
  /** Whether it concerns every admin too. */
  readonly admins: boolean;
  /** What changed: ids and numbers, nothing that is not for everybody's eyes. */
  readonly data: Readonly<Record<string, string | number>>;
}

/** PostgreSQL carries less than 8,000 bytes; beyond so many accounts everyone is told to look. */
const MOST_ACCOUNTS = 500;

/** Sent when the transaction commits, to the streams of every process. */
export async function sendSignal(
  tx: Tx,
  { topic, accounts, admins, data }: NewSignal,
): Promise<void> {
  await tx.run(sql`
    select pg_notify(${LIVE_CHANNEL}, json_build_object(
      'topic', ${topic}::text, 'admins', ${admins}::boolean, 'data', ${JSON.stringify(data)}::json,
      'accounts', case when cardinality(told.accounts) <= ${MOST_ACCOUNTS} then to_json(told.accounts) end)::text)
    from (select ${accounts} as accounts) told`);
}
