/**
 * A real PowerDNS with SQLite on separate ports. scripts/test-tools.mjs finds it or unpacks
 * Debian's package.
 */
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as wait } from 'node:timers/promises';

const unpacked = path.resolve(
  import.meta.dirname,
  '../../../.setup/powerdns/root/usr/sbin/pdns_server',
);
const installed = '/usr/sbin/pdns_server';
const LIBRARIES = ['x86_64-linux-gnu', 'aarch64-linux-gnu'];

/** Finds the files of Debian's package in `/` or in the folder into which they were unpacked. */
function findRoot(): { binary: string; libraries: string; schema: string } | undefined {
  const binary = [process.env.RAMAL_PDNS, unpacked, installed].find(
    (file) => file !== undefined && file !== '' && existsSync(file),
  );
  if (!binary) return undefined;
  const root = binary.slice(0, -'/usr/sbin/pdns_server'.length);
  const libraries = LIBRARIES.map((name) => `${root}/usr/lib/${name}`).find((folder) =>
    existsSync(`${folder}/pdns/libgsqlite3backend.so`),
  );
  const schema = `${root}/usr/share/pdns-backend-sqlite3/schema/schema.sqlite3.sql`;
  return libraries && existsSync(schema) ? { binary, libraries, schema } : undefined;
}

const installation = findRoot();

/** True if PowerDNS was found. Otherwise its adapter is tested only with a double. */
export const hasPowerDns = installation !== undefined;

export interface RealPowerDns {
  readonly url: string;
  readonly key: string;
  /** Address that answers DNS queries. */
  readonly dns: string;
  close(): Promise<void>;
}

const freePort = () =>
  new Promise<number>((resolve) => {
    const server = net.createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as net.AddressInfo;
      server.close(() => resolve(port));
    });
  });

export async function startRealPowerDns(): Promise<RealPowerDns> {
  const { binary, libraries, schema } = installation!;
  const folder = mkdtempSync(path.join(os.tmpdir(), 'ramal-powerdns-'));
  const database = path.join(folder, 'pdns.db');
  const sqlite = new DatabaseSync(database);
  sqlite.exec(readFileSync(schema, 'utf8'));
  sqlite.close();
  const [api, dns] = [await freePort(), await freePort()];
  const key = 'chave-da-prova';
  const settings = {
    'config-dir': folder,
    'socket-dir': folder,
    'module-dir': `${libraries}/pdns`,
    launch: 'gsqlite3',
    'gsqlite3-database': database,
    api: 'yes',
    'api-key': key,
    'webserver-address': '127.0.0.1',
    'webserver-port': api,
    'local-address': '127.0.0.1',
    'local-port': dns,
    guardian: 'no',
    daemon: 'no',
    // Caching is off, because tests query a record immediately after its change.
    'cache-ttl': 0,
    'query-cache-ttl': 0,
    'negquery-cache-ttl': 0,
    'zone-cache-refresh-interval': 0,
  };
  const child = spawn(
    binary,
    Object.entries(settings).map(([name, value]) => `--${name}=${value}`),
    { env: { ...process.env, LD_LIBRARY_PATH: libraries }, stdio: 'ignore' },
  );
  const ended = new Promise((resolve) => child.once('exit', resolve));
  const close = async () => {
    child.kill();
    await ended;
    rmSync(folder, { recursive: true, force: true });
  };
  const url = `http://127.0.0.1:${api}`;
  for (let tries = 0; tries < 100; tries += 1) {
    const answered = await fetch(`${url}/api/v1/servers`, { headers: { 'x-api-key': key } }).catch(
      () => undefined,
    );
    if (answered?.ok) return { url, key, dns: `127.0.0.1:${dns}`, close };
    await wait(100);
  }
  await close();
  throw new Error('PowerDNS did not start');
}
