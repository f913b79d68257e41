/**
 * Proxy between server and database with simulated faults: a lost server, a cut cable, or a network
 * that delivers no data.
 */
import { type AddressInfo, type Socket, connect, createServer } from 'node:net';

export interface DatabaseProxy {
  /** URL of the same database through this proxy. */
  readonly url: string;
  /** Breaks every connection and rejects new ones. */
  cut(): Promise<void>;
  /** Keeps all connections open and accepts new ones, but forwards no data in either direction. */
  hold(): void;
  /** Sends new connections to another server. Open connections stay with the previous server. */
  redirect(databaseUrl: string): void;
  /** Executes the next commit but drops its response and the connection. */
  loseNextCommit(): void;
  /** Ends the faults of `cut` and `hold`. */
  mend(): Promise<void>;
  close(): Promise<void>;
}

export async function openProxy(databaseUrl: string): Promise<DatabaseProxy> {
  const url = parse(databaseUrl);
  let reached = url;
  const reach = (): Socket => {
    const folder = reached.searchParams.get('host');
    const port = Number(reached.searchParams.get('port') ?? (reached.port || 5432));
    return folder ? connect(`${folder}/.s.PGSQL.${port}`) : connect(port, reached.hostname);
  };

  const open = new Set<Socket>();
  let limited = false;
  let losing = false;
  const server = createServer((near) => {
    const far = reach();
    let committing = false;
    near.on('data', (bytes) => {
      if (limited) return;
      if (losing && bytes.includes('commit\0')) {
        losing = false;
        committing = true;
      }
      far.write(bytes);
    });
    far.on('data', (bytes) => {
      if (committing) near.destroy();
      else if (!limited) near.write(bytes);
    });
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      open.add(from);
      from.on('error', () => to.destroy());
      from.on('close', () => (open.delete(from), to.destroy()));
    }
  });
  const listen = (at: number) =>
    new Promise<void>((resolve) => void server.listen(at, '127.0.0.1', resolve));
  await listen(0);
  const { port: proxyPort } = server.address() as AddressInfo;
  const cut = async () => {
    const closed = new Promise((resolve) => server.close(resolve));
    for (const socket of open) socket.destroy();
    await closed;
  };
  return {
    url: `postgresql://${url.username}${url.password ? `:${url.password}` : ''}@127.0.0.1:${proxyPort}${url.pathname}`,
    cut,
    hold: () => {
      limited = true;
    },
    redirect: (otherUrl) => {
      reached = parse(otherUrl);
    },
    loseNextCommit: () => {
      losing = true;
    },
    mend: async () => {
      limited = false;
      if (!server.listening) await listen(proxyPort);
    },
    close: async () => {
      if (server.listening) await cut();
    },
  };
}

const parse = (databaseUrl: string): URL => new URL(databaseUrl.replace('@/', '@localhost/'));
