/**
 * Database access for modules: hand-written SQL, with the row type next to each statement.
 * Functions that write take a `Tx` as first parameter, so that no write happens outside a
 * transaction by accident.
 */
import { createHash } from 'node:crypto';
import { type ErrorCode, Refusal } from '@ramal/contract/api/errors';
import { MINUTE_MS } from '@ramal/contract/rules/durations';
import pg from 'pg';
import type { Logger } from 'pino';
import { Sql, join, raw } from 'sql-template-tag';
import { BundlingClient, type TransactionClient } from './queries/bundled-query.ts';
import { type Copying, withCopying } from './copying.ts';
import { openPool } from './queries/pool.ts';
import { inSavepoint, rehearsalClient, rehearse } from './rehearsal.ts';
import { CommitOutcomeUnknown, type Transaction, openTransaction } from './queries/transaction.ts';
import {
  isDeadlockOrConflict,
  isResponseTimeout,
  isUnavailable,
  logDatabaseAnswer,
  logDatabaseFailure,
} from './unavailable.ts';

export { CommitOutcomeUnknown, isUnavailable };

/**
 * 'prepared' makes PostgreSQL parse and plan a statement only once per connection. Use it for
 * frequent queries whose text has few variants, because PostgreSQL keeps every variant.
 */
export type StatementMode = 'prepared';

export interface Reader {
  many<Row>(query: Sql, plan?: StatementMode): Promise<Row[]>;
  first<Row>(query: Sql, plan?: StatementMode): Promise<Row | undefined>;
}

declare const inTransaction: unique symbol;

export interface Tx extends Reader {
  /** Returns the number of rows that were written. */
  run(query: Sql, plan?: StatementMode): Promise<number>;
  /**
   * Sends the last statement of the transaction. A prepared statement is sent together with the
   * commit.
   */
  finish(query: Sql, plan?: StatementMode): Promise<void>;
  readonly [inTransaction]: true;
}

export interface Db extends Reader {
  /**
   * Runs a transaction. Repeats it from the start if PostgreSQL cancelled it because of a deadlock
   * or conflict.
   */
  tx<T>(work: (tx: Tx) => Promise<T>, timeout?: StatementTimeout): Promise<T>;
  /** Runs the work and rolls back everything that the work wrote in this database. */
  rehearse<T>(work: () => Promise<T>): Promise<T>;
  /** Receives the notifications of a channel on a separate connection. */
  listen(channel: string, listener: (payload: string) => void): Promise<Listening>;
  /** Runs the work on a separate connection without time limits, which is closed afterwards. */
  copying<T>(work: (copying: Copying) => Promise<T>): Promise<T>;
  readonly pool: pg.Pool;
  close(): Promise<void>;
}

export interface Listening {
  /** Resolves when the connection is lost. Later notifications are missed. */
  readonly lost: Promise<void>;
  stop(): Promise<void>;
}

/**
 * Time limit of each statement in a transaction, if the default limit for requests is too short.
 */
interface StatementTimeout {
  readonly statementMs: number;
}

/** Time limit for jobs that read whole tables. */
export const LONG_TIMEOUT: StatementTimeout = { statementMs: 30 * MINUTE_MS };

export interface DatabaseOptions {
  readonly url: string;
  /** Role to set after connecting, if the login role is a different one. */
  readonly role?: string | undefined;
  /** True behind PgBouncer in transaction mode. Prepared statements are then sent unnamed. */
  readonly pooled?: boolean;
  /**
   * URL without the pooler, for LISTEN and copies. Both change settings of their session, and a
   * pooler would share these settings with other clients.
   */
  readonly directUrl?: string | undefined;
  readonly connections?: number;
  /** Maximum time in milliseconds for a response, after which the connection counts as lost. */
  readonly answerTimeoutMs?: number;
  /** Logger for the loss and the recovery of the database, each of which is logged once. */
  readonly log?: Logger | undefined;
  /** True if the server must reject every write. */
  readonly isReadOnly?: boolean;
}

