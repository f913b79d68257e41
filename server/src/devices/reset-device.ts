/**
 * Resets a MAC: removes or replaces its device id, so that another device can use the MAC. If the
 * request contains a user name, it must be that of the bound line. Source: S-SMART-03, M-124.
 */
import sql from 'sql-template-tag';
import { recordEvent } from '../events/events.ts';
import type { Caller } from '../foundation/caller.ts';
import type { AppContext } from '../foundation/app-context.ts';
import { type Device, type DeviceKey, deviceEvent, deviceLine, lockDevice } from './device.ts';

interface ResetDeviceInput extends DeviceKey {
  readonly username?: string | undefined;
  readonly idDevice?: string | undefined;
}

export async function resetDevice(
  ctx: AppContext,
  caller: Caller,
  input: ResetDeviceInput,
): Promise<Device> {
  const { app, mac, username = null, idDevice = null } = input;
  return ctx.db.tx(async (tx) => {
    const device = await lockDevice(
      tx,
      caller.actor,
      sql`d.app = ${app} and d.mac = ${mac} and l.username = coalesce(${username}, l.username)`,
    );
    const waitsSince = ctx.clock.now();
    await tx.run(sql`
      update devices set id_device = ${idDevice}, waits_since = ${waitsSince}, last_asked_at = null, last_address = null
      where id = ${device.id}`);
    await recordEvent(tx, caller.requestMeta, {
      kind: 'device-reset',
      ...deviceEvent(caller.actor, deviceLine(device), device),
    });
    return { ...device, idDevice, waitsSince, lastAskedAt: null };
  });
}
