/**
 * Store in a folder on an SFTP server. The connection stays open for a few seconds after each
 * operation.
 */
import { createHash } from 'node:crypto';
import path from 'node:path';
import { Readable } from 'node:stream';
import { promisify } from 'node:util';
import type { BackupStoreName } from '@ramal/contract/operations/backups';
import type { ConnectConfig, FileEntryWithStats, SFTPWrapper } from 'ssh2';
import { ProviderError } from '../../foundation/provider-error.ts';
import { connectUntrusted } from '../../foundation/untrusted/connect-untrusted.ts';
import { type BackupStore, compareNames, hashContent, folderName } from './store.ts';
import { BackupError } from '../backup-error.ts';

export interface SftpAccess {
  readonly kind: 'sftp';
  readonly host: string;
  readonly port: number;
  readonly username: string;
  readonly password: string | null;
  /** Private key: the content of the key file. Either the key or the password is set. */
  readonly privateKey: string | null;
  readonly folder: string;
  /**
   * `SHA256:…` of the server's host key. Null accepts any key, which is allowed only for the first
   * connection.
   */
  readonly fingerprint: string | null;
}

const READY_TIMEOUT_MS = 15_000;
const KEEPALIVE_MS = 10_000;

interface SftpStore extends BackupStore {
  /** Returns `SHA256:…` of the server's host key, as `ssh-keygen -lf` prints it. */
  fingerprint(): Promise<string>;
}

export function sftpStore(
  place: BackupStoreName,
  access: SftpAccess,
  privateOrigins: readonly string[],
): SftpStore {
  const at = (name: string): string => path.posix.join(access.folder, name);
  const borrow = shareSession(() => connect(access, privateOrigins));
  const withSession = async <T>(work: (sftp: Sftp) => Promise<T>): Promise<T> => {
    const { session, release } = await borrow();
    try {
      return await Promise.race([work(session.sftp), session.lost]);
    } finally {
      release();
    }
  };
  return {
    place,
    where: `${access.host}:${access.port}${access.folder && ` ${access.folder}`}`,
    list: (folder) =>
      withSession(async (sftp) =>
        (await sftp.list(at(folder)))
          .filter(({ attrs }) => attrs.isFile())
          .map(({ filename, attrs }) => ({
            name: path.posix.join(folder, filename),
            size: attrs.size,
          }))
          .toSorted(compareNames),
      ),
    async open(name) {
      const { session, release } = await borrow();
      try {
        const file = await Promise.race([session.sftp.read(at(name)), session.lost]);
        session.lost.catch((error: unknown) => file.destroy(error as Error));
        return file.once('close', release);
      } catch (error) {
        release();
        throw error;
      }
    },
    put: (name, file, sha256) =>
      withSession(async (sftp) => {
        await makeFolders(sftp, folderName(at(name)));
        const partial = `${at(name)}.${process.pid}.partial`;
        try {
          await sftp.upload(file, partial);
          if ((await hashContent(await sftp.read(partial))) !== sha256)
            throw new BackupError('copy-mismatch', `${name} is not what was sent`);
          await sftp.replace(partial, at(name));
        } catch (error) {
          await sftp.remove(partial).catch(() => undefined);
          throw error;
        }
      }),
    remove: (names) =>
      withSession(async (sftp) => {
        for (const name of names) await sftp.remove(at(name));
      }),
    freeBytes: () => withSession((sftp) => sftp.freeBytes(access.folder || '.')),
    async fingerprint() {
      const { session, release } = await borrow();
      release();
      return session.fingerprint;
    },
  };
}

interface Session {
  readonly sftp: Sftp;
  /** Fingerprint of the host key that the server showed. */
  readonly fingerprint: string;
  /** Promise that rejects when the connection breaks. */
  readonly lost: Promise<never>;
  readonly end: () => void;
}

const IDLE_MS = 2_000;

/**
 * Shares a session between operations that follow within a short time, because connecting takes
 * longer than sending a small file.
 */
