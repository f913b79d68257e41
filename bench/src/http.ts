/** One kept-alive connection per client, with one request at a time on each. */
import http from 'node:http';
import { connectThrowingAway } from './thrown-away.ts';

export interface RequestOptions {
  readonly method?: 'GET' | 'POST' | 'PUT';
  readonly path: string;
  readonly token?: string;
  readonly body?: unknown;
  readonly key?: string;
  /** A body of ten megabytes that nobody looks at is not kept: the client works on the server's cores. */
  readonly isThrownAway?: boolean;
}

/** Resolves to the response body. Anything but a 200 is an error, since refusals would falsify figures. */
export type Send = (options: RequestOptions) => Promise<Buffer>;

export function connect(port: number, clients: number): { send: Send; close: () => void } {
  const agent = new http.Agent({ keepAlive: true, maxSockets: clients });
  const unseen = connectThrowingAway(port);
  const send: Send = async ({ method = 'GET', path, token, body, key, isThrownAway }) => {
    if (isThrownAway) {
      await unseen.read(path);
      return Buffer.alloc(0);
    }
    return new Promise((resolve, reject) => {
      const payload = body === undefined ? undefined : JSON.stringify(body);
      const headers: Record<string, string> = {
        // What every browser sends behind TLS.
        'accept-encoding': 'gzip, deflate, br',
        ...(token ? { authorization: `Bearer ${token}` } : {}),
        ...(key ? { 'idempotency-key': key } : {}),
        ...(payload ? { 'content-type': 'application/json' } : {}),
      };
      const request = http.request(
        { agent, host: '127.0.0.1', port, method, path, headers },
        (response) => {
          const parts: Buffer[] = [];
          response.on('data', (part: Buffer) => parts.push(part));
          response.on('error', reject);
          response.on('end', () => {
            const answer = Buffer.concat(parts);
            if (response.statusCode === 200) resolve(answer);
            else reject(new Error(`${method} ${path}: ${response.statusCode}`));
          });
        },
      );
      request.on('error', reject);
      request.end(payload);
    });
  };
  const close = () => {
    agent.destroy();
    unseen.close();
  };
  return { send, close };
}
