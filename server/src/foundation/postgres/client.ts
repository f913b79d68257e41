/** Runs work on a single connection of the driver, whose errors never end the process. */
import pg from 'pg';

/**
 * Creates a client that ignores `error` events. The running statement fails anyway, and an `error`
 * event without a listener would end the process.
 */
function createClient(config: pg.ClientConfig): pg.Client {
  const client = new pg.Client(config);
  client.on('error', () => undefined);
  return client;
}

export async function withClient<T>(
  connectionString: string,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = createClient({ connectionString, connectionTimeoutMillis: 10_000 });
  try {
    await client.connect();
    return await work(client);
  } finally {
    await client.end().catch(() => undefined);
  }
}