function shareSession(open: () => Promise<Session>) {
  let opening: Promise<Session> | undefined;
  let users = 0;
  let idle: NodeJS.Timeout | undefined;
  const forget = () => {
    opening = undefined;
  };
  return async (): Promise<{ readonly session: Session; readonly release: () => void }> => {
    clearTimeout(idle);
    users += 1;
    const mine = (opening ??= open());
    const release = () => {
      users -= 1;
      if (users > 0) return;
      idle = setTimeout(() => {
        forget();
        void mine.then(({ end }) => end());
      }, IDLE_MS);
    };
    try {
      const session = await mine;
      session.lost.catch(forget);
      return { session, release };
    } catch (error) {
      forget();
      users -= 1;
      throw error;
    }
  };
}

async function connect(access: SftpAccess, privateOrigins: readonly string[]): Promise<Session> {
  // The library is loaded with the first connection, because most panels have no SFTP store.
  const { default: ssh } = await import('ssh2');
  const sock = await connectUntrusted(privateOrigins, access);
  const client = new ssh.Client();
  let shown = '';
  const config: ConnectConfig = {
    sock,
    username: access.username,
    readyTimeout: READY_TIMEOUT_MS,
    keepaliveInterval: KEEPALIVE_MS,
    hostVerifier: (key: Buffer) => {
      shown = `SHA256:${createHash('sha256').update(key).digest('base64').replace(/=+$/, '')}`;
      return access.fingerprint === null || access.fingerprint === shown;
    },
    ...(access.privateKey === null
      ? { password: access.password ?? '', tryKeyboard: true }
      : { privateKey: access.privateKey }),
  };
  // Many servers request the password as an interactive prompt.
  client.on('keyboard-interactive', (...[, , , prompts, answer]) =>
    answer(prompts.map(() => access.password ?? '')),
  );
  const lost = new Promise<never>((_, reject) => {
    client.on('error', reject);
    client.on('close', () =>
      reject(Object.assign(new Error('the connection was closed'), { code: 'ECONNRESET' })),
    );
  });
  lost.catch(() => undefined);
  const end = () => {
    client.end();
    sock.destroy();
  };
  try {
    const ready = new Promise<void>((resolve) => client.once('ready', resolve));
    client.connect(config);
    await Promise.race([ready, lost]);
    const opened = promisify(client.sftp.bind(client))();
    const wrapper = (await Promise.race([opened, lost])) as SFTPWrapper;
    return { sftp: operationsOf(wrapper), fingerprint: shown, lost, end };
  } catch (error) {
    end();
    // A different host key means another server or an intercepted connection.
    if (shown && access.fingerprint && shown !== access.fingerprint) {
      const message = `O servidor mostrou outra chave (${shown}): pode ser outro.`;
      throw new ProviderError('sftp', 'untrusted', { message });
    }
    throw error;
  }
}

interface Sftp {
  readonly list: (folder: string) => Promise<FileEntryWithStats[]>;
  readonly read: (file: string) => Promise<Readable>;
  /** Uploads a file of this machine. */
  readonly upload: (from: string, to: string) => Promise<void>;
  readonly makeFolder: (folder: string) => Promise<void>;
  readonly exists: (file: string) => Promise<boolean>;
  readonly replace: (from: string, to: string) => Promise<void>;
  readonly remove: (file: string) => Promise<void>;
  readonly freeBytes: (folder: string) => Promise<number | null>;
}

const NO_SUCH_FILE = 2;
const isMissing = (error: unknown): boolean => (error as { code?: unknown }).code === NO_SUCH_FILE;

/** Returns the given value for a missing file and throws every other error. */
const unlessMissing =
  <T>(instead: T) =>
  (error: unknown): T => {
    if (isMissing(error)) return instead;
    throw error;
  };

