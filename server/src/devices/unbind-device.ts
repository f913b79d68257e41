/**
 * Unbinds a MAC, so that it no longer shows a line. The app still has the login that it received
 * before. To revoke this login, the reseller changes the password of the line. The other devices of
 * the line then receive the new password.
 */
import sql from 'sql-template-tag';
import { recordEvent } from '../events/events.ts';
import type { Caller } from '../foundation/caller.ts';
import type { AppContext } from '../foundation/app-context.ts';
import { deviceEvent, deviceLine, lockDevice } from './device.ts';

export async function unbindDevice(ctx: AppContext, caller: Caller, id: number): Promise<void> {
  await ctx.db.tx(async (tx) => {
    const device = await lockDevice(tx, caller.actor, sql`d.id = ${id}`);
    await tx.run(sql`delete from devices where id = ${device.id}`);
    await recordEvent(tx, caller.requestMeta, {
      kind: 'device-unbound',
      ...deviceEvent(caller.actor, deviceLine(device), device),
    });
  });
}
