/**
 * Clients that sell and extend lines, and customers that pay for a month. Each act has one
 * idempotency key and is repeated until the client receives a response. The responses are recorded
 * outside the database, because a correct total in the database would not reveal lost writes.
 */
import { createHmac, randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { MercadoPagoDouble } from '../../../server/test/mercado-pago.ts';
import { type Accounts, type Seller, WEBHOOK_SECRET } from './accounts.ts';
import { type Route, createRoute } from './http.ts';

export interface Act {
  readonly kind: 'line-created' | 'line-extended';
  readonly key: string;
  readonly lineId: number;
}

export interface SoldLine {
  readonly id: number;
  readonly username: string;
  readonly password: string;
}

export interface Trade {
  readonly acts: readonly Act[];
  /** References of the payments whose notification was accepted, each with its line. */
  readonly payments: ReadonlyMap<string, number>;
  /** Lines of the seller whose customers pay. */
  readonly lines: readonly SoldLine[];
  /** Requests that the panel rejected, such as a request about a lost line. */
  readonly rejections: readonly string[];
  /** Times of the responses, in milliseconds of the monotonic clock. */
  readonly answeredAt: readonly number[];
  resume(): void;
  /** Resolves when every client has completed its current act. */
  pause(): Promise<void>;
  untilDone(more: number): Promise<void>;
}

const CLIENTS_EACH = 3;
const PAYERS = 2;
/**
 * Pause of each client in milliseconds. It keeps the load low, so that the test measures
 * interruptions of the service.
 */
const BETWEEN_MS = 120;

export function openTrade(accounts: Accounts, provider: MercadoPagoDouble): Trade {
  const acts: Act[] = [];
  const payments = new Map<string, number>();
  const lines: SoldLine[] = [];
  const answeredAt: number[] = [];
  const rejections: string[] = [];
  let isOpen = false;
  let running: Promise<unknown> = Promise.resolve();

  function record(act: Act): void {
    acts.push(act);
    answeredAt.push(performance.now());
  }

  async function sellLine(route: Route, { token }: Seller): Promise<SoldLine> {
    const key = randomUUID();
    const body = { isOficial: true, credits: 1, nota: 'Cliente da prova', package: 1 };
    const reply = await route.insist({ method: 'POST', path: LINES, token, key, body });
    const line = JSON.parse(reply.text) as SoldLine;
    record({ kind: 'line-created', key, lineId: line.id });
    return line;
  }

  async function extendLine(route: Route, { token }: Seller, lineId: number): Promise<void> {
    const key = randomUUID();
    const body = { action: 1, credits: 1 };
    await route.insist({ method: 'PUT', path: `${LINES}/${lineId}`, token, key, body });
    record({ kind: 'line-extended', key, lineId });
  }

  async function sell(seller: Seller, first: number): Promise<void> {
    const route = createRoute('panel', first);
    let line: SoldLine | undefined;
    while (isOpen) {
      try {
        if (line) await extendLine(route, seller, line.id);
        line = line ? undefined : await sellLine(route, seller);
      } catch (error) {
        rejections.push(String(error));
        line = undefined;
      }
      await pause(BETWEEN_MS);
    }
  }

  async function pay(first: number): Promise<void> {
    const route = createRoute('panel', first);
    while (isOpen) {
      try {
        const line = await sellLine(route, accounts.paid);
        lines.push(line);
        await payForMonth(route, line.id);
      } catch (error) {
        rejections.push(String(error));
      }
      await pause(BETWEEN_MS);
    }
  }

  /** Requests a link with a Pix code, pays it at the provider, and delivers the notification. */
  async function payForMonth(route: Route, lineId: number): Promise<void> {
    const link = await route.insist({
      method: 'POST',
      path: `/api/renewal-links/${lineId}`,
      token: accounts.paid.token,
      body: { months: 1 },
    });
    const { pix_code: pixCode } = JSON.parse(link.text) as { pix_code: string | null };
    const paymentId = /pix0136(\d+)520400/.exec(pixCode ?? '')?.[1];
    // The provider did not answer in time, so there is no Pix code and the customer cannot pay.
    if (!paymentId) return;
    const { reference } = provider.payments.get(paymentId)!;
    provider.pay(reference);
    // The provider sends the notification twice, as after a lost response.
    const notices = [route, createRoute('panel', Math.floor(Math.random() * 3))];
    await Promise.all(
      notices.map((each) => each.insist(notice(accounts.paid.noticePath, paymentId))),
    );
    payments.set(reference, lineId);
    answeredAt.push(performance.now());
  }

  return {
    acts,
    payments,
    lines,
    answeredAt,
    rejections,
    resume: () => {
      isOpen = true;
      const sellers = accounts.sellers.flatMap((seller, n) =>
        Array.from({ length: CLIENTS_EACH }, (_, m) => sell(seller, n + m)),
      );
      running = Promise.all([...sellers, ...Array.from({ length: PAYERS }, (_, n) => pay(n))]);
      // The error of a failed client is reported by the next call that waits for the clients.
      running.catch(() => undefined);
    },
    pause: async () => {
      isOpen = false;
      await running;
    },
    untilDone: async (more) => {
      const count = answeredAt.length + more;
      while (answeredAt.length < count) await Promise.race([pause(50), running]);
    },
  };
}

const LINES = '/api/users-iptv';

function notice(path: string, about: string) {
  const requestId = randomUUID();
  const ts = String(Date.now());
  const signature = createHmac('sha256', WEBHOOK_SECRET)
    .update(`id:${about};request-id:${requestId};ts:${ts};`)
    .digest('hex');
  return {
    method: 'POST',
    path: `${path}?data.id=${about}&type=payment`,
    headers: { 'x-request-id': requestId, 'x-signature': `ts=${ts},v1=${signature}` },
    body: { type: 'payment', data: { id: about } },
  } as const;
}
