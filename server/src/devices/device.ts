/** Device that is bound to a line: the SQL that reads it, and its JSON. Source: E-77. */
import { DAY_MS } from '@ramal/contract/rules/durations';
import { type Device as DeviceOnWire, WAITING_DAYS, appLabel } from '@ramal/contract/devices';
import { refuse } from '@ramal/contract/api/errors';
import { platforms } from '@ramal/contract/rules/platforms';
import sql, { type Sql } from 'sql-template-tag';
import type { Actor, ReaderAccount } from '../foundation/caller.ts';
import { formatDate, unixSeconds } from '../foundation/clock.ts';
import type { Tx } from '../foundation/database.ts';
import type { AppContext } from '../foundation/app-context.ts';
import { serverUrlColumn } from '../server-addresses.ts';
import { lineStateOf } from '../player/player.ts';

/** Key of a device. A MAC is bound at most once in each app. */
export interface DeviceKey {
  readonly app: string;
  readonly mac: string;
}

export interface Device extends DeviceKey {
  readonly id: number;
  readonly idDevice: string | null;
  readonly createdAt: Date;
  readonly waitsSince: Date;
  readonly lastAskedAt: Date | null;
  readonly lineId: number;
  readonly ownerId: number;
  readonly owner: string;
  readonly username: string;
  readonly note: string;
  readonly password: string;
  readonly isOn: boolean;
  readonly expiresAt: Date;
  readonly blockedForAbuseAt: Date | null;
  readonly isTrial: boolean;
  readonly shortCode: string;
  /** URL of the server that delivers the line. Null if it is the panel's own player. */
  readonly serverUrl: string | null;
  readonly packageId: number | null;
  readonly packageName: string | null;
  readonly bouquetIds: readonly number[];
  readonly productId: number | null;
}

/**
 * SQL for a FROM clause: devices and their lines. Leaves out the devices of deleted lines and of
 * lines that were migrated to another platform.
 */
export const devicesOfLines = sql`
  devices d join lines l
    on l.id = d.line_id and l.platform = ${platforms.iptv.key} and l.deleted_at is null`;

export const selectDevices = sql`
  select d.id, d.app, d.mac, d.id_device, d.created_at,
    d.waits_since, d.last_asked_at,
    l.id as line_id, l.owner_id, l.username, l.note, l.password, l.is_on,
    l.expires_at, l.blocked_for_abuse_at,
    l.is_trial, l.short_code,
    ${serverUrlColumn(sql`l.id`)} as server_url, l.product_id,
    l.package_id, l.bouquet_ids,
    (select p.name from packages p where p.id = l.package_id) as package_name,
    (select a.username from accounts a where a.id = l.owner_id) as owner
  from ${devicesOfLines}`;

/**
 * SQL condition: the account may manage the devices of the line. Resellers manage those of their
 * own lines, and admins those of all lines (Q-SMARTSCOPE).
 */
export const isOwnLine = ({ id, profile }: ReaderAccount, owner: Sql): Sql =>
  profile === 'admin' ? sql`true` : sql`${owner} = ${id}`;

/**
 * Finds and locks a device of a line that the actor manages. Refuses any other device as if it did
 * not exist. Callers must lock the lines first.
 */
export async function lockDevice(tx: Tx, actor: Actor, condition: Sql): Promise<Device> {
  const device = await tx.first<Device>(
    sql`${selectDevices} where ${condition} and ${isOwnLine(actor, sql`l.owner_id`)} for update of d`,
  );
  return device ?? refuse('device_not_found');
}

const WAITING_MS = WAITING_DAYS * DAY_MS;

/**
 * Returns the earliest start of a wait that is still running. A MAC that has waited for longer is
 * not assigned to a device until it is reset.
 */
export const waitingSince = (now: Date): Date => new Date(now.getTime() - WAITING_MS);

/**
 * Builds an event about a device. `actor.id` is null if readers of the event may not see the actor.
 */
export const deviceEvent = (
  actor: { readonly id: number | null },
  line: { readonly id: number; readonly ownerId: number },
  key: DeviceKey,
) => ({ actorId: actor.id, accountId: line.ownerId, lineId: line.id, after: toldKey(key) });

export const deviceLine = ({ lineId, ownerId }: Device) => ({ id: lineId, ownerId });

/**
 * Returns the data that identify a device in events, which are stored forever. The shortened MAC is
 * enough to distinguish the devices of a customer. The full MAC would give access to the line until
 * the device has requested the line.
 */
const toldKey = ({ app, mac }: DeviceKey) => ({
  device: `${appLabel(app)}, MAC ••:••:••:${mac.slice(-8)}`,
});

export const serializeDevice = ({ clock }: AppContext, device: Device): DeviceOnWire => ({
  id: device.id,
  app: device.app,
  appName: appLabel(device.app),
  mac: device.mac,
  idDevice: device.idDevice ?? '',
  iptv: {
    id: device.lineId,
    username: device.username,
    note: device.note,
    state: lineStateOf(device, clock.now()),
  },
  reseller: { username: device.owner },
  createdFormatted: formatDate(device.createdAt, clock.timeZone),
  createdAtTimestamp: unixSeconds(device.createdAt),
  waitsUntilTimestamp:
    device.idDevice === null
      ? unixSeconds(new Date(device.waitsSince.getTime() + WAITING_MS))
      : null,
  lastAskedTimestamp: device.lastAskedAt && unixSeconds(device.lastAskedAt),
});
