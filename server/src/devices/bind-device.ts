/**
 * Binds a MAC to a line that the caller may use. In the smart app, callers use their own lines. In
 * the list of lines, they use the lines of their tree. In each app, a MAC belongs to one line. If
 * the caller may use the former line, the MAC is moved. Otherwise the request is refused without
 * naming the owner, unless the former line is abandoned. Source: Q-MACAPPS, Q-SMARTSCOPE, M-31.
 */
import { DAY_MS } from '@ramal/contract/rules/durations';
import { DEVICES_A_LINE } from '@ramal/contract/devices';
import { refuse } from '@ramal/contract/api/errors';
import { platforms } from '@ramal/contract/rules/platforms';
import sql, { type Sql } from 'sql-template-tag';
import { recordEvent } from '../events/events.ts';
import type { Caller } from '../foundation/caller.ts';
import type { Tx } from '../foundation/database.ts';
import type { AppContext } from '../foundation/app-context.ts';
import { insertTrialDeviceCte, type Line, lockLine } from '../lines/lines.ts';
import { inTree } from '../access/access.ts';
import { type Device, type DeviceKey, deviceEvent, isOwnLine, selectDevices } from './device.ts';

export interface BindDeviceInput extends DeviceKey {
  readonly username: string;
  /**
   * Password that the caller entered. If it is set, it must be the password of the line. A wrong
   * user name and a wrong password get the same error (E-24).
   */
  readonly password?: string;
  /**
   * Id of the only device that may receive the line. If undefined, the first device that requests
   * the line receives it.
   */
  readonly idDevice?: string | undefined;
  /** Lines that the caller may use: its own or those of its tree. Admins may use all lines. */
  readonly reach: 'own' | 'tree';
}

const isWithin = (reach: BindDeviceInput['reach'], { actor }: Caller): Sql =>
  (reach === 'own' ? isOwnLine : inTree)(actor, sql`l.owner_id`);

interface BoundDevice {
  readonly device: Device;
  /**
   * User name of the caller's line from which the MAC was moved. Null if it was on no other line of
   * the caller.
   */
  readonly takenFrom: string | null;
}

export async function bindDevice(
  ctx: AppContext,
  caller: Caller,
  input: BindDeviceInput,
): Promise<BoundDevice> {
  const now = ctx.clock.now();
  return ctx.db.tx(async (tx) => {
    const line = await lockNamedLine(tx, caller, input, now);
    const held = await lockDeviceRow(tx, caller, { input, line, now });
    const isOfAnother = held.lineId !== line.id;
    const takenFrom = isOfAnother
      ? await reassignDevice(tx, caller, { input, held, line, now })
      : null;
    if (isOfAnother || held.isNew) await recordBinding(tx, caller, input, line);
    else if (input.idDevice && input.idDevice !== held.idDevice)
      await updateDeviceId(tx, caller, { id: held.id, line, input, now });
    await refuseTooMany(tx, line);
    if (line.isTrial) await tx.run(insertTrialDeviceCte(ctx, line.id, input.mac));
    const device = await tx.first<Device>(sql`${selectDevices} where d.id = ${held.id}`);
    return { device: device!, takenFrom };
  });
}

async function lockNamedLine(
  tx: Tx,
  caller: Caller,
  { username, password, reach }: BindDeviceInput,
  now: Date,
): Promise<Line> {
  const platform = platforms.iptv.key;
  const named = await tx.first<{ id: number }>(sql`
    select l.id from lines l where l.platform = ${platform} and l.username = ${username}
      and l.deleted_at is null and ${isWithin(reach, caller)}`);
  if (!named) return refuse('line_not_found');
  const line = await lockLine(tx, caller.actor, { id: named.id, platform }, now);
  const isIt = line.username === username && (password ?? line.password) === line.password;
  return isIt ? line : refuse('line_not_found');
}

interface LockedDevice {
  readonly id: number;
  readonly lineId: number;
  readonly idDevice: string | null;
  readonly isNew: boolean;
}

interface LockedDeviceInput {
  readonly input: BindDeviceInput;
  readonly line: Line;
  readonly now: Date;
}

