/** Requests of strangers for tests, as they are stored and counted. */
import { createHmac } from 'node:crypto';
import type { LineOrigin } from '@ramal/contract/lines/line-origins';
import { TRIAL_DAYS } from '@ramal/contract/lines/trial-history';
import { DAY_MS, MINUTE_MS } from '@ramal/contract/rules/durations';
import type { StorefrontDevice } from '@ramal/contract/storefront/devices';
import type { requestChannels } from '@ramal/contract/storefront/numbers';
import type { TestRefusal } from '@ramal/contract/storefront/tests';
import sql, { type Sql } from 'sql-template-tag';
import type { AppContext } from '../foundation/app-context.ts';
import type { RequestMeta } from '../foundation/caller.ts';
import { localDay, startOfDay } from '../foundation/clock.ts';
import type { Reader, Tx } from '../foundation/database.ts';
import type { Offer } from './offers.sql.ts';

export interface TrialRequest {
  readonly sellerId: number;
  /** An offer of the seller for a test. */
  readonly offer: Offer;
  /** Digits with the country code. Undefined if the channel does not know the number. */
  readonly phone: string | undefined;
  /** Text by which the channel recognises a device. Undefined if it recognises none. */
  readonly deviceSignature: string | undefined;
  /** Kind of device that the stranger chose; null if the channel does not ask. */
  readonly device: StorefrontDevice | null;
  readonly origin: Extract<LineOrigin, 'storefront' | 'chatbot' | 'referral'>;
  readonly channel: (typeof requestChannels)[number];
  /** Code of the link that the stranger followed. */
  readonly originCode: string | null;
  /** True if the stranger proved the number. */
  readonly isProved: boolean;
  /** Name of the stranger, which becomes the note of the line. */
  readonly name?: string | undefined;
  /** Chatbot address of the request, with a cap of its own. */
  readonly address?: { readonly id: number; readonly perDay: number } | undefined;
  /**
   * Text that recognises a repeated request, for channels that may know neither number nor device.
   */
  readonly repeatKey?: string | undefined;
  readonly requestMeta: RequestMeta;
}

/** Requests of the same stranger within this time get the same line. */
const REPEAT_MS = MINUTE_MS;

/** Converts a signature to its form in the trial history, which also contains MAC addresses. */
export const toSignature = (signature: string): string => `device ${signature}`;

function createMarks(
  { secrets }: AppContext,
  { phone, deviceSignature, repeatKey = '' }: TrialRequest,
) {
  const mark = (text: string) =>
    createHmac('sha256', secrets.key('trial-requests')).update(text).digest();
  return {
    phoneLock: phone === undefined ? null : mark(`phone ${phone}`),
    deviceMark: deviceSignature === undefined ? null : mark(toSignature(deviceSignature)),
    repeatMark: mark(JSON.stringify([phone ?? '', deviceSignature ?? '', repeatKey])),
  };
}

/**
 * Locks the number and the device in the whole installation. All transactions take these locks in
 * the same order and after the wallet.
 */
export async function lockStranger(tx: Tx, ctx: AppContext, request: TrialRequest): Promise<void> {
  const { phoneLock, deviceMark } = createMarks(ctx, request);
  const locks = [phoneLock, deviceMark].filter((mark) => mark !== null);
  for (const mark of locks.toSorted((a, b) => a.compare(b)))
    await tx.run(sql`select pg_advisory_xact_lock(${mark.readBigInt64BE()}::bigint)`);
}

export interface TrialUsage {
  /** Line of the same request within the last minute. */
  readonly repeatedLineId: number | null;
  /** Time of the last requested test of the number, also if its line became official. */
  readonly takenAt: Date | null;
  readonly formerLineId: number | null;
  /** Tests that strangers took today from the seller, and through the chatbot address. */
  readonly today: number;
  readonly addressToday: number;
}

