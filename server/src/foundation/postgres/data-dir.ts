import { chmodSync, chownSync, mkdirSync, openSync, realpathSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { osUserFor, type OsUser } from './os-user.ts';
import { OperatorError } from '../start/operator-error.ts';

/**
 * Folder of a database. A root process may store its data in a place that the server's account
 * cannot enter, such as a clone in /root (mode 0700). PostgreSQL then receives an open handle of
 * the folder instead of its path. With a path below `/proc/self/fd/3`, the server needs no
 * permission for the parent folders.
 */
export type DataDir = {
  /** Real path of the folder, for our own process. */
  folder: string;
  /** Path of the same folder for the server. */
  seen: string;
  /** Open handle of the folder. Every program of the server inherits it as file descriptor 3. */
  handle: number | undefined;
  account: OsUser | undefined;
};

const HANDLE_PATH = '/proc/self/fd/3';

export function openDataDir(input: string): DataDir {
  mkdirSync(input, { recursive: true });
  const folder = realpathSync(input);
  const account = osUserFor(folder);
  takeOwnership(folder, account);
  if (!account || canEnter(dirname(folder), account)) {
    return { folder, seen: folder, handle: undefined, account };
  }
  if (process.platform !== 'linux') {
    throw new OperatorError(
      `O PostgreSQL roda como o usuário ${account.uid}, que não entra em ${dirname(folder)}: escolha outra pasta em RAMAL_DATA.`,
    );
  }
  return { folder, seen: HANDLE_PATH, handle: openSync(folder, 'r'), account };
}

/** Creates a folder that only the server's account (and root) can enter. */
export function makePrivateFolder(folder: string, account: OsUser | undefined): string {
  mkdirSync(folder, { recursive: true });
  takeOwnership(folder, account);
  return folder;
}

/**
 * True if the account can enter this folder, by the permission bits. The account has no additional
 * groups.
 */
export function canEnter(folder: string, account: OsUser): boolean {
  const { uid, gid, mode } = statSync(folder);
  const bit = uid === account.uid ? 0o100 : gid === account.gid ? 0o010 : 0o001;
  if ((mode & bit) === 0) return false;
  const above = dirname(folder);
  return above === folder || canEnter(above, account);
}

function takeOwnership(folder: string, account: OsUser | undefined): void {
  if (process.platform === 'win32') return;
  if (account) {
    chownSync(folder, account.uid, account.gid);
  } else if (statSync(folder).uid !== process.getuid?.()) {
    throw new OperatorError(
      `A pasta ${folder} é de outro usuário: inicie como ele ou escolha outra pasta em RAMAL_DATA.`,
    );
  }
  chmodSync(folder, 0o700);
}
