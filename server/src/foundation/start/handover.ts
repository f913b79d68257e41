/**
 * Updates without interruption: a second process on the same port and data folder replaces the
 * first. Both use the port for a moment (SO_REUSEPORT). Then the first process stops accepting
 * connections, completes its requests and exits.
 */
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { chmod, rm } from 'node:fs/promises';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';

/**
 * True on systems where two sockets may share a port. On other systems opening the port a second
 * time fails.
 */
const CAN_SHARE_PORTS = ['linux', 'freebsd', 'sunos', 'aix'].includes(process.platform);
const ANSWER_MS = 30_000;
const LEAVE = 'leave\n';

export interface Address {
  readonly host: string;
  readonly port: number;
}

/** Running process that uses the same address and data folder, and that this process replaces. */
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

export async function reservePort(address: Address, dataFolder: string): Promise<PortHolder> {
  const predecessor = CAN_SHARE_PORTS
    ? await findPredecessor(channelPath(dataFolder, address.port))
    : undefined;
  // Sets the option if the port is free, or if a process of this installation uses it. Another
  // program's port is never shared.
  const reusePort =
    predecessor !== undefined || (CAN_SHARE_PORTS && (await bindError(address)) === undefined);
  return { predecessor, listenOptions: { ...address, reusePort } };
}

/**
 * Returns the reason why the port cannot be opened. Undefined if the port is free, or if another
 * process on the same data folder will release it.
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
 * Waits for a later process that requests this process to leave. `leave` stops accepting
 * connections. The later process receives its answer after `leave` has resolved.
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
      // Frees the path for the successor before the successor is answered.
      server.close();
      void leave().then(() => successor.end('left\n'));
    });
  });
  // If no file descriptor is free, this process cannot accept its successor. It must continue, and
  // the error must not end it.
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
    // No process listens on the path, or the process died and left the file.
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
  // `once` below reports the first error. This listener ignores later ones, which would otherwise
  // end the process.
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
 * Returns the path of the socket. It is in the folder for temporary files, because the path of a
 * socket is limited to about 100 characters.
 */
function channelPath(dataFolder: string, port: number): string {
  const name = createHash('sha256').update(`${dataFolder}\n${port}`).digest('hex').slice(0, 20);
  return path.join(os.tmpdir(), `ramal-${name}.sock`);
}
