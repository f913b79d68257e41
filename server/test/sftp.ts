/**
 * Double of an SFTP server: the server part of ssh2 over a folder, with one key and one account. It
 * has no extensions, and it refuses to rename a file to an existing name. Simple real servers
 * behave in this way.
 */
import { createHash, randomUUID } from 'node:crypto';
import { type FileHandle, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import type { AddressInfo, Socket } from 'node:net';
import path from 'node:path';
import ssh, { type AuthContext, type ParsedKey, type SFTPWrapper } from 'ssh2';

export interface SftpDouble {
  readonly port: number;
  readonly username: string;
  readonly password: string;
  /** A key that the server accepts, in its file format. */
  readonly privateKey: string;
  /** Fingerprint of the server's own key: `SHA256:…`. */
  readonly fingerprint: string;
  /** True if the account has no permission to delete files. */
  keepsAll: boolean;
  /** Number of writes after which the server breaks every connection. */
  breaksAfterWrites: number;
  openHandles: number;
  close(): Promise<void>;
}

/**
 * Creates an ECDSA key. Ed25519 is not used, because the library writes one of four hundred Ed25519
 * keys in an unreadable form.
 */
const newKey = (): string => ssh.utils.generateKeyPairSync('ecdsa', { bits: 256 }).private;

export async function startSftp(folder: string): Promise<SftpDouble> {
  const [hostKey, privateKey] = [newKey(), newKey()];
  const letIn = ssh.utils.parseKey(privateKey) as ParsedKey;
  const sockets = new Set<Socket>();
  const server = new ssh.Server({ hostKeys: [hostKey] });
  const double: SftpDouble = {
    port: 0,
    username: 'ramal',
    password: randomUUID(),
    privateKey,
    fingerprint: fingerprintOf(ssh.utils.parseKey(hostKey) as ParsedKey),
    keepsAll: false,
    breaksAfterWrites: Infinity,
    openHandles: 0,
    close: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
  server.on('connection', (client) => {
    const { _sock: socket } = client as unknown as { readonly _sock: Socket };
    sockets.add(socket);
    // Without this option, most answers wait 40 ms for the acknowledgement of the previous one.
    socket.setNoDelay(true);
    client.on('error', () => undefined);
    client.on('close', () => sockets.delete(socket));
    client.on('authentication', (attempt) => {
      if (isRight(double, letIn, attempt)) attempt.accept();
      else attempt.reject(['password', 'publickey']);
    });
    client.on('session', (accept) =>
      accept().on('sftp', (start) => serve(double, folder, start(), () => socket.destroy())),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return Object.assign(double, { port: (server.address() as AddressInfo).port });
}

const fingerprintOf = (key: ParsedKey): string =>
  `SHA256:${createHash('sha256').update(key.getPublicSSH()).digest('base64').replace(/=+$/, '')}`;

function isRight(double: SftpDouble, letIn: ParsedKey, attempt: AuthContext): boolean {
  if (attempt.username !== double.username) return false;
  if (attempt.method === 'password') return attempt.password === double.password;
  if (attempt.method !== 'publickey') return false;
  const { key, signature, blob, hashAlgo } = attempt;
  if (!key.data.equals(letIn.getPublicSSH())) return false;
  return !signature || letIn.verify(blob!, signature, hashAlgo) === true;
}

const { OPEN_MODE, STATUS_CODE } = ssh.utils.sftp;

interface OpenHandle {
  readonly file?: FileHandle;
  readonly folder?: string;
  /** Names in the folder; empty after they were listed. */
  names?: readonly string[];
}

function serve(double: SftpDouble, folder: string, sftp: SFTPWrapper, cut: () => void): void {
  const handles = new Map<string, OpenHandle>();
  const at = (name: string) => path.join(folder, path.posix.join('/', name));
  const opened = (handle: Buffer): OpenHandle => handles.get(handle.toString()) ?? {};
  const keep = (id: number, entry: OpenHandle) => {
    const name = randomUUID();
    handles.set(name, entry);
    double.openHandles += 1;
    sftp.handle(id, Buffer.from(name));
  };
  /** Runs the work. Then sends its status or its error, unless the work has sent a response. */
  const answer = (id: number, work: () => Promise<number | void>) =>
    void work().then(
      (status) => status !== SENT && sftp.status(id, status ?? STATUS_CODE.OK),
      (error: unknown) => sftp.status(id, statusOf(error)),
    );
  sftp.on('OPEN', (id, name, flags) =>
    answer(id, async () => {
      keep(id, { file: await open(at(name), flags & OPEN_MODE.WRITE ? 'w' : 'r') });
      return SENT;
    }),
  );
  sftp.on('READ', (id, handle, offset, length) =>
    answer(id, async () => {
      const { bytesRead, buffer } = await opened(handle).file!.read(
        Buffer.alloc(length),
        0,
        length,
        offset,
      );
      if (bytesRead === 0) return STATUS_CODE.EOF;
      sftp.data(id, buffer.subarray(0, bytesRead));
      return SENT;
    }),
  );
  sftp.on('WRITE', (id, handle, offset, data) =>
    answer(id, async () => {
      double.breaksAfterWrites -= 1;
      if (double.breaksAfterWrites < 0) cut();
      await opened(handle).file!.write(data, 0, data.length, offset);
    }),
  );
  sftp.on('CLOSE', (id, handle) =>
    answer(id, async () => {
      await opened(handle).file?.close();
      if (handles.delete(handle.toString())) double.openHandles -= 1;
    }),
  );
  sftp.on('OPENDIR', (id, name) =>
    answer(id, async () => {
      keep(id, { folder: at(name), names: await readdir(at(name)) });
      return SENT;
    }),
  );
  sftp.on('READDIR', (id, handle) =>
    answer(id, async () => {
      const listing = opened(handle);
      const names = listing.names ?? [];
      listing.names = [];
      if (names.length === 0) return STATUS_CODE.EOF;
      const entries = names.map(async (filename) => ({
        filename,
        longname: filename,
        attrs: await attributesOf(path.join(listing.folder!, filename)),
      }));
      sftp.name(id, await Promise.all(entries));
      return SENT;
    }),
  );
  sftp.on('FSTAT', (id, handle) =>
    answer(id, async () => {
      const { size } = await opened(handle).file!.stat();
      sftp.attrs(id, { mode: 0o600, uid: 0, gid: 0, size, atime: 0, mtime: 0 });
      return SENT;
    }),
  );
  sftp.on('close', () => {
    for (const { file } of handles.values()) void file?.close();
  });
  for (const kind of ['STAT', 'LSTAT'] as const)
    sftp.on(kind as 'STAT', (id, name) =>
      answer(id, async () => {
        sftp.attrs(id, await attributesOf(at(name)));
        return SENT;
      }),
    );
  sftp.on('FSETSTAT', (id) => answer(id, async () => undefined));
  sftp.on('MKDIR', (id, name) => answer(id, () => mkdir(at(name))));
  sftp.on('RENAME', (id, from, to) =>
    answer(id, async () => {
      const isThere = await stat(at(to)).catch(() => undefined);
      if (isThere) return STATUS_CODE.FAILURE;
      await rename(at(from), at(to));
    }),
  );
  sftp.on('REMOVE', (id, name) =>
    answer(id, async () => {
      if (double.keepsAll) return STATUS_CODE.PERMISSION_DENIED;
      await rm(at(name));
    }),
  );
}

/** Result of work that has already sent its own response. */
const SENT = -1;

const statusOf = (error: unknown): number =>
  (error as { code?: string }).code === 'ENOENT' ? STATUS_CODE.NO_SUCH_FILE : STATUS_CODE.FAILURE;

async function attributesOf(file: string) {
  const { mode, uid, gid, size, atimeMs, mtimeMs } = await stat(file);
  return { mode, uid, gid, size, atime: atimeMs / 1000, mtime: mtimeMs / 1000 };
}