function operationsOf(wrapper: SFTPWrapper): Sftp {
  const list = promisify(wrapper.readdir.bind(wrapper)) as Sftp['list'];
  const unlink = promisify(wrapper.unlink.bind(wrapper)) as (file: string) => Promise<void>;
  const upload = promisify(wrapper.fastPut.bind(wrapper)) as (
    from: string,
    to: string,
    options: { mode: number },
  ) => Promise<void>;
  const stat = promisify(wrapper.stat.bind(wrapper)) as (file: string) => Promise<unknown>;
  const rename = promisify(wrapper.rename.bind(wrapper));
  const posixRename = promisify(wrapper.ext_openssh_rename.bind(wrapper));
  const remove = (file: string) => unlink(file).catch(unlessMissing(undefined));
  return {
    list: (folder) => list(folder || '.').catch(unlessMissing([])),
    read: (file) => readAhead(wrapper, file),
    upload: (from, to) => upload(from, to, { mode: 0o600 }),
    makeFolder: promisify(wrapper.mkdir.bind(wrapper)) as Sftp['makeFolder'],
    exists: (file) => stat(file).then(() => true, unlessMissing(false)),
    remove,
    // Plain SFTP cannot rename over an existing file.
    replace: (from, to) =>
      posixRename(from, to).catch(async () => {
        await remove(to);
        await rename(from, to);
      }),
    freeBytes: async (folder) => {
      const statvfs = promisify(wrapper.ext_openssh_statvfs.bind(wrapper)) as (
        path: string,
      ) => Promise<{ f_bavail: number; f_frsize: number }>;
      const disk = await statvfs(folder).catch(() => undefined);
      return disk ? Number(disk.f_bavail) * Number(disk.f_frsize) : null;
    },
  };
}

/**
 * Bytes per read request. Every server supports this size. READS_AHEAD requests run at the same
 * time.
 */
const READ_BYTES = 32 * 1024;
const READS_AHEAD = 64;

/**
 * Reads a file with many requests at the same time. The library's own stream waits for each piece,
 * which is slow over long distances.
 */
async function readAhead(wrapper: SFTPWrapper, file: string): Promise<Readable> {
  const handle = await (promisify(wrapper.open.bind(wrapper)) as Open)(file, 'r');
  // Closes the handle. A server allows only a hundred or a thousand open handles, and one session
  // reads many more files.
  const close = () => wrapper.close(handle, () => undefined);
  const { size } = await (promisify(wrapper.fstat.bind(wrapper)) as Stat)(handle).catch(
    (error: unknown) => {
      close();
      throw error;
    },
  );
  const piece = (at: number): Promise<Buffer> => {
    const bytes = readWhole(wrapper, handle, at, Math.min(READ_BYTES, size - at));
    bytes.catch(() => undefined);
    return bytes;
  };
  const stream = Readable.from(
    (async function* () {
      const pending: Promise<Buffer>[] = [];
      let at = 0;
      do {
        for (; at < size && pending.length < READS_AHEAD; at += READ_BYTES) pending.push(piece(at));
        const next = await pending.shift();
        if (next) yield next;
      } while (pending.length > 0);
    })(),
    { objectMode: false },
  );
  // The generator closes the handle in its final block. That block does not run if reading never
  // starts, so the handle is also closed here.
  return stream.once('close', close);
}

type Open = (file: string, mode: 'r') => Promise<Buffer>;
type Stat = (handle: Buffer) => Promise<{ readonly size: number }>;

/**
 * Repeats the request for missing bytes, because a server may return fewer bytes than requested.
 */
const readWhole = (
  wrapper: SFTPWrapper,
  handle: Buffer,
  position: number,
  length: number,
): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    const bytes = Buffer.alloc(length);
    const next = (done: number): void =>
      wrapper.read(handle, bytes, done, length - done, position + done, (error, count) => {
        if (error) reject(error);
        else if (count === 0) reject(new Error('the file became shorter'));
        else if (done + count < length) next(done + count);
        else resolve(bytes);
      });
    next(0);
  });

async function makeFolders(sftp: Sftp, folder: string): Promise<void> {
  if (folder === '' || folder === '/' || (await sftp.exists(folder))) return;
  await makeFolders(sftp, folderName(folder.replace(/\/$/, '')));
  await sftp.makeFolder(folder.replace(/\/$/, ''));
}
