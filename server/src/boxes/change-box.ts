/** Changes a box: its room, its line, or its MAC when the box itself is exchanged. */
import { errorText, refuse } from '@ramal/contract/api/errors';
import sql from 'sql-template-tag';
import { recordEvent } from '../events/events.ts';
import type { Caller } from '../foundation/caller.ts';
import { type Tx, violatedConstraint } from '../foundation/database.ts';
import type { AppContext } from '../foundation/app-context.ts';
import { endStoppedViewing } from '../watching/watching.ts';
import { type Box, type LockedBox, boxEvent, boxLine, isOwnLine, lockBox, readBox } from './box.ts';
import { lockOwnLine, refuseTooMany, resetBox } from './register-box.ts';

export const editBox = (
  ctx: AppContext,
  { actor }: Caller,
  { id, room = '' }: { readonly id: number; readonly room?: string | undefined },
): Promise<Box> => {
  const now = ctx.clock.now();
  return ctx.db.tx(async (tx) => {
    const box = await lockBox(tx, actor, id, now);
    await tx.run(sql`update boxes set room = ${room} where id = ${box.id}`);
    return readBox(tx, id, now);
  });
};

export const moveBox = (
  ctx: AppContext,
  caller: Caller,
  { id, lineId }: { readonly id: number; readonly lineId: number },
): Promise<Box> => {
  const now = ctx.clock.now();
  return ctx.db.tx(async (tx) => {
    const line = await lockOwnLine(tx, caller, lineId, now);
    const box = await lockBox(tx, caller.actor, id, now);
    if (box.lineId === line.id) return readBox(tx, id, now);
    await resetBox(tx, { id, viewingId: box.viewingId, caller, line, now });
    await refuseTooMany(tx, line.id);
    await recordEvent(tx, caller.requestMeta, {
      kind: 'box-removed',
      ...boxEvent(caller.actor.id, boxLine(box), box.mac),
    });
    await recordEvent(tx, caller.requestMeta, {
      kind: 'box-registered',
      ...boxEvent(caller.actor.id, line, box.mac),
    });
    return readBox(tx, id, now);
  });
};

/** Replaces the MAC of a box. The new box waits for its first sign-in. */
export async function replaceBox(
  ctx: AppContext,
  caller: Caller,
  input: { readonly id: number; readonly mac: string },
): Promise<Box> {
  try {
    return await ctx.db.tx((tx) => replaceMac(tx, caller, { ...input, now: ctx.clock.now() }));
  } catch (error) {
    // Another request assigned the MAC at the same moment.
    if (violatedConstraint(error) === 'boxes_mac_key') refuse('box_taken');
    throw error;
  }
}

interface Replacement {
  readonly id: number;
  readonly mac: string;
  readonly now: Date;
}

async function replaceMac(tx: Tx, caller: Caller, { id, mac, now }: Replacement): Promise<Box> {
  const box = await lockBox(tx, caller.actor, id, now);
  if (box.mac === mac) return readBox(tx, id, now);
  await refuseUsedMac(tx, caller, mac);
  await endStoppedViewing(tx, box.viewingId, now);
  await tx.run(sql`
    update boxes set mac = ${mac}, model = '', firmware = '', waits_since = ${now}, created_at = ${now},
      created_by = ${caller.actor.id}, serial = null, device_id = null, device_id2 = null, pinned_at = null,
      session = null, login_session = null, last_seen_at = null, link_id = null, viewing_id = null,
      other_seen_at = null, is_blocked = false
    where id = ${id}`);
  await tx.run(sql`delete from box_requests where mac = ${mac}`);
  await tx.run(sql`delete from box_orders where box_id = ${id} and delivered_at is null`);
  await recordReplacement(tx, caller, box, mac);
  return readBox(tx, id, now);
}

async function recordReplacement(tx: Tx, caller: Caller, box: LockedBox, mac: string) {
  const { actor, requestMeta } = caller;
  await recordEvent(tx, requestMeta, {
    kind: 'box-removed',
    ...boxEvent(actor.id, boxLine(box), box.mac),
  });
  await recordEvent(tx, requestMeta, {
    kind: 'box-registered',
    ...boxEvent(actor.id, boxLine(box), mac),
  });
}

async function refuseUsedMac(tx: Tx, { actor }: Caller, mac: string): Promise<void> {
  const used = await tx.first<{ line: string; isOwn: boolean }>(sql`
    select coalesce(nullif(btrim(l.note), ''), l.username) as line,
      ${isOwnLine(actor, sql`l.owner_id`)} and l.deleted_at is null as is_own
    from boxes b join lines l on l.id = b.line_id where b.mac = ${mac}`);
  if (!used) return;
  if (!used.isOwn) refuse('box_taken');
  const values = { line: used.line };
  refuse('box_on_own_line', { values, fields: { mac: errorText('box_on_own_line', values) } });
}