/**
 * Creates or locks the row of this MAC. If two requests use the same MAC at once, the second waits
 * here for the first.
 */
async function lockDeviceRow(
  tx: Tx,
  { actor }: Caller,
  { input: { app, mac, idDevice }, line, now }: LockedDeviceInput,
): Promise<LockedDevice> {
  const held = await tx.first<LockedDevice>(sql`
    insert into devices (app, mac, line_id, id_device, created_by, created_at, waits_since)
    values (${app}, ${mac}, ${line.id}, ${idDevice ?? null}, ${actor.id}, ${now}, ${now})
    on conflict on constraint devices_mac_key do update set mac = excluded.mac
    returning id, line_id, id_device, xmax = 0 as is_new`);
  return held!;
}

/**
 * Time after the end of a line from which the line counts as abandoned. Another reseller may then
 * bind its devices.
 */
const ABANDONED_MS = 30 * DAY_MS;

const anonymous = ({ requestMeta }: Caller) => ({
  actor: { id: null },
  requestMeta: { ...requestMeta, ip: null },
});

const recordBinding = (
  tx: Tx,
  { actor, requestMeta }: Caller,
  input: BindDeviceInput,
  line: Line,
) => recordEvent(tx, requestMeta, { kind: 'device-bound', ...deviceEvent(actor, line, input) });

interface Former {
  readonly id: number;
  readonly username: string;
  readonly ownerId: number;
  readonly isOwn: boolean;
  readonly isAbandoned: boolean;
}

interface DeviceReassignment {
  readonly input: BindDeviceInput;
  readonly held: LockedDevice;
  readonly line: Line;
  readonly now: Date;
}

/**
 * Moves the MAC from another line. If the caller may use that line, returns its user name. If the
 * line is abandoned, returns null, because it may belong to another reseller.
 */
async function reassignDevice(
  tx: Tx,
  caller: Caller,
  { input, held, line, now }: DeviceReassignment,
): Promise<string | null> {
  const former = await tx.first<Former>(sql`
    select l.id, l.username, l.owner_id, ${isWithin(input.reach, caller)} as is_own,
      l.deleted_at is not null or l.platform <> ${platforms.iptv.key}
        or l.expires_at < ${new Date(now.getTime() - ABANDONED_MS)} as is_abandoned
    from lines l where l.id = ${held.lineId}`);
  const { isOwn, isAbandoned } = former!;
  if (!isOwn && !isAbandoned) refuse('device_taken');
  await tx.run(sql`
    update devices set line_id = ${line.id}, id_device = ${input.idDevice ?? null}, waits_since = ${now},
      created_by = ${caller.actor.id}, created_at = ${now}, last_asked_at = null, last_address = null
    where id = ${held.id}`);
  // The event belongs to another reseller's line, so it must not reveal the actor or the actor's
  // address.
  const { actor, requestMeta } = isOwn ? caller : anonymous(caller);
  await recordEvent(tx, requestMeta, {
    kind: 'device-unbound',
    ...deviceEvent(actor, former!, input),
  });
  return isOwn ? former!.username : null;
}

interface DeviceIdChange {
  readonly id: number;
  readonly line: Line;
  readonly input: BindDeviceInput;
  readonly now: Date;
}

async function updateDeviceId(
  tx: Tx,
  caller: Caller,
  { id, line, input, now }: DeviceIdChange,
): Promise<void> {
  await tx.run(
    sql`update devices set id_device = ${input.idDevice ?? null}, waits_since = ${now} where id = ${id}`,
  );
  await recordEvent(tx, caller.requestMeta, {
    kind: 'device-reset',
    ...deviceEvent(caller.actor, line, input),
  });
}

/**
 * Refuses if the line has too many devices. The caller has locked the line, so the number cannot
 * change.
 */
async function refuseTooMany(tx: Tx, { id }: Line): Promise<void> {
  const row = await tx.first<{ count: number }>(
    sql`select count(*) from devices where line_id = ${id}`,
  );
  if (row!.count > DEVICES_A_LINE) refuse('devices_too_many');
}
