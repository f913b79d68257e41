/**
 * Seeds devices of the demo's lines through the calls of the product. Some apps have already
 * requested their line. One MAC still waits for its device.
 */
import sql from 'sql-template-tag';
import { bindDevice, createRequestDevice } from '../devices/devices.ts';
import type { Caller } from '../foundation/caller.ts';
import type { AppContext } from '../foundation/app-context.ts';

interface DemoDevice {
  readonly app: string;
  readonly mac: string;
  /** Device id that the reseller entered. */
  readonly idDevice?: string;
  /** Device id that the app sent. Undefined if no app has requested the line. */
  readonly appDeviceId?: string;
}

const devices: readonly DemoDevice[] = [
  { app: '1', mac: 'A0:B1:C2:D3:E4:F5', appDeviceId: 'tv-sala-7f3a91' },
  { app: '1', mac: '5C:C1:D7:20:81:4E', idDevice: '482913' },
  { app: 'prime', mac: '84:D8:1B:77:0A:C2', appDeviceId: 'prime-1c20e7b4' },
  { app: 'lazer', mac: '84:D8:1B:77:0A:C2' },
  { app: '2', mac: '1C:F2:9A:44:B0:13', appDeviceId: 'box-quarto-55d0' },
];

export async function bindDemoDevices(ctx: AppContext, caller: Caller): Promise<void> {
  const requestDevice = createRequestDevice(ctx);
  const lines = await ctx.db.many<{ username: string }>(sql`
    select username from lines where owner_id = ${caller.actor.id} and platform = 'iptv' and deleted_at is null
    order by id desc limit ${devices.length}`);
  for (const [turn, { app, mac, idDevice, appDeviceId }] of devices.entries()) {
    const username = lines[turn]?.username;
    if (username === undefined) return;
    await bindDevice(ctx, caller, { app, mac, username, idDevice, reach: 'own' });
    if (appDeviceId) await requestDevice({ app, mac, idDevice: appDeviceId }, caller.requestMeta);
  }
}
