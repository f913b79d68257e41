/**
 * An update without a gap: a second process on the same port and data folder takes over from the first. Both
 * hold the port for a moment (SO_REUSEPORT); then the first stops accepting, ends what it has begun and exits.
 */
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { chmod, rm } from 'node:fs/promises';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';

/** Two sockets may share a port there; elsewhere a second process is refused as before. */
const CAN_SHARE_PORTS = ['linux', 'freebsd', 'sunos', 'aix'].includes(process.platform);
const ANSWER_MS = 30_000;
const LEAVE = 'leave\n';

export interface Address {
  readonly host: string;
  readonly port: number;
}

/** The process that serves this address from the same data folder. */
export interface Predecessor {
  /** Resolves when it accepts no more connections and its successor may be asked the same. */
  askToLeave(): Promise<void>;
  /** Closes the connection to it and leaves it alone. */
  release(): void;
}

export interface PortHolder {
  readonly predecessor: Predecessor | undefined;
  /** What the port is to be opened with. */
  readonly listenOptions: Address & { readonly reusePort: boolean };
}

export async function holdPort(address: Address, dataFolder: string): Promise<PortHolder> {
  const predecessor = CAN_SHARE_PORTS
    ? await findPredecessor(channelPath(dataFolder, address.port))
    : undefined;
  // A stranger on the port must be refused, and never share it with us.
  const reusePort =
    predecessor !== undefined || (CAN_SHARE_PORTS && (await bindError(address)) === undefined);
  return { predecessor, listenOptions: { ...address, reusePort } };
}

/** Returns why the port cannot be opened; a process of ours on the same data folder will give it up. */
export async function findPortError(
  address: Address,
  dataFolder: string,
): Promise<Error | undefined> {
  const error = await bindError(address);
  if (!error || !CAN_SHARE_PORTS) return error;
  const predecessor = await findPredecessor(channelPath(dataFolder, address.port));
  predecessor?.release();
  return predecessor ? undefined : error;
}

/**
 * Lets a later process ask this one to leave. `leave` stops accepting connections and resolves; the successor
 * is answered only then.
 */
export async function waitForSuccessor(
  { port }: Address,
  dataFolder: string,
  leave: () => Promise<void>,
): Promise<() => Promise<void>> {
  if (!CAN_SHARE_PORTS) return async () => {};
  const channel = channelPath(dataFolder, port);
  await rm(channel, { force: true });
  const server = net.createServer((successor) => {
    successor.on('error', () => {});
    successor.on('data', (chunk) => {
      if (!chunk.toString().startsWith(LEAVE)) return;
      // The path is free for the successor before it is answered.
      server.close();
      void leave().then(() => successor.end('left\n'));
    });
  });
  // A process without a free file descriptor does not accept its successor, and continues.
  server.on('error', () => undefined);
  server.listen(channel);
  await once(server, 'listening');
  await chmod(channel, 0o600);
  server.unref();
  return async () => {
    if (server.listening) server.close();
  };
}

async function findPredecessor(channel: string): Promise<Predecessor | undefined> {
  const socket = net.connect(channel);
  // A predecessor that dies between two messages resets the connection.
  socket.on('error', () => undefined);
  try {
    await once(socket, 'connect');
  } catch {
    // No process listens there, or it has died and left the file.
    return undefined;
  }
  socket.unref();
  return {
    askToLeave: async () => {
      socket.ref();
      socket.setTimeout(ANSWER_MS, () => socket.destroy());
      socket.resume();
      const ended = once(socket, 'close');
      socket.write(LEAVE);
      await ended;
    },
    release: () => void socket.destroy(),
  };
}

async function bindError({ host, port }: Address): Promise<Error | undefined> {
  const probe = net.createServer();
  // The wait below rejects with the error; the listener covers the time after it.
  probe.on('error', () => undefined);
  try {
    probe.listen({ host, port });
    await once(probe, 'listening');
  } catch (error) {
    return error as Error;
  }
  probe.close();
  await once(probe, 'close');
  return undefined;
}

/** In the folder for temporary files, because the path of a socket may have about 100 signs only. */
function channelPath(dataFolder: string, port: number): string {
  const name = createHash('sha256').update(`${dataFolder}\n${port}`).digest('hex').slice(0, 20);
  return path.join(os.tmpdir(), `ramal-${name}.sock`);
}
