/** Finds lines as existing tools name them, and converts them to the fields that tools read. */
import { refuse } from '@ramal/contract/api/errors';
import { customerName } from '@ramal/contract/rules/customer-name';
import { HOUR_MS, MINUTE_MS } from '@ramal/contract/rules/durations';
import { readPhone } from '@ramal/contract/rules/phone';
import { platformKeys, platforms } from '@ramal/contract/rules/platforms';
import sql from 'sql-template-tag';
import { andOnOpenPlatform, inTree } from '../access/access.ts';
import { publicBaseUrl } from '../brands/brands.ts';
import type { AppContext } from '../foundation/app-context.ts';
import type { Caller } from '../foundation/caller.ts';
import { wallClockMs } from '../foundation/clock.ts';
import { findAccessibleLine, type Line, lineReceipt, productName } from '../lines/lines.ts';

interface CustomerRef {
  readonly username?: string | undefined;
  /** Note or number, searched in the caller's own lines only. */
  readonly note?: string | undefined;
}

export async function findCustomerLine(
  ctx: AppContext,
  { actor }: Pick<Caller, 'actor'>,
  { username, note = '' }: CustomerRef,
): Promise<Line> {
  const named =
    username === undefined
      ? sql`l.owner_id = ${actor.id} and (lower(l.note) = lower(${note}) or l.whatsapp = ${readPhone(note).number ?? null})`
      : sql`l.platform = any(${platformKeys}) and l.username = ${username}`;
  const customer = await ctx.db.first<{ id: number }>(sql`
    select l.id from lines l
    where ${named} and l.deleted_at is null and ${inTree(actor, sql`l.owner_id`)}
      ${andOnOpenPlatform(actor, sql`l.platform`)}
    order by l.owner_id = ${actor.id} desc, l.is_trial, l.id desc limit 1`);
  if (!customer) return refuse('sigma_customer_not_found');
  return findAccessibleLine(ctx.db, actor, { id: customer.id }, ctx.clock.now());
}

export async function toCustomer(
  ctx: AppContext,
  caller: Pick<Caller, 'actor' | 'requestMeta'>,
  line: Line,
) {
  const [receipt, base, connections] = await Promise.all([
    lineReceipt(ctx, line, caller),
    publicBaseUrl(ctx, caller.requestMeta.baseUrl),
    readConnections(ctx, line.packageId),
  ]);
  return {
    username: line.username,
    name: customerName(line).name,
    status: statusOf(line, ctx.clock.now()),
    expiresAt: withOffset(line.expiresAt, ctx.clock.timeZone),
    package: productName(ctx, line),
    isTrial: line.isTrial ? 'YES' : 'NO',
    connections,
    whatsapp: line.whatsapp ?? '',
    note: line.note,
    renewUrl: `${base}/portal`,
    m3uUrl: platforms[line.platform].plays ? receipt.m3u8 : '',
  } as const;
}

function statusOf(line: Line, now: Date): 'ACTIVE' | 'EXPIRED' | 'BANNED' {
  if (!line.isOn || line.blockedForAbuseAt) return 'BANNED';
  return line.expiresAt > now ? 'ACTIVE' : 'EXPIRED';
}

/** Returns the screens of a package; 1 for a set of bouquets and for products without a number. */
async function readConnections({ db }: AppContext, packageId: number | null): Promise<number> {
  const row = await db.first<{ connections: number }>(
    sql`select max_connections as connections from packages where id = ${packageId}`,
    'prepared',
  );
  return row?.connections ?? 1;
}

/** Formats as `2026-12-20T14:32:00-03:00`, because tools parse times with any library. */
export function withOffset(at: Date, timeZone: string): string {
  const wall = wallClockMs(at, timeZone);
  const offset = Math.round((wall - at.getTime()) / MINUTE_MS) * MINUTE_MS;
  const two = (count: number) => String(count).padStart(2, '0');
  const [hours, rest] = [Math.abs(offset) / HOUR_MS, Math.abs(offset) % HOUR_MS];
  const sign = offset < 0 ? '-' : '+';
  return `${new Date(wall).toISOString().slice(0, 19)}${sign}${two(Math.trunc(hours))}:${two(rest / MINUTE_MS)}`;
}
