/** Persistent connections. Each connection has one request at a time. */
import { solveAltcha } from '../../server/test/solve-altcha.ts';
import { type Answer, Connection } from './connection.ts';

interface RequestOptions {
  readonly method?: 'GET' | 'POST' | 'PUT';
  readonly path: string;
  readonly token?: string;
  /** Body of the request, sent as JSON. A text is sent unchanged. */
  readonly body?: unknown;
  readonly key?: string;
  /** Address of the client, for a server that trusts this machine as a proxy. */
  readonly address?: string;
  /**
   * True if the client discards the body. Storing ten megabytes would take processor time from the
   * server, which uses the same cores.
   */
  readonly isDiscarded?: boolean;
}

/**
 * Resolves to the response body. Any status but 200 is an error, because rejections would falsify
 * figures.
 */
export type Send = (options: RequestOptions) => Promise<Buffer>;

/** Sends a request and resolves to the response, whatever its status. */
export type Ask = (options: RequestOptions) => Promise<Answer>;

/** Sends requests to the ports in rotation. They wait while all connections of a port are busy. */
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
  // A browser behind TLS always offers compression, so the requests offer it too.
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
 * Solves the human verification, as a browser does before the user has typed the password. Returns
 * the field for a sign-in. The field is empty if the server requires no verification.
 */
export async function passHumanCheck(
  send: Send,
): Promise<{ readonly g_recaptcha_response?: string }> {
  const { challenge } = JSON.parse(String(await send({ path: '/api/captcha' }))) as Offer;
  return challenge ? { g_recaptcha_response: await solveAltcha(challenge) } : {};
}
