/** As many kept connections as there are clients, each asking one thing at a time. */
import http from 'node:http';

export interface Sent {
  readonly method?: 'GET' | 'POST' | 'PUT';
  readonly path: string;
  readonly token?: string;
  readonly body?: unknown;
  readonly key?: string;
}

/** The body of the answer; anything but a 200 is an error, a figure of refusals is no figure. */
export type Ask = (sent: Sent) => Promise<Buffer>;

export function connect(port: number, clients: number): { ask: Ask; close: () => void } {
  const agent = new http.Agent({ keepAlive: true, maxSockets: clients });
  const ask: Ask = ({ method = 'GET', path, token, body, key }) =>
    new Promise((resolve, reject) => {
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
  return { ask, close: () => agent.destroy() };
}