export function openDatabase(options: DatabaseOptions): Db {
  const { log } = options;
  const pool = openPool({
    Client: BundlingClient,
    connectionString: options.url,
    max: options.connections ?? 12,
    idleTimeoutMillis: 60_000,
    connectionTimeoutMillis: 5_000,
    // Detects a network that drops every packet. Such a network closes no connection, so no other
    // error would be reported.
    query_timeout: options.answerTimeoutMs ?? ANSWER_TIMEOUT_MS,
    keepAlive: true,
    types: { getTypeParser },
    ...(options.pooled ? {} : { options: startupOptions(options) }),
    onError: (error) => {
      if (log) logDatabaseFailure(log, error, 'a connection broke');
    },
  });
  const answered = <Result>(result: Result): Result => {
    if (log) logDatabaseAnswer(log);
    return result;
  };
  const named = !options.pooled;
  const sessionUrl = options.directUrl ?? options.url;
  return {
    ...reader((query) => (rehearsalClient(pool) ?? pool).query(query), named),
    tx: async (work, timeout) => answered(await transaction({ pool, named, timeout }, work)),
    rehearse: (work) => rehearse(pool, work),
    listen: async (channel, onPayload) => answered(await listen(sessionUrl, channel, onPayload)),
    copying: (work) => withCopying({ ...options, url: sessionUrl }, work),
    pool,
    close: () => pool.end(),
  };
}

async function listen(
  url: string,
  channel: string,
  onPayload: (payload: string) => void,
): Promise<Listening> {
  const client = new pg.Client({ connectionString: url, keepAlive: true });
  const lost = new Promise<void>((resolve) => {
    client.on('error', () => resolve());
    client.on('end', () => resolve());
  });
  client.on('notification', ({ payload = '' }) => onPayload(payload));
  try {
    await client.connect();
    await client.query(`listen ${client.escapeIdentifier(channel)}`);
  } catch (error) {
    // A standby rejects LISTEN. The connection is closed, and the caller tries again on a new one.
    await client.end().catch(() => undefined);
    throw error;
  }
  return { lost, stop: () => client.end().catch(() => undefined) };
}

const STATEMENT_MS = 30_000;
/**
 * Milliseconds for which the client waits longer than the server's statement limit. The server can
 * then report the reason before the client ends the wait.
 */
const MORE_MS = 5_000;
const ANSWER_TIMEOUT_MS = STATEMENT_MS + MORE_MS;

const startupOptions = ({ role, isReadOnly }: DatabaseOptions): string =>
  [
    `-c statement_timeout=${STATEMENT_MS}`,
    '-c idle_in_transaction_session_timeout=30000',
    role ? `-c role=${role}` : '',
    isReadOnly ? '-c default_transaction_read_only=on' : '',
  ]
    .join(' ')
    .trim();

type Send = (query: pg.QueryConfig) => Promise<pg.QueryResult>;

function reader(send: Send, named: boolean, timeout?: StatementTimeout): Reader {
  const many = async <Row>(query: Sql, plan?: StatementMode): Promise<Row[]> =>
    (await refusing(send(statement(query, named ? plan : undefined, timeout)))).rows as Row[];
  return {
    many,
    first: async <Row>(query: Sql, plan?: StatementMode) => (await many<Row>(query, plan))[0],
  };
}

/** Constraints of the schema that apply to every use case, with the error code for each. */
const refusedBySchema: Readonly<Record<string, ErrorCode>> = {
  api_keys_credits_a_day: 'key_credits_a_day',
};

async function refusing<Result>(result: Promise<Result>): Promise<Result> {
  try {
    return await result;
  } catch (error) {
    const code = refusedBySchema[violatedConstraint(error) ?? ''];
    throw code ? new Refusal(code) : error;
  }
}

