/** Persistent connections with one request at a time on each. */
import { type Answer, Connection } from './connection.ts';

interface RequestOptions {
  readonly method?: 'GET' | 'POST' | 'PUT';
  readonly path: string;
  readonly token?: string;
  readonly body?: unknown;
  readonly key?: string;
  /**
   * An unused body of ten megabytes is not kept, because the client works on the server's cores.
   */
  readonly isThrownAway?: boolean;
}

/**
 * Resolves to the response body. Any status but 200 is an error, because rejections would falsify
 * figures.
 */
export type Send = (options: RequestOptions) => Promise<Buffer>;

/** Requests wait in a queue while all connections are busy. */
export function connect(port: number, clients: number): { send: Send; close: () => void } {
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

  const ask = async (request: string, isThrownAway: boolean): Promise<Answer> => {
    const connection = await take();
    try {
      return await connection.ask(request, isThrownAway);
    } finally {
      giveBack(connection);
    }
  };
  const send: Send = async (options) => {
    const { method = 'GET', path, isThrownAway = false } = options;
    const { status, body } = await ask(requestText(port, options), isThrownAway);
    if (status !== 200) throw new Error(`${method} ${path}: ${status}`);
    return body;
  };
  const close = () => {
    for (const connection of all) connection.close();
  };
  return { send, close };
}

function requestText(
  port: number,
  { method = 'GET', path, token, body, key }: RequestOptions,
): string {
  const payload = body === undefined ? '' : JSON.stringify(body);
  // Every browser offers compression behind TLS.
  return (
    `${method} ${path} HTTP/1.1\r\nhost: 127.0.0.1:${port}\r\n` +
    'accept-encoding: gzip, deflate, br, zstd\r\n' +
    (token ? `authorization: Bearer ${token}\r\n` : '') +
    (key ? `idempotency-key: ${key}\r\n` : '') +
    (payload
      ? `content-type: application/json\r\ncontent-length: ${Buffer.byteLength(payload)}\r\n`
      : '') +
    `\r\n${payload}`
  );
}
