/** Persistent HTTP connections. Each connection sends one request at a time. */
import { solveAltcha } from '../../server/test/solve-altcha.ts';
import { type Answer, Connection } from './connection.ts';

interface RequestOptions {
  readonly method?: 'GET' | 'POST' | 'PUT';
  readonly path: string;
  readonly token?: string;
  /** Body of the request. Objects are sent as JSON, and text is sent unchanged. */
  readonly body?: unknown;
  readonly key?: string;
  /**
   * Client address of the request, sent in a header. The server reads the header only in runs that
   * declare this machine a trusted proxy.
   */
  readonly address?: string;
  /**
   * True if the client discards the body. Storing ten megabytes would take processor time from the
   * server on the same cores.
   */
  readonly isDiscarded?: boolean;
}

/**
 * Sends a request and resolves to the response body. Throws for every status except 200, because
 * cheap rejections would falsify the figures.
 */
export type Send = (options: RequestOptions) => Promise<Buffer>;

/** Sends a request and resolves to the response with any status. */
export type Ask = (options: RequestOptions) => Promise<Answer>;

/**
 * Sends requests to the ports in rotation. A request waits while all connections of its port are
 * busy.
 */
export function connect(ports: readonly number[], clients: number) {
  const pools = ports.map((port) => openPool(port, clients));
  let n = 0;
  const ask: Ask = (options) => pools[n++ % pools.length]!.ask(options);
  const send: Send = async (options) => {
    const { status, body } = await ask(options);
    if (status !== 200) throw new Error(`${options.method ?? 'GET'} ${options.path}: ${status}`);
    return body;
  };
  const call = async <T>(options: RequestOptions): Promise<T> =>
    JSON.parse(String(await send(options))) as T;
  return { ask, send, call, close: () => pools.forEach(({ close }) => close()) };
}

function openPool(port: number, clients: number) {
  const all = new Set<Connection>();
  const idle: Connection[] = [];
  const waiting: ((connection: Connection) => void)[] = [];

  function open(): Connection {
    const connection = new Connection(port, () => {
      all.delete(connection);
      const index = idle.indexOf(connection);
      if (index >= 0) idle.splice(index, 1);
    });
    all.add(connection);
    return connection;
  }

  const take = (): Connection | Promise<Connection> =>
    idle.pop() ??
    (all.size < clients ? open() : new Promise((resolve) => void waiting.push(resolve)));

  function giveBack(connection: Connection): void {
    const isOpen = all.has(connection);
    const next = waiting.shift();
    if (next) next(isOpen ? connection : open());
    else if (isOpen) idle.push(connection);
  }

  const ask: Ask = async (options) => {
    const connection = await take();
    try {
      return await connection.ask(requestText(port, options), options.isDiscarded ?? false);
    } finally {
      giveBack(connection);
    }
  };
  return { ask, close: () => all.forEach((connection) => connection.close()) };
}

function requestText(
  port: number,
  { method = 'GET', path, token, body, key, address }: RequestOptions,
): string {
  const isText = typeof body === 'string';
  const payload = isText ? body : JSON.stringify(body);
  // Offers compression, as every browser behind TLS does.
  return (
    `${method} ${path} HTTP/1.1\r\nhost: 127.0.0.1:${port}\r\n` +
    'accept-encoding: gzip, deflate, br, zstd\r\n' +
    (token ? `authorization: Bearer ${token}\r\n` : '') +
    (key ? `idempotency-key: ${key}\r\n` : '') +
    (address ? `x-forwarded-for: ${address}\r\n` : '') +
    (payload
      ? `content-type: application/${isText ? 'octet-stream' : 'json'}\r\n` +
        `content-length: ${Buffer.byteLength(payload)}\r\n`
      : '') +
    `\r\n${payload ?? ''}`
  );
}

interface Offer {
  readonly challenge?: Parameters<typeof solveAltcha>[0];
}

/**
 * Solves the human verification of a sign-in, as a browser does while the user types. Returns the
 * field for the sign-in. The field is empty if the server requires no verification.
 */
export async function passHumanCheck(
  send: Send,
): Promise<{ readonly g_recaptcha_response?: string }> {
  const { challenge } = JSON.parse(String(await send({ path: '/api/captcha' }))) as Offer;
  return challenge ? { g_recaptcha_response: await solveAltcha(challenge) } : {};
}