function statement(
  { text, values }: Sql,
  plan: StatementMode | undefined,
  timeout?: StatementTimeout,
): pg.QueryConfig {
  return {
    ...(plan ? { name: nameOf(text) } : {}),
    text,
    values,
    ...(timeout ? { query_timeout: timeout.statementMs + MORE_MS } : {}),
  };
}

const nameOf = (text: string): string => createHash('sha1').update(text).digest('base64url');

const TRIES = 4;

interface Opening {
  readonly pool: pg.Pool;
  readonly named: boolean;
  readonly timeout: StatementTimeout | undefined;
}

async function transaction<T>(opening: Opening, work: (tx: Tx) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await once(opening, work);
    } catch (error) {
      if (attempt >= TRIES || !isDeadlockOrConflict(error)) throw error;
    }
  }
}

async function once<T>(
  { pool, named, timeout }: Opening,
  work: (tx: Tx) => Promise<T>,
): Promise<T> {
  const rehearsing = rehearsalClient(pool);
  if (rehearsing)
    return inSavepoint(rehearsing, () => work(writer(onClient(rehearsing), named, timeout)));
  const client = await pool.connect();
  const transaction = openTransaction(client as unknown as TransactionClient, named);
  let broken: Error | undefined;
  try {
    if (timeout)
      await transaction.ask({ text: `set local statement_timeout = ${timeout.statementMs}` });
    const result = await work(writer(transaction, named, timeout));
    await transaction.end();
    return result;
  } catch (error) {
    broken = isResponseTimeout(error) ? error : await transaction.rollback();
    throw error;
  } finally {
    client.release(broken);
  }
}

function writer(
  { ask, finish }: Pick<Transaction, 'ask' | 'finish'>,
  named: boolean,
  timeout: StatementTimeout | undefined,
): Tx {
  const toStatement = (query: Sql, plan?: StatementMode): pg.QueryConfig =>
    statement(query, named ? plan : undefined, timeout);
  return {
    ...reader(ask, named, timeout),
    run: async (query, plan) => (await refusing(ask(toStatement(query, plan)))).rowCount ?? 0,
    finish: (query, plan) => refusing(finish(toStatement(query, plan))),
  } as Tx;
}

/**
 * Runs the statements of a transaction inside a rehearsal. `finish` does not commit here, because
 * the rehearsal rolls back all writes when it ends.
 */
const onClient = (client: pg.PoolClient): Pick<Transaction, 'ask' | 'finish'> => ({
  ask: (query) => client.query(query),
  finish: async (query) => void (await client.query(query)),
});

/**
 * WITH queries of one statement, by name. PostgreSQL allows a writing WITH query only at the top
 * level of a statement.
 */
export type Ctes = Readonly<Record<string, Sql>>;

/**
 * Combines several writes into one statement and one round trip. Every part is a WITH query that
 * the module of its table provides.
 */
export function combineCtes(parts: Ctes): Sql {
  const bound = Object.entries(parts).map(([name, part]) =>
    join([raw(name), raw(' as ('), part, raw(')')], ''),
  );
  return join([raw('with '), join(bound, ', '), raw(' select')], '');
}

/** Returns the name of the violated constraint, so that a use case can choose the error. */
export const violatedConstraint = (error: unknown): string | undefined =>
  (error as { constraint?: string } | undefined)?.constraint;

const INT8 = 20;
const INT8_ARRAY = 1016;
const parseIntArray = pg.types.getTypeParser(INT8_ARRAY as never) as (text: string) => string[];

/**
 * Converts an int8 to a number. Ids and amounts are far below 2^53; a larger number throws and is
 * never rounded.
 */
function exact(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new RangeError(`int8 out of range: ${text}`);
  return value;
}

function getTypeParser(oid: number, format?: 'text' | 'binary'): (value: never) => unknown {
  if (oid === INT8) return exact;
  if (oid === INT8_ARRAY) return (value) => parseIntArray(value).map(exact);
  return pg.types.getTypeParser(oid, format ?? 'text') as (value: never) => unknown;
}
