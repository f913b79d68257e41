/**
 * Update without interruption: a second process on the same port and data folder replaces the
 * first. Both hold the port for a moment (SO_REUSEPORT). Then the first stops accepting, completes
 * its requests and exits.
 */
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { chmod, rm } from 'node:fs/promises';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';

/** Two sockets may share a port on these systems. On others the second process gets an error. */
const CAN_SHARE_PORTS = ['linux', 'freebsd', 'sunos', 'aix'].includes(process.platform);
const ANSWER_MS = 30_000;
const LEAVE = 'leave\n';

export interface Address {
  readonly host: string;
  readonly port: number;
}

/** The process that serves this address from the same data folder. */
interface Predecessor {
  /**
   * Resolves when the process no longer accepts connections, so that its successor can serve the
   * requests.
   */
  askToLeave(): Promise<void>;
  /** Closes the connection to the process without other effects. */
  release(): void;
}

export interface PortHolder {
  readonly predecessor: Predecessor | undefined;
  /** Options with which the port must be opened. */
  readonly listenOptions: Address & { readonly reusePort: boolean };
}

export async function holdPort(address: Address, dataFolder: string): Promise<PortHolder> {
  const predecessor = CAN_SHARE_PORTS
    ? await findPredecessor(channelPath(dataFolder, address.port))
    : undefined;
  // The port must not be shared with a process of another program.
  const reusePort =
    predecessor !== undefined || (CAN_SHARE_PORTS && (await bindError(address)) === undefined);
  return { predecessor, listenOptions: { ...address, reusePort } };
}

/**
 * Returns the reason why the port cannot be opened, unless a process of ours on the same data
 * folder will release it.
 */
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
 * Lets a later process ask this one to leave. `leave` stops accepting connections and resolves. The
 * successor is answered only after that.
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

/**
 * The path is in the folder for temporary files, because the path of a socket is limited to about
 * 100 characters.
 */
function channelPath(dataFolder: string, port: number): string {
  const name = createHash('sha256').update(`${dataFolder}\n${port}`).digest('hex').slice(0, 20);
  return path.join(os.tmpdir(), `ramal-${name}.sock`);
}
