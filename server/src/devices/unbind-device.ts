/**
 * The MAC shows nothing any more. What its app was told before it still knows: the line's password is
 * renewed by an act of its own, and the line's other devices ask and are told the new one.
 */
import sql from 'sql-template-tag';
import { insertEventCte } from '../events/events.ts';
import type { Caller } from '../foundation/caller.ts';
import type { AppContext } from '../foundation/app-context.ts';
import { deviceEvent, lineOf, lockDevice } from './device.ts';

export async function unbindDevice(ctx: AppContext, caller: Caller, id: number): Promise<void> {
  await ctx.db.tx(async (tx) => {
    const device = await lockDevice(tx, caller.actor, sql`d.id = ${id}`);
    await tx.run(sql`delete from devices where id = ${device.id}`);
    await tx.run(
      insertEventCte(caller.requestMeta, {
        kind: 'device-unbound',
        ...deviceEvent(caller.actor, lineOf(device), device),
      }),
    );
  });
}
