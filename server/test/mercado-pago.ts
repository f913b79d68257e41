/**
 * Double of Mercado Pago with both of its APIs, as the reference sheet describes them. One API
 * writes amounts as numbers, and the other as text. An application supports only one of them.
 * Payments can be unreadable at first, requests can fail with any status, and responses can be
 * missing. A test acts as the buyer.
 */
import { randomInt, randomUUID } from 'node:crypto';
import http from 'node:http';
import type { AddressInfo } from 'node:net';

interface DoublePayment {
  readonly id: string;
  readonly reference: string;
  readonly method: 'pix' | 'card';
  readonly expiresAt: string;
  readonly createdAt: string;
  amount: number;
  paid: number;
  currency: string;
  collector: number;
  status: string;
  detail: string;
  refunded: number;
  /** Part of `refunded` that is not recorded in a payment of the order. */
  refundedApart: number;
  readonly installments: number;
  /** Number of reads that answer 404 before the payment becomes readable. */
  hiddenFor: number;
  /** Number of responses in which the order has no payments yet. */
  emptyFor: number;
}

export interface MercadoPagoDouble {
  readonly url: string;
  readonly collector: number;
  readonly payments: Map<string, DoublePayment>;
  /** Received requests, oldest first: `POST /v1/payments`. */
  readonly requests: string[];
  /** Bodies of the requests, oldest first. */
  readonly sent: string[];
  /** Value of `emptyFor` for new orders. */
  emptyFor: number;
  /** APIs that the application supports. */
  speaks: 'payments' | 'orders' | 'both' | 'neither';
  /**
   * Results of the next requests: an HTTP status, `silent` for a broken connection, or `none` for
   * success. A failed request has no effect.
   */
  failures: (number | 'silent' | 'none')[];
  /**
   * Number of next successful writes that send no response. The caller then does not know the
   * result.
   */
  dropsAnswers: number;
  token: string;
  /** The clock of the double. A test that moves its own clock sets this too. */
  now: () => Date;
  pay(reference: string, change?: Partial<DoublePayment>): DoublePayment;
  close(): Promise<void>;
}

