import pg from 'pg';
import { connectionUrl, type Connection } from './connection.ts';

/**
 * Connection that each process keeps open while it uses the database. If the server stops, the
 * connection ends, so the process notices this at once. The shared lock of the connection shows
 * other processes that the server is in use.
 */
export type Lease = {
  /** Resolves when the connection has ended, for whatever reason. */
  lost: Promise<void>;
  /**
   * Releases the lease. Returns true if no other process has a lease. In that case no process can
   * take one.
   */
  isLast: () => Promise<boolean>;
  end: () => Promise<void>;
};

const IN_USE = 0x52_61_6d_61;
const PREPARING = IN_USE + 1;

/**
 * Takes a lease on a server. On a new server, also creates the application's role and the panel's
 * database.
 */
export async function takeLease(connection: Connection): Promise<Lease> {
  const client = new pg.Client({
    connectionString: connectionUrl(connection, 'ramal', 'postgres'),
    application_name: 'ramal lease',
    ssl: false,
    connectionTimeoutMillis: 30_000,
  });
  const lost = new Promise<void>((resolve) => client.once('end', () => resolve()));
  // Prevents an error without a listener from ending the process. The end of the connection is
  // handled separately.
  client.on('error', () => undefined);
  try {
    await client.connect();
    await client.query('select pg_advisory_lock_shared($1)', [IN_USE]);
    await prepare(client, connection);
  } catch (error) {
    await client.end().catch(() => undefined);
    throw error;
  }
  return {
    lost,
    isLast: async () => {
      await client.query('select pg_advisory_unlock_shared($1)', [IN_USE]);
      const { rows } = await client.query('select pg_try_advisory_lock($1) as last', [IN_USE]);
      return rows[0].last === true;
    },
    end: () => client.end(),
  };
}

async function prepare(client: pg.Client, { password }: Connection): Promise<void> {
  await client.query('select pg_advisory_lock($1)', [PREPARING]);
  const { rows } = await client.query(
    `select exists (select from pg_roles where rolname = 'ramal_app') as role,
            exists (select from pg_database where datname = 'ramal') as database`,
  );
  const secret = password === undefined ? '' : `password ${client.escapeLiteral(password)}`;
  if (!rows[0].role) await client.query(`create role ramal_app login ${secret}`);
  if (!rows[0].database) await client.query('create database ramal owner ramal');
  await client.query('select pg_advisory_unlock($1)', [PREPARING]);
}
