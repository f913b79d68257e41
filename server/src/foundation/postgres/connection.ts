import { randomBytes } from 'node:crypto';
import { chownSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { canEnter, makePrivateFolder, type DataDir } from './data-dir.ts';
import { OperatorError } from '../start/operator-error.ts';

/**
 * Address of the server: a socket in a folder that only the server's account and root can enter. On
 * systems without such sockets (Windows), a local port with a password.
 */
export type Connection = { host: string; port: number; password: string | undefined };

const SOCKET_PORT = 5432;
/** Maximum length in bytes of a socket's path. Every system limits it to about 100. */
const MAX_SOCKET_PATH_LENGTH = 100;

export const isSocket = (connection: Connection): boolean => connection.host.startsWith('/');

/** Returns the connection for a server that is about to start. */
export async function createConnection(dataDir: DataDir, loopback: boolean): Promise<Connection> {
  if (loopback) {
    return { host: '127.0.0.1', port: await freePort(), password: passwordOf(dataDir) };
  }
  const beside = join(dataDir.folder, 'socket');
  const short =
    Buffer.byteLength(join(beside, `.s.PGSQL.${SOCKET_PORT}`)) <= MAX_SOCKET_PATH_LENGTH;
  const host = short ? makePrivateFolder(beside, dataDir.account) : makeShortFolder(dataDir);
  return { host, port: SOCKET_PORT, password: undefined };
}

/** Returns the connection of a running server, read from its postmaster.pid. */
export function readConnection(
  dataDir: DataDir,
  running: { socketFolder: string; port: number },
): Connection {
  const { socketFolder, port } = running;
  if (!socketFolder) return { host: '127.0.0.1', port, password: passwordOf(dataDir) };
  const host =
    dataDir.handle !== undefined
      ? socketFolder.replace(dataDir.seen, dataDir.folder)
      : socketFolder;
  return { host, port, password: undefined };
}

/**
 * Returns the folder of the socket as a path that the server can use. Undefined if the connection
 * uses a port.
 */
export function socketExists(dataDir: DataDir, connection: Connection): string | undefined {
  return isSocket(connection) ? connection.host.replace(dataDir.folder, dataDir.seen) : undefined;
}

/** Returns the URL for node-postgres and every library built on it. */
export function connectionUrl(connection: Connection, user: string, database: string): string {
  return isSocket(connection)
    ? `postgresql://${user}@/${database}?host=${encodeURIComponent(connection.host)}&port=${connection.port}`
    : `postgresql://${user}:${connection.password}@${connection.host}:${connection.port}/${database}`;
}

/** Removes the files of this connection outside the database's folder. */
export function removeConnection(dataDir: DataDir, connection: Connection): void {
  if (isSocket(connection) && dirname(connection.host) !== dataDir.folder) {
    rmSync(connection.host, { recursive: true, force: true });
  }
}

function makeShortFolder({ account }: DataDir): string {
  const roomy = [tmpdir(), '/tmp'].find((folder) => {
    const length = Buffer.byteLength(join(folder, 'ramal-XXXXXX', `.s.PGSQL.${SOCKET_PORT}`));
    return length <= MAX_SOCKET_PATH_LENGTH && (!account || canEnter(folder, account));
  });
  if (!roomy)
    throw new OperatorError(
      'Nenhuma pasta tem um caminho curto o bastante para o soquete do PostgreSQL: escolha em RAMAL_DATA um caminho mais curto.',
    );
  const folder = mkdtempSync(join(roomy, 'ramal-'));
  if (account) chownSync(folder, account.uid, account.gid);
  return folder;
}

/** Returns the password of both roles. They share it, because the same processes know both URLs. */
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