export async function startMercadoPago(host = '127.0.0.1'): Promise<MercadoPagoDouble> {
  const double: MercadoPagoDouble = {
    url: '',
    collector: randomInt(1_000_000, 9_999_999),
    payments: new Map(),
    requests: [],
    sent: [],
    emptyFor: 0,
    speaks: 'payments',
    failures: [],
    dropsAnswers: 0,
    now: () => new Date(),
    token: `APP_USR-${randomUUID()}`,
    pay: (reference, change = {}) => payIn(double, reference, change),
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  const byKey = new Map<string, object>();
  const server = http.createServer((request, response) => {
    let text = '';
    request.on('data', (piece) => (text += String(piece)));
    request.on('end', () => {
      const { method = 'GET', url = '/', headers } = request;
      double.requests.push(`${method} ${url.split('?')[0]}`);
      const failure = double.failures.shift();
      if (failure === 'silent') return void request.socket.destroy();
      const [status, body] =
        failure === undefined || failure === 'none'
          ? headers.authorization === `Bearer ${double.token}`
            ? answerOnce(double, byKey, method, url, headers['x-idempotency-key'], text)
            : [401, { message: 'invalid access token', code: 'unauthorized' }]
          : [failure, { message: 'broken', error: 'error', status: failure }];
      if (double.dropsAnswers > 0 && method === 'POST' && status < 300) {
        double.dropsAnswers -= 1;
        return void request.socket.destroy();
      }
      response.writeHead(status, { 'content-type': 'application/json' });
      response.end(JSON.stringify(body));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, host, resolve));
  const { port } = server.address() as AddressInfo;
  return Object.assign(double, { url: `http://127.0.0.1:${port}` });
}

type Reply = [number, object];

/** Executes a request. A repeated request with the same key gets the first response again. */
function answerOnce(
  double: MercadoPagoDouble,
  byKey: Map<string, object>,
  method: string,
  url: string,
  key: string | string[] | undefined,
  text: string,
): Reply {
  const stored = typeof key === 'string' ? byKey.get(key) : undefined;
  if (method === 'POST' && stored) return [201, stored];
  const reply = answer(double, method, new URL(url, 'http://double'), text);
  if (method === 'POST' && reply[0] < 300 && typeof key === 'string') byKey.set(key, reply[1]);
  return reply;
}

const unauthorized: Reply = [
  401,
  { code: 7, message: 'Unauthorized use of live credentials', status: 401 },
];
const notThere: Reply = [404, { message: 'Payment not found', error: 'not_found', status: 404 }];

function answer(double: MercadoPagoDouble, method: string, url: URL, text: string): Reply {
  const { pathname: path } = url;
  double.sent.push(text);
  const body = text ? (JSON.parse(text) as Record<string, never>) : {};
  if (path === '/users/me') return [200, { id: double.collector, nickname: 'LOJA', tags: [] }];
  const allows = (api: string) => double.speaks === 'both' || double.speaks === api;
  if (path.startsWith('/v1/orders')) {
    if (!allows('orders')) return [403, { message: 'forbidden' }];
    return method === 'GET' && path === '/v1/orders'
      ? ordersFound(double, url)
      : orders(double, method, path, body);
  }
  // Both APIs can read a payment by its number.
  if (method === 'GET') return paymentsRead(double, url);
  return allows('payments') ? paymentsWrite(double, path, body) : unauthorized;
}

interface NewPayment {
  readonly reference: string;
  readonly amount: number;
  readonly method: 'pix' | 'card';
  readonly expiresAt: string;
  readonly installments?: number | undefined;
}

const MAX_INSTALLMENTS = 12;

function add(double: MercadoPagoDouble, id: string, created: NewPayment): DoublePayment {
  const payment: DoublePayment = {
    id,
    ...created,
    createdAt: double.now().toISOString(),
    paid: 0,
    currency: 'BRL',
    collector: double.collector,
    status: 'pending',
    detail: 'pending_waiting_transfer',
    refunded: 0,
    refundedApart: 0,
    installments: created.installments ?? MAX_INSTALLMENTS,
    hiddenFor: 0,
    emptyFor: double.emptyFor,
  };
  double.payments.set(id, payment);
  return payment;
}

const number = (): string => String(randomInt(10_000_000_000, 99_999_999_999));
const qrOf = (id: string): string => `00020126580014br.gov.bcb.pix0136${id}520400005303986`;

function paymentsWrite(
  double: MercadoPagoDouble,
  path: string,
  body: Record<string, never>,
): Reply {
  const fields = body as Record<string, unknown>;
  const reference = fields.external_reference as string;
  if (path === '/v1/payments') {
    const payer = fields.payer as { email?: string } | undefined;
    if (typeof fields.transaction_amount !== 'number' || !payer?.email)
      return [400, { message: 'params', error: 'bad_request', cause: [{ code: 1 }], status: 400 }];
    const payment = add(double, number(), {
      reference,
      amount: fields.transaction_amount,
      method: 'pix',
      expiresAt: fields.date_of_expiration as string,
    });
    return [201, paymentBody(payment)];
  }
  if (path === '/checkout/preferences') {
    const [item] = fields.items as { unit_price: number }[];
    const id = `${double.collector}-${randomUUID()}`;
    add(double, number(), {
      reference,
      amount: item!.unit_price,
      method: 'card',
      expiresAt: fields.expiration_date_to as string,
      installments: (fields.payment_methods as { installments?: number }).installments,
    }).hiddenFor = Number.POSITIVE_INFINITY;
    return [201, { id, init_point: `https://pagar.exemplo/${id}`, collector_id: double.collector }];
  }
  const refund = /^\/v1\/payments\/(\d+)\/refunds$/.exec(path);
  const refunded = refund && double.payments.get(refund[1]!);
  if (!refunded) return notThere;
  if (refunded.status !== 'approved') return [400, { message: 'cannot refund', status: 400 }];
  Object.assign(refunded, { status: 'refunded', detail: 'refunded', refunded: refunded.paid });
  return [201, { id: number(), payment_id: refunded.id, amount: refunded.paid }];
}

function paymentsRead(double: MercadoPagoDouble, url: URL): Reply {
  if (url.pathname === '/v1/payments/search' && url.searchParams.has('range')) {
    const all = madeBetween(double, url);
    const offset = Number(url.searchParams.get('offset'));
    const page = all.slice(offset, offset + Number(url.searchParams.get('limit')));
    return [200, { results: page.map(paymentBody), paging: { total: all.length } }];
  }
  if (url.pathname === '/v1/payments/search') {
    const reference = url.searchParams.get('external_reference');
    const matches = [...double.payments.values()].filter(
      (payment) => payment.reference === reference && readable(payment),
    );
    return [200, { results: matches.map(paymentBody), paging: { total: matches.length } }];
  }
  const payment = double.payments.get(url.pathname.split('/').at(-1)!);
  return payment && readable(payment) ? [200, paymentBody(payment)] : notThere;
}

/**
 * Returns the payments that were created between two dates. A preference without a payment is not
 * returned.
 */
const madeBetween = (double: MercadoPagoDouble, url: URL): DoublePayment[] => {
  const [from, until] = ['begin_date', 'end_date'].map((name) => {
    const at = Date.parse(url.searchParams.get(name) ?? '');
    if (Number.isNaN(at)) throw new Error(`${name} is missing`);
    return at;
  });
  return [...double.payments.values()].filter(
    ({ createdAt, hiddenFor }) =>
      hiddenFor <= 0 && Date.parse(createdAt) >= from! && Date.parse(createdAt) <= until!,
  );
};

/**
 * Returns false for the first reads, because a notification may arrive before its payment can be
 * read.
 */
function readable(payment: DoublePayment): boolean {
  if (payment.hiddenFor <= 0) return true;
  payment.hiddenFor -= 1;
  return false;
}

const paymentBody = (payment: DoublePayment) => ({
  id: Number(payment.id),
  status: payment.status,
  status_detail: payment.detail,
  external_reference: payment.reference,
  transaction_amount: payment.amount,
  transaction_amount_refunded: payment.refunded,
  transaction_details: { total_paid_amount: payment.paid },
  currency_id: payment.currency,
  collector_id: payment.collector,
  live_mode: true,
  date_created: payment.createdAt,
  payment_method_id: payment.method === 'pix' ? 'pix' : 'master',
  date_of_expiration: payment.expiresAt,
  // The document of a test, which the provider knows after the payment.
  payer: { identification: payment.paid > 0 ? { type: 'CPF', number: '52998224725' } : {} },
  point_of_interaction: { transaction_data: { qr_code: qrOf(payment.id) } },
});

const orderLabels: Record<string, [string, string]> = {
  pending: ['action_required', 'waiting_transfer'],
  approved: ['processed', 'accredited'],
  rejected: ['failed', 'rejected_by_issuer'],
  cancelled: ['expired', 'expired'],
  refunded: ['refunded', 'refunded'],
  in_mediation: ['processed', 'in_mediation'],
};

const orderBody = (payment: DoublePayment) => {
  const [status, detail] = orderLabels[payment.status] ?? [payment.status, payment.detail];
  return {
    id: payment.id,
    status,
    status_detail: payment.refunded > 0 && status === 'processed' ? 'partially_refunded' : detail,
    external_reference: payment.reference,
    total_amount: payment.amount.toFixed(2),
    total_paid_amount: payment.paid.toFixed(2),
    country_code: payment.currency === 'BRL' ? 'BRA' : 'ARG',
    user_id: String(payment.collector),
    created_date: payment.createdAt,
    checkout_url: `https://pagar.exemplo/${payment.id}`,
    transactions: {
      refunds: [{ amount: payment.refundedApart.toFixed(2), status: 'processed' }],
      payments: hasPayments(payment)
        ? [
            {
              id: `PAY${payment.id}`,
              amount: payment.amount.toFixed(2),
              paid_amount: payment.paid.toFixed(2),
              refunded_amount: payment.refunded.toFixed(2),
              status,
              status_detail: detail,
              // The provider may return a duration in place of a date.
              date_of_expiration: 'PT30M',
              payment_method: { id: 'pix', qr_code: qrOf(payment.id) },
            },
          ]
        : [],
    },
  };
};

/**
 * Returns false for the first responses, because the provider may create payments after the
 * response.
 */
function hasPayments(payment: DoublePayment): boolean {
  if (payment.emptyFor <= 0) return true;
  payment.emptyFor -= 1;
  return false;
}

function ordersFound(double: MercadoPagoDouble, url: URL): Reply {
  const all = madeBetween(double, url);
  const size = Number(url.searchParams.get('page_size'));
  const offset = (Number(url.searchParams.get('page')) - 1) * size;
  return [
    200,
    { data: all.slice(offset, offset + size).map(orderBody), paging: { total: all.length } },
  ];
}

function orders(
  double: MercadoPagoDouble,
  method: string,
  path: string,
  body: Record<string, never>,
): Reply {
  const fields = body as Record<string, unknown>;
  if (method === 'POST' && path === '/v1/orders') {
    if (typeof fields.total_amount !== 'string' || !fields.external_reference)
      return [400, { errors: [{ code: 'required_properties' }] }];
    if ('notification_url' in fields)
      return [400, { errors: [{ code: 'unsupported_properties' }] }];
    const payment = add(double, `ORD${randomUUID().replaceAll('-', '').toUpperCase()}`, {
      reference: fields.external_reference as string,
      amount: Number(fields.total_amount),
      method: fields.processing_mode === 'manual' ? 'card' : 'pix',
      expiresAt: '',
      installments: (
        fields.config as { payment_method?: { max_installments?: number } } | undefined
      )?.payment_method?.max_installments,
    });
    return [201, orderBody(payment)];
  }
  const [, , , id = '', act] = path.split('/');
  const payment = double.payments.get(id);
  if (!payment || !readable(payment)) return [404, { errors: [{ code: 'order_not_found' }] }];
  if (method === 'GET') return [200, orderBody(payment)];
  if (act !== 'refund') return [404, {}];
  Object.assign(payment, { status: 'refunded', refunded: payment.paid });
  return [201, orderBody(payment)];
}

/** Simulates the buyer, who pays the requested amount unless `change` sets another one. */
function payIn(
  double: MercadoPagoDouble,
  reference: string,
  change: Partial<DoublePayment>,
): DoublePayment {
  const payment = [...double.payments.values()].find(
    (candidate) => candidate.reference === reference,
  );
  if (!payment) throw new Error(`no payment was requested for ${reference}`);
  return Object.assign(
    payment,
    { status: 'approved', detail: 'accredited', paid: payment.amount, hiddenFor: 0 },
    change,
  );
}
