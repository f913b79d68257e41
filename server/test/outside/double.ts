/**
 * Common code for the doubles of providers: an HTTP server, and faults before or after the work of
 * a request.
 */
import http from 'node:http';
import type { AddressInfo } from 'node:net';

/**
 * Faults of a request. `lost` breaks the connection before the request has an effect, `unseen`
 * after it. `busy` answers 503 and `down` 500, both without an effect. `hangs` has no effect and
 * never answers. `hangs after` has the effect and never answers.
 */
export const faultKinds = ['lost', 'unseen', 'busy', 'down', 'hangs', 'hangs after'] as const;
export type Fault = (typeof faultKinds)[number];

export interface DoubleRequest {
  readonly method: string;
  readonly url: URL;
  readonly headers: http.IncomingHttpHeaders;
  readonly body: Readonly<Record<string, unknown>>;
}

export interface DoubleResponse {
  readonly status: number;
  /** Body, sent as JSON. A text is sent unchanged, and undefined sends no body. */
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface Double {
  readonly url: string;
  /** Names of the received requests from `nameOf`, oldest first. */
  readonly requests: string[];
  /** Faults of the next requests, by the name of the request. */
  readonly faults: Map<string, Fault[]>;
  close(): Promise<void>;
}

const does = new Set<Fault>(['unseen', 'hangs after']);

export async function startDouble(
  nameOf: (asked: DoubleRequest) => string,
  answer: (asked: DoubleRequest) => DoubleResponse,
): Promise<Double> {
  const requestNames: string[] = [];
  const faults = new Map<string, Fault[]>();
  const server = http.createServer((request, response) => {
    let text = '';
    request.on('data', (piece) => (text += String(piece)));
    request.on('end', () => {
      const received: DoubleRequest = {
        method: request.method ?? 'GET',
        url: new URL(request.url ?? '/', 'http://double'),
        headers: request.headers,
        body: text ? (JSON.parse(text) as Record<string, unknown>) : {},
      };
      const name = nameOf(received);
      requestNames.push(name);
      const fault = faults.get(name)?.shift();
      const reply = fault === undefined || does.has(fault) ? answer(received) : undefined;
      if (fault === 'lost' || fault === 'unseen') return void request.socket.destroy();
      if (fault === 'hangs' || fault === 'hangs after') return undefined;
      if (!reply) {
        response.writeHead(fault === 'busy' ? 503 : 500, { 'content-type': 'text/html' });
        return response.end('<h1>Service Unavailable</h1>');
      }
      response.writeHead(reply.status, {
        ...(reply.body === undefined ? {} : { 'content-type': 'application/json' }),
        ...reply.headers,
      });
      return response.end(
        reply.body === undefined || typeof reply.body === 'string'
          ? reply.body
          : JSON.stringify(reply.body),
      );
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    requests: requestNames,
    faults,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
