/**
 * Line of an authorization that began with the order of a stranger. The first payment delivers the
 * line, and the authorization then belongs to it (Q-RECURORDER).
 */
import { DAY_MS } from '@ramal/contract/rules/durations';
import sql from 'sql-template-tag';
import type { Reader, Tx } from '../../foundation/database.ts';
import { lockUndeletedLine } from '../../lines/lines.ts';
import {
  type Authorization,
  findAuthorization,
  lockAuthorization,
  lockOpenAuthorizations,
} from '../authorizations.sql.ts';
import { requestEnd } from '../end-authorization.ts';

/**
 * Period after the expiry of a code in which its payment may still be read. The last read of a
 * charge is two days after its expiry.
 */
const LOST_AFTER_MS = 3 * DAY_MS;

/**
 * Locks the line and its authorization. An order whose payment has delivered a line gets it here.
 * Returns undefined if the authorization ended.
 */
export async function lockUnended(
  tx: Tx,
  id: number,
  now: Date,
): Promise<Authorization | undefined> {
  const before = (await findAuthorization(tx, id))!;
  const lineId = before.lineId ?? (await findDeliveredLine(tx, before));
  if (lineId !== null) await lockUndeletedLine(tx, lineId, now);
  const authorization = await lockAuthorization(tx, id);
  if (authorization.endedAt) return undefined;
  if (authorization.lineId === lineId) return authorization;
  // Another process attached the line after the first read, and its lock must come first.
  if (lineId === null || authorization.lineId !== null) return undefined;
  return attachLine(tx, authorization, lineId, now);
}

/** A reversed payment counts too, because its line still exists. */
async function findDeliveredLine(
  reader: Reader,
  { orderId }: Pick<Authorization, 'orderId'>,
): Promise<number | null> {
  const charge = await reader.first<{ lineId: number | null }>(
    sql`select line_id from charges where id = ${orderId} and settled_at is not null`,
  );
  return charge?.lineId ?? null;
}

/** Ends unpaid codes of the line, because a line has one open code. */
async function attachLine(
  tx: Tx,
  authorization: Authorization,
  lineId: number,
  now: Date,
): Promise<Authorization> {
  if (authorization.state !== 'ending')
    for (const other of await lockOpenAuthorizations(tx, lineId))
      if (other.state !== 'active') await requestEnd(tx, other, { reason: 'not-authorized', now });
  await tx.run(sql`
    update pix_authorizations set line_id = ${lineId}, order_id = null, check_at = ${now}
    where id = ${authorization.id}`);
  return { ...authorization, lineId, orderId: null };
}

/** True if the first payment will deliver no line, because it was returned or never arrived. */
export const isOrderLost = async (
  reader: Reader,
  { orderId }: Pick<Authorization, 'orderId'>,
  now: Date,
): Promise<boolean> =>
  (await reader.first(sql`
    select from charges
    where id = ${orderId} and (state = 'reversed' or settled_by_hand
      or (paid_at is null and expires_at < ${new Date(now.getTime() - LOST_AFTER_MS)}))`)) !==
  undefined;
