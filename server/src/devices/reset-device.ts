/**
 * Resets a MAC: its device's id is forgotten, or replaced by a new one, and it waits anew. A user name
 * that is sent must be the one of the line it shows. Source: S-SMART-03, M-124.
 */
import sql from 'sql-template-tag';
import { recording } from '../events/events.ts';
import type { By } from '../foundation/actor.ts';
import type { House } from '../foundation/house.ts';
import { type Device, type DeviceKey, happened, lineOf, lockDevice } from './device.ts';

export interface ToReset extends DeviceKey {
  readonly username?: string | undefined;
  readonly idDevice?: string | undefined;
}

export async function resetDevice(house: House, by: By, asked: ToReset): Promise<Device> {
  const { app, mac, username = null, idDevice = null } = asked;
  return house.db.tx(async (tx) => {
    const device = await lockDevice(
      tx,
      by.actor,
      sql`d.app = ${app} and d.mac = ${mac} and l.username = coalesce(${username}, l.username)`,
    );
    const waitsSince = house.clock.now();
    await tx.run(sql`
      update devices set id_device = ${idDevice}, waits_since = ${waitsSince}, last_asked_at = null, last_address = null
      where id = ${device.id}`);
    await tx.run(
      recording(by.origin, {
        kind: 'device-reset',
        ...happened(by.actor, lineOf(device), device),
      }),
    );
    return { ...device, idDevice, waitsSince, lastAskedAt: null };
  });
}
