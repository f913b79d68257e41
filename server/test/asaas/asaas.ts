/**
 * A double of Asaas, as the reference sheet describes it: no idempotency, four forms of dates,
 * repeated notices, and a sandbox that never activates an authorization. Requests may be lost before
 * or after their effect. A test plays the customer and the customer's bank.
 */
import { randomUUID } from 'node:crypto';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { answer, type Reply } from './answers.ts';
import type {
  DoubleAuthorization,
  DoubleEvent,
  DoubleInstruction,
  DoublePayment,
} from './objects.ts';

export interface AsaasDouble {
  readonly url: string;
  readonly key: string;
  readonly customers: Map<string, { id: string; cpfCnpj: string; externalReference: string }>;
  readonly authorizations: Map<string, DoubleAuthorization>;
  readonly payments: Map<string, DoublePayment>;
  readonly instructions: Map<string, DoubleInstruction>;
  readonly codes: Map<string, { value: number; reference: string; expiresAt: number }>;
  /** Notices that Asaas would send, oldest first. */
  readonly events: DoubleEvent[];
  /** Received requests, oldest first: `POST /payments`. */
  readonly requests: string[];
  holder: { personType: 'JURIDICA' | 'FISICA'; cpfCnpj: string; companyName: string };
  isApproved: boolean;
  hasPixKey: boolean;
  /** False for a key without the permission PIX_AUTOMATIC:WRITE. */
  mayRecur: boolean;
  /** True for the sandbox, where authorizations stay CREATED. */
  isSandbox: boolean;
  /** False if a removed payment leaves its scheduled instruction. */
  removesInstructions: boolean;
  /** CPFs that the provider refuses. */
  readonly refusedCpfs: Set<string>;
  /** Results of the next requests: a status, `lost` before any work, or `none` for success. */
  failures: (number | 'lost' | 'none')[];
  /** Number of next writes that have their effect but no answer. */
  dropsAnswers: number;
  /** Form of the next date; each answer uses the next form. */
  dateForm: number;
  now: () => number;
  close(): Promise<void>;
}

export async function startAsaas(): Promise<AsaasDouble> {
  const double: AsaasDouble = {
    url: '',
    key: `$aact_prod_${randomUUID()}`,
    customers: new Map(),
    authorizations: new Map(),
    payments: new Map(),
    instructions: new Map(),
    codes: new Map(),
    events: [],
    requests: [],
    holder: {
      personType: 'JURIDICA',
      cpfCnpj: '11222333000181',
      companyName: 'MARCELO TV LTDA',
    },
    isApproved: true,
    hasPixKey: true,
    mayRecur: true,
    isSandbox: false,
    removesInstructions: true,
    refusedCpfs: new Set(),
    failures: [],
    dropsAnswers: 0,
    dateForm: 0,
    now: () => Date.now(),
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  const server = http.createServer((request, response) => {
    let text = '';
    request.on('data', (piece) => (text += String(piece)));
    request.on('end', () => serve(double, request, response, text));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return Object.assign(double, { url: `http://127.0.0.1:${port}` });
}

function serve(
  double: AsaasDouble,
  request: http.IncomingMessage,
  response: http.ServerResponse,
  text: string,
): void {
  const { method = 'GET', url = '/', headers } = request;
  const target = new URL(url, 'http://double');
  double.requests.push(`${method} ${target.pathname}`);
  const failure = double.failures.shift();
  if (failure === 'lost') {
    request.socket.destroy();
    return;
  }
  const [status, body] = reply(double, { method, target, text, headers, failure });
  if (double.dropsAnswers > 0 && method !== 'GET' && status < 300) {
    double.dropsAnswers -= 1;
    request.socket.destroy();
    return;
  }
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(JSON.stringify(body));
}

interface Received {
  readonly method: string;
  readonly target: URL;
  readonly text: string;
  readonly headers: http.IncomingHttpHeaders;
  readonly failure: number | 'none' | undefined;
}

function reply(double: AsaasDouble, { method, target, text, headers, failure }: Received): Reply {
  if (typeof failure === 'number') return [failure, { errors: [] }];
  if (headers.access_token !== double.key)
    return [401, { errors: [{ code: 'invalid_access_token', description: 'Chave inválida' }] }];
  // Asaas rejects these two mistakes of clients.
  if (!headers['user-agent']) return [400, { errors: [{ code: 'user_agent' }] }];
  if (method === 'GET' && text !== '') return [403, {}];
  const body = text ? (JSON.parse(text) as Record<string, unknown>) : {};
  return answer(double, method, target, body);
}
