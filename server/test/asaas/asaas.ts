/**
 * Double of Asaas, as the reference sheet describes it. It has no idempotency keys and writes dates
 * in four forms. In its sandbox, authorizations never become active. Requests can be lost before or
 * after their effect. A test acts as the customer and as the customer's bank.
 */
import { randomUUID } from 'node:crypto';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { answer, type Reply } from './answers.ts';
import type { AsaasDouble } from './objects.ts';

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
    confirmsFirst: false,
    refusedCpfs: new Set(),
    failures: [],
    dropsAnswers: 0,
    delaysWrites: 0,
    delayed: [],
    dateForm: 0,
    onMoment: () => undefined,
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
  double.onMoment();
  const received = { method, target, text, headers, failure };
  if (double.delaysWrites > 0 && method !== 'GET') {
    double.delaysWrites -= 1;
    double.delayed.push(() => reply(double, received));
    request.socket.destroy();
    return;
  }
  const [status, body] = reply(double, received);
  if (double.dropsAnswers > 0 && method !== 'GET' && status < 300) {
    double.dropsAnswers -= 1;
    request.socket.destroy();
    return;
  }
  double.onMoment();
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(JSON.stringify(body));
}

interface ReceivedRequest {
  readonly method: string;
  readonly target: URL;
  readonly text: string;
  readonly headers: http.IncomingHttpHeaders;
  readonly failure: number | 'none' | undefined;
}

function reply(
  double: AsaasDouble,
  { method, target, text, headers, failure }: ReceivedRequest,
): Reply {
  if (typeof failure === 'number') return [failure, { errors: [] }];
  if (headers.access_token !== double.key)
    return [401, { errors: [{ code: 'invalid_access_token', description: 'Chave inválida' }] }];
  // Asaas rejects requests without a user agent, and GET requests with a body.
  if (!headers['user-agent']) return [400, { errors: [{ code: 'user_agent' }] }];
  if (method === 'GET' && text !== '') return [403, {}];
  const body = text ? (JSON.parse(text) as Record<string, unknown>) : {};
  return answer(double, method, target, body);
}
