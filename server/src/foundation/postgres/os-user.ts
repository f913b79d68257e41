import { readFileSync, statSync } from 'node:fs';

/** Account that owns the server's process, if it differs from ours. */
export type OsUser = { uid: number; gid: number };

const NOBODY: OsUser = { uid: 65534, gid: 65534 };

/**
 * Returns the account under which the server runs; undefined for our own account. PostgreSQL
 * refuses to run as root. A root process therefore starts it for the owner of the folder, so that a
 * database has the same owner at every start. A folder that is new or belongs to root is assigned
 * to the system's `postgres` user, or to `nobody`.
 */
export function osUserFor(folder: string): OsUser | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const owner = statSync(folder, { throwIfNoEntry: false });
  if (owner && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid };
  return systemPostgres() ?? NOBODY;
}

function systemPostgres(): OsUser | undefined {
  const entry = readPasswd()
    .split('\n')
    .find((line) => line.startsWith('postgres:'));
  const [, , uid, gid] = entry?.split(':') ?? [];
  return uid && gid && uid !== '0' ? { uid: Number(uid), gid: Number(gid) } : undefined;
}

function readPasswd(): string {
  try {
    return readFileSync('/etc/passwd', 'utf8');
  } catch {
    return '';
  }
}
