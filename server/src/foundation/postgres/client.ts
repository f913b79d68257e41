/** Single connection of the driver, whose errors never end the process. */
import pg from 'pg';

/**
 * Creates a client. The running statement reports a failure. Without a listener the error event
 * would end the process.
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
