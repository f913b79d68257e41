/**
 * Changes which device uses a MAC: accepts another device, releases the pin, blocks the box or
 * removes it.
 */
import { refuse } from '@ramal/contract/api/errors';
import sql, { type Sql } from 'sql-template-tag';
import { recordEvent } from '../events/events.ts';
import type { Caller } from '../foundation/caller.ts';
import type { AppContext } from '../foundation/app-context.ts';
import { endStoppedViewing } from '../watching/watching.ts';
import { type Box, type LockedBox, boxEvent, boxLine, lockBox, readBox } from './box.ts';

interface BoxChange {
  readonly kind: string;
  readonly set: (box: LockedBox, now: Date) => Sql;
}

/** Applies a change to a box. Also ends the viewing of the box and the session of its device. */
async function applyChange(
  ctx: AppContext,
  { actor, requestMeta }: Caller,
  id: number,
  { kind, set }: BoxChange,
): Promise<Box> {
  const now = ctx.clock.now();
  return ctx.db.tx(async (tx) => {
    const box = await lockBox(tx, actor, id, now);
    const assignments = set(box, now);
    await endStoppedViewing(tx, box.viewingId, now);
    await tx.run(sql`
      update boxes set ${assignments}, session = null, login_session = null, link_id = null, viewing_id = null
      where id = ${id}`);
    await recordEvent(tx, requestMeta, { kind, ...boxEvent(actor.id, boxLine(box), box.mac) });
    return readBox(tx, id, now);
  });
}

export const acceptDevice = (ctx: AppContext, caller: Caller, id: number): Promise<Box> =>
  applyChange(ctx, caller, id, {
    kind: 'box-device-accepted',
    set: ({ hasOther }, now) =>
      hasOther
        ? sql`serial = other_serial, device_id = other_device_id, device_id2 = other_device_id2,
            model = coalesce(other_model, ''), pinned_at = ${now}, is_blocked = false,
            other_model = null, other_serial = null, other_device_id = null, other_device_id2 = null,
            other_seen_at = null`
        : refuse('box_no_other_device'),
  });

export const releaseBox = (ctx: AppContext, caller: Caller, id: number): Promise<Box> =>
  applyChange(ctx, caller, id, {
    kind: 'box-released',
    set: (_, now) => sql`serial = null, device_id = null, device_id2 = null, pinned_at = null,
      waits_since = ${now}, other_seen_at = null`,
  });

export const blockBox = (
  ctx: AppContext,
  caller: Caller,
  { id, isBlocked }: { readonly id: number; readonly isBlocked: boolean },
): Promise<Box> =>
  applyChange(ctx, caller, id, {
    kind: isBlocked ? 'box-blocked' : 'box-unblocked',
    set: () => sql`is_blocked = ${isBlocked}, other_seen_at = null`,
  });

export async function removeBox(
  ctx: AppContext,
  { actor, requestMeta }: Caller,
  id: number,
): Promise<void> {
  const now = ctx.clock.now();
  await ctx.db.tx(async (tx) => {
    const box = await lockBox(tx, actor, id, now);
    await endStoppedViewing(tx, box.viewingId, now);
    await tx.run(sql`delete from boxes where id = ${id}`);
    await recordEvent(tx, requestMeta, {
      kind: 'box-removed',
      ...boxEvent(actor.id, boxLine(box), box.mac),
    });
  });
}
