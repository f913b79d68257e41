/**
 * The MAC shows nothing any more. What its app was told before it still knows: the line's password is
 * renewed by an act of its own, and the line's other devices ask and are told the new one.
 */
import sql from 'sql-template-tag';
import { recording } from '../events/events.ts';
import type { By } from '../foundation/actor.ts';
import type { House } from '../foundation/house.ts';
import { happened, lineOf, lockDevice } from './device.ts';

export async function unbindDevice(house: House, by: By, id: number): Promise<void> {
  await house.db.tx(async (tx) => {
    const device = await lockDevice(tx, by.actor, sql`d.id = ${id}`);
    await tx.run(sql`delete from devices where id = ${device.id}`);
    await tx.run(
      recording(by.origin, {
        kind: 'device-unbound',
        ...happened(by.actor, lineOf(device), device),
      }),
    );
  });
}
