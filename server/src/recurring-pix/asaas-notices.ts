/**
 * Receives notices of Asaas. The header has a password and the body is not signed, so a notice only
 * causes a read. Asaas repeats a notice until it is answered with 200.
 */
import type { FastifyInstance } from 'fastify';
import sql from 'sql-template-tag';
import { constantTimeEqual } from '../foundation/digest.ts';
import type { AppContext } from '../foundation/app-context.ts';
import {
  confirmCharge,
  findByNoticeToken,
  type NoticeOutcome,
  openAsaasPassword,
  type PaymentAccount,
  recordPaymentNotice,
  recordRefusedNotice,
  storeNoticeTime,
} from '../payments/payments.ts';
import { isInQuarantine } from '../quarantine/quarantine.ts';
import { findByProviderId } from './authorizations.sql.ts';
import { refreshAuthorization } from './refresh-authorization.ts';

interface AsaasNotice {
  readonly token: string;
  readonly password: string;
  readonly body: unknown;
}

/** Parts of a notice that name objects; everything else is read from the provider. */
interface NamedObjects {
  readonly eventId: string | null;
  readonly event: string;
  readonly paymentIds: readonly string[];
  readonly authorizationId: string | null;
}

const LONGEST = 200;

const text = (value: unknown): string => (typeof value === 'string' ? value.slice(0, LONGEST) : '');
const record = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};

function readNotice(body: unknown): NamedObjects {
  const { id, event, payment, authorization, paymentInstruction } = record(body);
  const { paymentId, authorization: parent } = record(paymentInstruction);
  const about = record(payment);
  return {
    eventId: text(id) || null,
    event: text(event) || 'sem nome',
    paymentIds: [
      about.id,
      paymentId,
      about.externalReference,
      about.pixQrCodeId,
      about.conciliationIdentifier,
    ]
      .map(text)
      .filter((named) => named !== ''),
    authorizationId: text(record(authorization).id) || text(record(parent).id) || null,
  };
}

export async function receiveAsaasNotice(
  ctx: AppContext,
  { token, password, body }: AsaasNotice,
): Promise<200 | 401 | 404 | 503> {
  const account = await findByNoticeToken(ctx.db, token);
  const expected = account && openAsaasPassword(ctx, account);
  if (!account || !expected) return 404;
  const notice = readNotice(body);
  if (!constantTimeEqual(password, expected)) {
    const { event } = notice;
    await recordRefusedNotice(ctx, { accountId: account.accountId, provider: 'asaas', event });
    return 401;
  }
  if (await isInQuarantine(ctx.db)) return 503;
  if (await isRepeated(ctx, account, notice)) return 200;
  const outcome = await follow(ctx, account, notice);
  await storeNoticeTime(ctx, { accountId: account.accountId, provider: 'asaas' });
  await recordPaymentNotice(ctx, {
    accountId: account.accountId,
    provider: 'asaas',
    eventId: notice.eventId,
    event: notice.event,
    outcome,
  });
  return outcome === 'unread' ? 503 : 200;
}

const isRepeated = async (
  { db }: AppContext,
  { accountId }: PaymentAccount,
  { eventId }: NamedObjects,
): Promise<boolean> =>
  eventId !== null &&
  (await db.first(sql`
    select from payment_notices
    where account_id = ${accountId} and provider = 'asaas' and event_id = ${eventId} and outcome <> 'unread'`)) !==
    undefined;

/** Reads every object that the notice names. */
async function follow(
  ctx: AppContext,
  account: PaymentAccount,
  notice: NamedObjects,
): Promise<NoticeOutcome> {
  const charges = await findNamedCharges(ctx, account, notice.paymentIds);
  let isRead = true;
  for (const { id, authorizationId } of charges) {
    isRead = (await confirmCharge(ctx, id)) && isRead;
    if (authorizationId !== null) isRead = (await advance(ctx, authorizationId)) && isRead;
  }
  const authorization =
    notice.authorizationId &&
    (await findByProviderId(ctx.db, account.accountId, notice.authorizationId));
  if (authorization) isRead = (await advance(ctx, authorization.id)) && isRead;
  if (!isRead) return 'unread';
  return charges.length > 0 || authorization ? 'read' : 'unknown';
}

async function advance(ctx: AppContext, id: number): Promise<boolean> {
  if (!(await refreshAuthorization(ctx, id))) return false;
  await ctx.db.tx((tx) =>
    tx.run(sql`
      update pix_authorizations set check_at = ${ctx.clock.now()} where id = ${id} and check_at is not null`),
  );
  return true;
}

const findNamedCharges = (
  { db }: AppContext,
  { accountId }: PaymentAccount,
  named: readonly string[],
): Promise<{ readonly id: number; readonly authorizationId: number | null }[]> =>
  db.many(sql`
    select c.id, c.authorization_id from charges c
    where c.account_id = ${accountId} and c.provider = 'asaas' and (c.external_reference = any(${[...named]}::text[])
      or c.provider_id = any(${[...named]}::text[]) or c.payment_id = any(${[...named]}::text[]))
    union
    select h.id, h.authorization_id from pix_authorizations pa join charges h on h.id = pa.first_charge_id
    where pa.account_id = ${accountId} and pa.conciliation_id = any(${[...named]}::text[])`);

export function serveAsaasNotices(server: FastifyInstance, ctx: AppContext): void {
  server.post<{ Params: { token: string } }>('/api/avisos/:token/asaas', async (request, reply) => {
    const outcome = await receiveAsaasNotice(ctx, {
      token: request.params.token,
      password: text(request.headers['asaas-access-token']),
      body: request.body,
    });
    return reply
      .code(outcome)
      .header('cache-control', 'no-store')
      .send({ ok: outcome === 200 });
  });
}
