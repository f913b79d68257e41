/**
 * Double of a service with signed calls, as docs/decisions/line-servers.md specifies. It verifies
 * the signature and the time of each call. A repeated call with the same id gets the first response
 * again.
 */
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { Webhook } from 'standardwebhooks';

interface SignedDoubleLine {
  line: number;
  username: string;
  password: string;
  expires_at: number | null;
  is_trial: boolean;
  is_on: boolean;
  is_blocked: boolean;
  screens: number;
  product: string | null;
}

export interface SignedDouble {
  readonly url: string;
  readonly secret: string;
  readonly lines: Map<number, SignedDoubleLine>;
  /** Ids of all calls except `get-line`, oldest first, repeated ones included. */
  readonly ids: string[];
  readonly refusedNames: Set<string>;
  /** Faults of the next calls, in order. */
  faults: (
    | 'dropped'
    | 'answer-lost'
    | 'half-answer'
    | 'page'
    | 'try-later'
    | 'broken'
    | undefined
  )[];
  /**
   * The clock of the double in milliseconds. A call that is older than five minutes is rejected.
   */
  now: () => number;
  close(): Promise<void>;
}

export async function startSignedPlatform(now: () => number): Promise<SignedDouble> {
  const secret = `whsec_${Buffer.alloc(24, 3).toString('base64')}`;
  const answered = new Map<string, string>();
  const double: SignedDouble = {
    url: '',
    secret,
    lines: new Map(),
    ids: [],
    refusedNames: new Set(),
    faults: [],
    now,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  const server = http.createServer((request, response) => {
    let text = '';
    request.on('data', (piece) => (text += String(piece)));
    request.on('end', () => {
      const fault = double.faults.shift();
      if (fault === 'dropped') return void request.socket.destroy();
      const id = String(request.headers['webhook-id']);
      if (!isSigned(double, request.headers, text)) {
        response.writeHead(401).end(JSON.stringify({ ok: false, error: 'unauthorized' }));
        return;
      }
      if (fault === 'page') return void response.end('<html>502 Bad Gateway</html>');
      if (fault === 'broken') {
        response.writeHead(500).end(JSON.stringify({ ok: false, error: 'internal' }));
        return;
      }
      if (fault === 'try-later')
        return void response.end(JSON.stringify({ ok: false, error: 'try-later' }));
      const stored = answered.get(id);
      const body = stored ?? JSON.stringify(answer(double, JSON.parse(text) as Call));
      if ((JSON.parse(text) as Call).action !== 'get-line') double.ids.push(id);
      answered.set(id, body);
      if (fault === 'answer-lost') return void request.socket.destroy();
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(fault === 'half-answer' ? body.slice(0, Math.floor(body.length / 2)) : body);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return Object.assign(double, { url: `http://127.0.0.1:${port}/ramal` });
}

/**
 * Verifies the signature at the time of this double. The code implements the specification
 * independently of the server.
 */
function isSigned(
  { secret, now }: SignedDouble,
  headers: http.IncomingHttpHeaders,
  body: string,
): boolean {
  const sentAt = Number(headers['webhook-timestamp']) * 1000;
  if (Math.abs(now() - sentAt) > 5 * 60_000) return false;
  try {
    const seconds = new Date(sentAt);
    const id = String(headers['webhook-id']);
    return new Webhook(secret).sign(id, seconds, body) === headers['webhook-signature'];
  } catch {
    return false;
  }
}

interface Call {
  readonly action: string;
  readonly line?: number | SignedDoubleLine;
  readonly username?: string;
  readonly after?: number;
  readonly limit?: number;
}

function answer(double: SignedDouble, call: Call): object {
  const { lines } = double;
  switch (call.action) {
    case 'hello':
      return {
        ok: true,
        lines: lines.size,
        products: [
          { id: 'full', name: 'Tudo' },
          { id: 'family', name: 'Sem adultos' },
        ],
      };
    case 'get-line': {
      const match = call.username
        ? [...lines.values()].find(({ username }) => username === call.username)
        : lines.get(Number(call.line));
      return { ok: true, line: match ?? null };
    }
    case 'put-line': {
      const line = call.line as SignedDoubleLine;
      const holder = [...lines.values()].find(({ username }) => username === line.username);
      if (holder && holder.line !== line.line) return { ok: false, error: 'username-taken' };
      if (double.refusedNames.has(line.username))
        return { ok: false, error: 'username-refused', message: 'Este usuário não serve.' };
      const put = { ...lines.get(line.line), ...line };
      lines.set(line.line, { ...put, product: put.product ?? null });
      return { ok: true, line: put };
    }
    case 'delete-line':
      lines.delete(Number(call.line));
      return { ok: true, line: null };
    case 'list-lines':
      return {
        ok: true,
        lines: [...lines.values()]
          .filter(({ line }) => line > Number(call.after))
          .toSorted((a, b) => a.line - b.line)
          .slice(0, Number(call.limit)),
      };
    default:
      return { ok: false, error: 'unknown-action' };
  }
}