export async function readTrialUsage(
  ctx: AppContext,
  reader: Reader,
  request: TrialRequest,
): Promise<TrialUsage> {
  const { repeatMark } = createMarks(ctx, request);
  const now = ctx.clock.now().getTime();
  const { sellerId, address, phone = null } = request;
  const usage = await reader.first<TrialUsage>(
    sql`
      select
        (select r.line_id from trial_requests r join lines l on l.id = r.line_id
          where r.result = 'taken' and r.account_id = ${sellerId} and r.repeat_mark = ${repeatMark}
            and r.at > ${new Date(now - REPEAT_MS)} and l.deleted_at is null and l.owner_id = ${sellerId}
          order by r.id desc limit 1) as repeated_line_id,
        (select max(r.at) from trial_requests r
          where r.result = 'taken' and r.phone = ${phone}
            and r.at > ${new Date(now - TRIAL_DAYS * DAY_MS)}) as taken_at,
        (select id from lines
          where is_trial and whatsapp = ${phone} and owner_id = ${sellerId} and deleted_at is null
          order by created_at desc limit 1) as former_line_id,
        ${trialsTakenToday(ctx, sellerId)} as today,
        ${addressTrialsToday(ctx, sql`${address?.id ?? null}`)} as address_today`,
    'prepared',
  );
  return usage!;
}

/** SQL: number of tests that strangers took today from an account. */
export const trialsTakenToday = (ctx: Pick<AppContext, 'clock'>, accountId: number): Sql => sql`(
  select count(*)::int from trial_requests
  where account_id = ${accountId} and at >= ${midnight(ctx)} and result = 'taken')`;

/** SQL: number of tests that strangers took today through a chatbot address. */
export const addressTrialsToday = (ctx: Pick<AppContext, 'clock'>, addressId: Sql): Sql => sql`(
  select count(*)::int from trial_requests
  where chatbot_address_id = ${addressId} and at >= ${midnight(ctx)} and result = 'taken')`;

const midnight = ({ clock }: Pick<AppContext, 'clock'>): Date =>
  startOfDay(localDay(clock.now(), clock.timeZone), clock.timeZone);

/** Columns that describe a request, and their values. */
const requestColumns = sql`
  account_id, at, origin, channel, origin_code, device, phone, is_proved, device_mark, repeat_mark,
  chatbot_address_id`;

const requestValues = (ctx: AppContext, request: TrialRequest): Sql => {
  const { deviceMark, repeatMark } = createMarks(ctx, request);
  return sql`
    ${request.sellerId}, ${ctx.clock.now()}, ${request.origin}, ${request.channel}, ${request.originCode},
    ${request.device}, ${request.phone ?? null}, ${request.isProved}, ${deviceMark}, ${repeatMark},
    ${request.address?.id ?? null}`;
};

/** CTE: stores a request that led to a test. */
export const insertTakenCte = (ctx: AppContext, request: TrialRequest, lineId: number): Sql => sql`
  insert into trial_requests (${requestColumns}, result, line_id)
  values (${requestValues(ctx, request)}, 'taken', ${lineId})`;

/** Rows of a seller's refusals in a day. Further strangers are counted in common rows. */
const MAX_REFUSED_ROWS = 1_000;

/** Counts a refusal. Equal refusals of one stranger in a day, and a flood of strangers, share a row. */
export async function countRefusal(
  tx: Tx,
  ctx: AppContext,
  request: TrialRequest,
  refused: TestRefusal,
): Promise<void> {
  const day = localDay(ctx.clock.now(), ctx.clock.timeZone);
  const { sellerId } = request;
  const stored = await tx.first<{ rows: number }>(
    sql`
      select count(*)::int as rows from (
        select from trial_requests where account_id = ${sellerId} and refused_on = ${day}::date
        limit ${MAX_REFUSED_ROWS}) refusals`,
    'prepared',
  );
  const counted =
    stored!.rows < MAX_REFUSED_ROWS
      ? request
      : { ...request, phone: undefined, deviceSignature: undefined, repeatKey: 'flood' };
  await tx.run(
    sql`
      insert into trial_requests (${requestColumns}, result, reason, refused_on)
      values (${requestValues(ctx, counted)}, 'refused', ${refused}, ${day}::date)
      on conflict (account_id, refused_on, repeat_mark, reason) where refused_on is not null
      do update set requests = trial_requests.requests + 1`,
    'prepared',
  );
}
