/**
 * Returns the line of a device to its app, which sends the MAC of the device. A MAC is not secret,
 * so only one device may use it. If the reseller entered a device id, only the device with this id
 * may use the MAC. If no device id is stored, the first device to request the line within seven days
 * of the binding or reset claims the MAC. Every other device gets the response for an unbound MAC,
 * after the same checks, so that the response time reveals nothing. Each request reads the current
 * state, so a block, a change of line or a deletion applies to the next request. See
 * `requestDeviceLine` of the contract, and `unknown-device-rate-limit.ts` for the limit of guesses.
 */
import { randomBytes } from 'node:crypto';
import { MINUTE_MS } from '@ramal/contract/rules/durations';
import type { requestDeviceLine as declaration } from '@ramal/contract/devices';
import type { HandlerResult } from '@ramal/contract/api/endpoint';
import sql from 'sql-template-tag';
import { recordEvent } from '../events/events.ts';
import type { RequestMeta } from '../foundation/caller.ts';
import { formatDateTime, unixSeconds } from '../foundation/clock.ts';
import { constantTimeEqual } from '../foundation/digest.ts';
import type { AppContext } from '../foundation/app-context.ts';
import { productName } from '../lines/lines.ts';
import { activatorHost } from './activators/activators.ts';
import {
  createUnknownDeviceRateLimit,
  lineStateOf,
  lineUrls,
  playerBaseUrl,
  statuses,
} from '../player/player.ts';
import {
  type Device,
  type DeviceKey,
  deviceEvent,
  deviceLine,
  selectDevices,
  waitingSince,
} from './device.ts';

interface DeviceRequest extends DeviceKey {
  readonly idDevice: string | undefined;
}

type DeviceConfiguration = HandlerResult<typeof declaration>;

export function createRequestDevice(
  ctx: AppContext,
): (asking: DeviceRequest, requestMeta: RequestMeta) => Promise<DeviceConfiguration> {
  const countGuess = createUnknownDeviceRateLimit(ctx);
  return async (asking, requestMeta) => {
    const device = await ctx.db.first<Device>(
      sql`${selectDevices} where d.app = ${asking.app} and d.mac = ${asking.mac}`,
      'prepared',
    );
    // Compares the ids even if the device does not exist, so that the time of the response does not
    // show whether it exists.
    const isKnown = constantTimeEqual(asking.idDevice ?? '', device?.idDevice ?? '');
    if (device?.idDevice && isKnown) {
      await noteAsking(ctx, device, requestMeta);
      return answer(ctx, device, requestMeta);
    }
    await countGuess({ ...asking, address: requestMeta.ip });
    if (!device || !isWaiting(ctx, device)) return unknown;
    const deviceId = asking.idDevice ?? newId();
    if (!(await claimDevice(ctx, device, deviceId, requestMeta))) return unknown;
    return {
      ...(await answer(ctx, device, requestMeta)),
      ...(asking.idDevice ? {} : { idDevice: deviceId }),
    };
  };
}

const unknown = {
  state: 'unknown',
  message:
    'Aparelho não reconhecido. Informe este MAC a quem vende para você; se ele já foi cadastrado, peça para resetá-lo.',
} as const;

const isWaiting = ({ clock }: AppContext, { idDevice, waitsSince }: Device): boolean =>
  idDevice === null && waitsSince > waitingSince(clock.now());

const newId = (): string => randomBytes(18).toString('base64url');

/**
 * Assigns the MAC to the device if it is still free and bound to the same line. If two devices
 * request it at once, only one gets it.
 */
async function claimDevice(
  { db, clock }: AppContext,
  device: Device,
  idDevice: string,
  requestMeta: RequestMeta,
): Promise<boolean> {
  const now = clock.now();
  const { id, lineId } = device;
  return db.tx(async (tx) => {
    const stored = await tx.run(sql`
      update devices set id_device = ${idDevice}, last_asked_at = ${now}, last_address = ${requestMeta.ip}
      where id = ${id} and line_id = ${lineId} and id_device is null and waits_since > ${waitingSince(now)}`);
    if (stored === 0) return false;
    const event = deviceEvent({ id: null }, deviceLine(device), device);
    await recordEvent(tx, requestMeta, { kind: 'device-claimed', ...event });
    return true;
  });
}

const NOTED_EVERY_MS = MINUTE_MS;

async function noteAsking({ db, clock }: AppContext, device: Device, { ip: address }: RequestMeta) {
  const now = clock.now();
  if (device.lastAskedAt && now.getTime() - device.lastAskedAt.getTime() < NOTED_EVERY_MS) return;
  await db.tx((tx) =>
    tx.run(
      sql`update devices set last_asked_at = ${now}, last_address = ${address} where id = ${device.id}`,
    ),
  );
}

async function answer(
  ctx: AppContext,
  device: Device,
  requestMeta: RequestMeta,
): Promise<Exclude<DeviceConfiguration, { state: 'unknown' }>> {
  const state = lineStateOf(device, ctx.clock.now());
  const expiry = {
    expDateFormatted: formatDateTime(device.expiresAt, ctx.clock.timeZone),
    expDateTimestamp: unixSeconds(device.expiresAt),
  };
  const { message } = statuses[state];
  if (state !== 'active') return { state, message, ...expiry };
  const host = await activatorHost(ctx.db, device.app);
  const links = lineUrls(playerBaseUrl(ctx, requestMeta, host), device);
  return {
    state,
    message,
    username: device.username,
    password: device.password,
    DNS_SMARTER: links.smarters,
    M3U8: links.m3u8,
    short_M3U8: links.m3u8Short,
    M3U8_2: links.hls,
    short_M3U8_2: links.hlsShort,
    SSIPTV_M3U8: links.ssiptv,
    short_SSIPTV_M3U8: links.ssiptvShort,
    product: productName(ctx, device),
    isTrial: device.isTrial,
    ...expiry,
  };
}
