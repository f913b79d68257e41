import { randomBytes } from 'node:crypto';
import { chownSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { canEnter, makePrivateFolder, type DataDir } from './data-dir.ts';

/**
 * How the server is reached: a socket in a folder that only its account and root can enter, or,
 * where there are no such sockets (Windows), a port of this machine with a password.
 */
export type Connection = { host: string; port: number; password: string | undefined };

const SOCKET_PORT = 5432;
/** A socket's path must fit into about 100 bytes, on every system. */
const LONGEST_SOCKET_PATH = 100;

export const isSocket = (door: Connection): boolean => door.host.startsWith('/');

/** A door for a server that is about to start. */
export async function createConnection(place: DataDir, loopback: boolean): Promise<Connection> {
  if (loopback) {
    return { host: '127.0.0.1', port: await freePort(), password: passwordOf(place) };
  }
  const beside = join(place.folder, 'socket');
  const short = Buffer.byteLength(join(beside, `.s.PGSQL.${SOCKET_PORT}`)) <= LONGEST_SOCKET_PATH;
  const host = short ? makePrivateFolder(beside, place.account) : makeShortFolder(place);
  return { host, port: SOCKET_PORT, password: undefined };
}

/** The door of a server that runs, by what it wrote into postmaster.pid. */
export function connectionOf(
  place: DataDir,
  running: { socketFolder: string; port: number },
): Connection {
  const { socketFolder, port } = running;
  if (!socketFolder) return { host: '127.0.0.1', port, password: passwordOf(place) };
  const host =
    place.handle !== undefined ? socketFolder.replace(place.seen, place.folder) : socketFolder;
  return { host, port, password: undefined };
}

/** The socket's folder as the server sees it. */
export function socketExists(place: DataDir, door: Connection): string | undefined {
  return isSocket(door) ? door.host.replace(place.folder, place.seen) : undefined;
}

/** For node-postgres and everything built on it. */
export function connectionUrl(door: Connection, user: string, database: string): string {
  return isSocket(door)
    ? `postgresql://${user}@/${database}?host=${encodeURIComponent(door.host)}&port=${door.port}`
    : `postgresql://${user}:${door.password}@${door.host}:${door.port}/${database}`;
}

/** Takes away what was made for this door outside the database's own folder. */
export function removeConnection(place: DataDir, door: Connection): void {
  if (isSocket(door) && dirname(door.host) !== place.folder) {
    rmSync(door.host, { recursive: true, force: true });
  }
}

function makeShortFolder({ account }: DataDir): string {
  const roomy = [tmpdir(), '/tmp'].find((folder) => {
    const length = Buffer.byteLength(join(folder, 'ramal-XXXXXX', `.s.PGSQL.${SOCKET_PORT}`));
    return length <= LONGEST_SOCKET_PATH && (!account || canEnter(folder, account));
  });
  if (!roomy) throw new Error('No folder with a path short enough for the socket of PostgreSQL');
  const folder = mkdtempSync(join(roomy, 'ramal-'));
  if (account) chownSync(folder, account.uid, account.gid);
  return folder;
}

/** One password for both roles: whoever knows one address of the server knows the other. */
function passwordOf({ folder, account }: DataDir): string {
  const file = join(folder, 'password');
  if (!existsSync(file)) {
    writeFileSync(file, randomBytes(24).toString('base64url'), { mode: 0o600, flag: 'wx' });
    if (account) chownSync(file, account.uid, account.gid);
  }
  return readFileSync(file, 'utf8');
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer().on('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });
}
