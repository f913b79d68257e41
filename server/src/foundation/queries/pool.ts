/**
 * Connection pools of the database module and of the worker. After an error that may concern the
 * server itself, the pool discards the connection when it is released. After a failover such a
 * connection may lead to a standby or to a server that stops.
 */
import pg from 'pg';

/** Errors of the server or the network, after which the state of the connection is unknown. */
export const UNREACHABLE =
  /^(08|25006|25P03|53|57P|57014|58|XX000|ECONN|EPIPE|ENOTFOUND|ETIMEDOUT|ENOENT|EAI_AGAIN)/;

interface ServerError {
  readonly code?: string;
  /** Function of PostgreSQL that failed. */
  readonly routine?: string;
}

const NOT_SUPPORTED = '0A000';
/**
 * Functions of PostgreSQL that reject an unlogged table on a standby, or a statement that was
 * prepared before a migration.
 */
const STALE_ROUTINES = new Set(['get_relation_info', 'RevalidateCachedQuery']);

/**
 * True if the connection leads to a server, or has a prepared statement, that can no longer be
 * used.
 */
export const isStaleConnection = ({ code, routine }: ServerError): boolean =>
  code === NOT_SUPPORTED && STALE_ROUTINES.has(routine ?? '');

/**
 * True if a standby was reached or a table was migrated. All other connections of the pool are
 * affected too.
 */
const concernsPool = (error: ServerError): boolean =>
  error.code === '25006' || isStaleConnection(error);

/** Part of the driver's client that sends and receives. */
interface Wire {
  on(event: 'errorMessage', listener: (error: ServerError) => void): void;
}

interface PoolOptions extends pg.PoolConfig {
  readonly onError: (error: Error) => void;
}

export function openPool({ onError, ...config }: PoolOptions): pg.Pool {
  const pool = new pg.Pool(config);
  const open = new Set<pg.PoolClient>();
  const suspects = new WeakSet<pg.PoolClient>();

  function suspect(client: pg.PoolClient, error: ServerError): void {
    suspects.add(client);
    if (!concernsPool(error)) return;
    for (const other of open) suspects.add(other);
    // Discards the idle connections: each is taken and released again.
    for (let idle = pool.idleCount; idle > 0; idle -= 1)
      pool.connect().then(
        (taken) => taken.release(),
        () => undefined,
      );
  }

  // A broken idle connection is replaced at the next call. Without a listener the error would end
  // the process.
  pool.on('error', onError);
  pool.on('connect', (client) => {
    open.add(client);
    // A connection that breaks between two statements emits the error here. The next statement
    // fails.
    client.on('error', () => undefined);
    const { connection } = client as unknown as { readonly connection: Wire };
    connection.on('errorMessage', (error) => {
      if (UNREACHABLE.test(error.code ?? '') || isStaleConnection(error)) suspect(client, error);
    });
  });
  pool.on('release', (_error, client) => {
    // The pool removes a client that is ending.
    if (suspects.has(client)) void client.end();
  });
  pool.on('remove', (client) => void open.delete(client));
  return pool;
}
