/**
 * Sends requests with a short timeout. If a machine does not answer, the request goes to the next
 * machine, as a person would reload the page.
 */
import http from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { MACHINES, machineAddress } from '../machines/network.ts';

export interface Request {
  readonly path: string;
  readonly method?: 'GET' | 'POST' | 'PUT';
  readonly token?: string | undefined;
  readonly key?: string;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  readonly timeoutMs?: number;
}

export interface Reply {
  readonly status: number;
  readonly text: string;
}

const agent = new http.Agent({ keepAlive: true, maxSockets: 200 });
/** Host name of the installation in `deploy/ha/ramal.env`. */
const HOST = 'panel.example';
const TIMEOUT_MS = 5_000;

/** Sends a request. Returns undefined if the connection broke or no response came in time. */
export function ask(
  request: Request & { readonly address: string; readonly port: number },
): Promise<Reply | undefined> {
  const { address, port, path, method = 'GET', token, key, body, timeoutMs = TIMEOUT_MS } = request;
  const payload = body === undefined ? undefined : JSON.stringify(body);
  return new Promise((resolve) => {
    const sent = http.request({
      host: address,
      port,
      path,
      method,
      agent,
      headers: {
        host: HOST,
        ...(token ? { authorization: `Bearer ${token}` } : {}),
        ...(key ? { 'idempotency-key': key } : {}),
        ...(payload ? { 'content-type': 'application/json' } : {}),
        ...request.headers,
      },
    });
    const timer = setTimeout(() => sent.destroy(), timeoutMs);
    const end = (reply: Reply | undefined) => {
      clearTimeout(timer);
      resolve(reply);
    };
    sent.on('error', () => end(undefined));
    sent.on('response', (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (part: string) => (text += part));
      response.on('end', () => end({ status: response.statusCode ?? 0, text }));
      response.on('error', () => end(undefined));
      response.on('close', () => end(undefined));
    });
    sent.end(payload);
  });
}

/** Ports of HAProxy on each machine. */
export const PORTS = { panel: 80, player: 8000 } as const;

const RETRY_MS = 100;
const GIVE_UP_MS = 180_000;

export interface Route {
  /**
   * Sends the request to one machine after the other until a machine accepts it. All attempts use
   * the same idempotency key. Throws if a machine rejects the request.
   */
  insist(request: Request): Promise<Reply>;
}

/**
 * Creates a client that begins with the machine of the index `first`. After a failed attempt the
 * client changes to the next machine, and stays there while that machine answers.
 */
export function createRoute(service: keyof typeof PORTS, first: number): Route {
  let at = first;
  const insist = async (request: Request): Promise<Reply> => {
    for (const deadline = Date.now() + GIVE_UP_MS; Date.now() < deadline;) {
      const address = machineAddress(MACHINES[at % MACHINES.length]!);
      const reply = await ask({ ...request, address, port: PORTS[service] });
      if (reply?.status === 200) return reply;
      if (reply && reply.status !== 503 && reply.status !== 502 && reply.status !== 504)
        throw new Error(
          `${request.method ?? 'GET'} ${request.path} ${reply.status}: ${reply.text}`,
        );
      at += 1;
      await pause(RETRY_MS);
    }
    throw new Error(`${request.path}: no answer in ${GIVE_UP_MS} ms`);
  };
  return { insist };
}
