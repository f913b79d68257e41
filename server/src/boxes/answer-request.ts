/**
 * Accepts or refuses the request of a device for a line. Only a request with the right password of
 * a line can be accepted.
 */
import { refuse } from '@ramal/contract/api/errors';
import sql from 'sql-template-tag';
import { recordEvent } from '../events/events.ts';
import type { Caller } from '../foundation/caller.ts';
import type { Tx } from '../foundation/database.ts';
import type { AppContext } from '../foundation/app-context.ts';
import { endStoppedViewing } from '../watching/watching.ts';
import { type Box, boxEvent, readBox } from './box.ts';
import { waitingRequests } from './read-overview.ts';
import { assignMac, lockOwnLine, refuseTooMany } from './register-box.ts';

interface BoxRequest {
  readonly id: number;
  readonly mac: string;
  readonly model: string;
  readonly lineId: number | null;
  readonly serial: string | null;
  readonly deviceId: string | null;
  readonly deviceId2: string | null;
}

interface RequestAnswer {
  readonly id: number;
  readonly answer: 'add' | 'replace' | 'refuse';
}

export async function answerRequest(
  ctx: AppContext,
  caller: Caller,
  { id, answer }: RequestAnswer,
): Promise<Box | null> {
  const now = ctx.clock.now();
  return ctx.db.tx(async (tx) => {
    const named = await tx.first<{ lineId: number | null }>(
      sql`select r.line_id from ${waitingRequests(caller.actor, now)} and r.id = ${id}`,
    );
    if (!named) return refuse('box_request_not_found');
    // Locks the line before the request. A registration of a box uses the same order, so the two
    // cannot deadlock.
    const line = named.lineId === null ? null : await lockOwnLine(tx, caller, named.lineId, now);
    const request = await tx.first<BoxRequest>(sql`
      select id, mac, model, line_id, serial, device_id, device_id2 from box_requests
      where id = ${id} and refused_at is null for update`);
    if (!request) return refuse('box_request_not_found');
    if (answer === 'refuse') {
      await tx.run(sql`update box_requests set refused_at = ${now} where id = ${id}`);
      return null;
    }
    if (!line) return refuse('box_request_not_found');
    if (answer === 'replace') await removeOldest(tx, caller, line, now);
    const boxId = await assignMac(tx, caller, { mac: request.mac, move: true, line, now });
    await pin(tx, boxId, request, now);
    await refuseTooMany(tx, line.id);
    return readBox(tx, boxId, now);
  });
}

/**
 * Binds the box to the ids of the device that sent the password. The panel treats a later request
 * with other ids as a request of another device.
 */
const pin = (tx: Tx, boxId: number, request: BoxRequest, now: Date) =>
  tx.run(sql`
    update boxes set model = ${request.model}, serial = ${request.serial}, device_id = ${request.deviceId},
      device_id2 = ${request.deviceId2},
      pinned_at = case when ${hasId(request)} then ${now}::timestamptz end
    where id = ${boxId}`);

const hasId = ({ serial, deviceId, deviceId2 }: BoxRequest): boolean =>
  serial !== null || deviceId !== null || deviceId2 !== null;

/**
 * Removes the box of the line whose last life sign is the oldest. A box that never sent one is
 * removed first.
 */
async function removeOldest(
  tx: Tx,
  caller: Caller,
  line: { readonly id: number; readonly ownerId: number },
  now: Date,
): Promise<void> {
  const oldest = await tx.first<{ mac: string; viewingId: string | null }>(sql`
    delete from boxes where id = (
      select id from boxes where line_id = ${line.id} order by last_seen_at nulls first, id limit 1)
    returning mac, viewing_id`);
  if (!oldest) return;
  await endStoppedViewing(tx, oldest.viewingId, now);
  await recordEvent(tx, caller.requestMeta, {
    kind: 'box-removed',
    ...boxEvent(caller.actor.id, line, oldest.mac),
  });
}
