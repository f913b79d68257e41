/**
 * Double of Woovi for one-off Pix, as its public API describes it. Amounts are whole cents, and the
 * panel's reference is the id of a charge. Requests can be lost before or after their effect. A
 * test acts as the buyer, and sends the signed notices.
 */
import { createSign, generateKeyPairSync, randomUUID } from 'node:crypto';
import http from 'node:http';
import type { AddressInfo } from 'node:net';

interface DoubleCharge {
  readonly correlationID: string;
  readonly value: number;
  readonly expiresAt: number;
  readonly createdAt: number;
  status: string;
  readonly refunds: { correlationID: string; value: number; status: string }[];
}

type Reply = [number, object];

export interface WooviDouble {
  readonly url: string;
  readonly key: string;
  readonly charges: Map<string, DoubleCharge>;
  /** Received requests, oldest first: `POST /api/v1/charge`. */
  readonly requests: string[];
  company: { officialName: string; tradeName: string; taxID: string };
  /** False for a key whose application lacks a permission. */
  hasPermission: boolean;
  /** Maximum number of charges in one answer of a search. */
  pageSize: number;
  /**
   * Results of the next requests: an HTTP status, `lost` for a request without effect and response,
   * or `none` for success.
   */
  failures: (number | 'lost' | 'none')[];
  /** Number of next writes that have their effect but send no response. */
  dropsAnswers: number;
  now: () => number;
  pay(reference: string): void;
  /** Returns a notice about a charge with its signature. */
  signNotice(
    reference: string,
    event?: string,
  ): { readonly body: string; readonly signature: string };
  close(): Promise<void>;
}

export async function startWoovi(): Promise<WooviDouble> {
  const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const double: WooviDouble = {
    url: '',
    key: `app-${randomUUID()}`,
    charges: new Map(),
    requests: [],
    company: { officialName: 'MARCELO TV LTDA', tradeName: 'Marcelo TV', taxID: '11222333000181' },
    hasPermission: true,
    pageSize: 100,
    failures: [],
    dropsAnswers: 0,
    now: () => Date.now(),
    pay: (reference) => {
      const charge = double.charges.get(reference)!;
      if (charge.status === 'ACTIVE' && double.now() <= charge.expiresAt)
        charge.status = 'COMPLETED';
    },
    signNotice: (reference, event = 'OPENPIX:CHARGE_COMPLETED') => {
      const body = JSON.stringify({ event, charge: { correlationID: reference } });
      return { body, signature: createSign('RSA-SHA256').update(body).sign(privateKey, 'base64') };
    },
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  const publicKeys = (): Reply => [
    200,
    {
      public_keys: [{ key: publicKey.export({ type: 'spki', format: 'pem' }), is_current: true }],
    },
  ];
  const server = http.createServer((request, response) => {
    let text = '';
    request.on('data', (piece) => (text += String(piece)));
    request.on('end', () => {
      if (request.url === '/api/v1/webhook/public-keys') {
        send(response, publicKeys());
        return;
      }
      serve(double, request, response, text);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return Object.assign(double, { url: `http://127.0.0.1:${port}` });
}

function send(response: http.ServerResponse, [status, body]: Reply): void {
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(JSON.stringify(body));
}

function serve(
  double: WooviDouble,
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
  const isKnown = headers.authorization === double.key;
  const result: Reply =
    typeof failure === 'number'
      ? [failure, { error: 'falha' }]
      : isKnown
        ? answer(double, method, target, text)
        : [401, { data: null, errors: [{ message: 'appID inválido' }] }];
  if (double.dropsAnswers > 0 && method === 'POST' && result[0] < 300) {
    double.dropsAnswers -= 1;
    request.socket.destroy();
    return;
  }
  send(response, result);
}

const invalid = (error: string): Reply => [400, { error }];

function answer(double: WooviDouble, method: string, url: URL, text: string): Reply {
  if (!double.hasPermission) return [403, { error: 'Sem permissão' }];
  const [, , , area, id, part] = url.pathname.split('/');
  if (area === 'company') return [200, { company: double.company }];
  if (area !== 'charge') return [404, {}];
  expire(double);
  const body = text ? (JSON.parse(text) as Record<string, unknown>) : {};
  if (!id) return method === 'POST' ? create(double, url, body) : list(double, url);
  const charge = double.charges.get(decodeURIComponent(id));
  if (!charge) return invalid('Cobrança não encontrada');
  if (part !== 'refund') return [200, { charge: onWire(charge) }];
  return method === 'POST' ? refund(charge, body) : [200, { refunds: charge.refunds }];
}

function expire(double: WooviDouble): void {
  for (const charge of double.charges.values())
    if (charge.status === 'ACTIVE' && double.now() > charge.expiresAt) charge.status = 'EXPIRED';
}

const onWire = ({ correlationID, value, status, createdAt }: DoubleCharge): object => ({
  correlationID,
  value,
  status,
  brCode: `000201br.gov.bcb.pix${correlationID}`,
  globalID: Buffer.from(`Charge:${correlationID}`).toString('base64'),
  createdAt: new Date(createdAt).toISOString(),
});

function create(double: WooviDouble, url: URL, body: Record<string, unknown>): Reply {
  const { correlationID, value, comment, expiresIn } = body;
  const reference = String(correlationID);
  const existing = double.charges.get(reference);
  if (existing && url.searchParams.get('return_existing') !== 'true')
    return invalid('Já existe uma cobrança com este correlationID');
  if (!Number.isSafeInteger(value) || Number(value) < 1) return invalid('value inválido');
  if (String(comment).length > 140) return invalid('comment inválido');
  if (!Number.isSafeInteger(expiresIn) || Number(expiresIn) < 300)
    return invalid('expiresIn inválido');
  const charge = existing ?? {
    correlationID: reference,
    value: Number(value),
    expiresAt: double.now() + Number(expiresIn) * 1000,
    createdAt: double.now(),
    status: 'ACTIVE',
    refunds: [],
  };
  double.charges.set(reference, charge);
  return [200, { charge: onWire(charge), correlationID: reference }];
}

function list(double: WooviDouble, { searchParams }: URL): Reply {
  const [from, until] = ['start', 'end'].map((name) => Date.parse(searchParams.get(name)!));
  const rows = [...double.charges.values()].filter(
    ({ createdAt }) => createdAt >= from! && createdAt <= until!,
  );
  const skip = Number(searchParams.get('skip') ?? 0);
  const limit = Math.min(Number(searchParams.get('limit') ?? 100), double.pageSize);
  const charges = rows.slice(skip, skip + limit).map(onWire);
  return [200, { charges, pageInfo: { skip, limit, hasNextPage: skip + limit < rows.length } }];
}

function refund(charge: DoubleCharge, { correlationID }: Record<string, unknown>): Reply {
  if (charge.status !== 'COMPLETED') return invalid('A cobrança não foi paga');
  const key = String(correlationID);
  const existing = charge.refunds.find((row) => row.correlationID === key);
  const made = existing ?? { correlationID: key, value: charge.value, status: 'CONFIRMED' };
  if (!existing) charge.refunds.push(made);
  return [200, { refund: made }];
}
