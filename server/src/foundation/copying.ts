/**
 * Single connection that copies whole tables. Rows are streamed in COPY's text format without time
 * limits. Settings of the session end with the connection.
 */
import type { Writable } from 'node:stream';
import pg from 'pg';
import { from as copyFrom, to as copyTo } from 'pg-copy-streams';

export interface Copying {
  many<Row>(text: string, values?: readonly unknown[]): Promise<Row[]>;
  first<Row>(text: string): Promise<Row | undefined>;
  /** Yields the output of `copy … to stdout`. Waits for a slow reader. */
  copyOut(text: string): AsyncIterable<Buffer>;
  /**
   * Returns the input of `copy … from stdin`. The copy is complete when the stream has finished.
   */
  copyIn(text: string): Writable;
}

export async function withCopying<T>(
  { url, role }: { readonly url: string; readonly role?: string | undefined },
  work: (copying: Copying) => Promise<T>,
): Promise<T> {
  const client = new pg.Client({ connectionString: url, keepAlive: true });
  // The running statement fails anyway. An `error` event without a listener would end the process.
  client.on('error', () => undefined);
  await client.connect();
  const many = async <Row>(text: string, values?: readonly unknown[]): Promise<Row[]> =>
    (await client.query(text, values && [...values])).rows as Row[];
  try {
    if (role) await client.query(`set role ${client.escapeIdentifier(role)}`);
    await client.query('set statement_timeout = 0; set idle_in_transaction_session_timeout = 0');
    return await work({
      many,
      first: async <Row>(text: string) => (await many<Row>(text))[0],
      copyOut: (text) => client.query(copyTo(text)),
      copyIn: (text) => client.query(copyFrom(text)),
    });
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** Quotes a name of the schema for a statement. */
export const quoteIdentifier = (name: string): string => `"${name.replaceAll('"', '""')}"`;
