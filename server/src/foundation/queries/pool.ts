/**
 * Connection pools of the database module and of the worker. Some errors concern the server and not
 * only the statement. After such an error the pool discards the connection when it is released.
 * After a failover, for example, the connection may lead to a standby or to a server that is
 * stopping.
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
 * Names of PostgreSQL's functions in two kinds of errors. One rejects an unlogged table on a
 * standby. The other rejects a statement that was prepared before a migration.
 */
const STALE_ROUTINES = new Set(['get_relation_info', 'RevalidateCachedQuery']);

/**
 * Returns true if the connection is no longer usable: it leads to a standby, or it has a prepared
 * statement that a migration made invalid.
 */
export const isStaleConnection = ({ code, routine }: ServerError): boolean =>
  code === NOT_SUPPORTED && STALE_ROUTINES.has(routine ?? '');

/**
 * Returns true if the error affects all connections of the pool. This is the case for a standby and
 * after a migration.
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
    // Discards the idle connections. The pool discards a connection only when it is released, so
    // each is taken and released.
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
    // If the connection breaks between two statements, the next statement fails anyway. An `error`
    // event without a listener would end the process.
    client.on('error', () => undefined);
    const { connection } = client as unknown as { readonly connection: Wire };
    connection.on('errorMessage', (error) => {
      if (UNREACHABLE.test(error.code ?? '') || isStaleConnection(error)) suspect(client, error);
    });
  });
  pool.on('release', (_error, client) => {
    // Ending the client makes the pool remove it.
    if (suspects.has(client)) void client.end();
  });
  pool.on('remove', (client) => void open.delete(client));
  return pool;
}
