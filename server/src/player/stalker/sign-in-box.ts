/**
 * Decides if a device may use a MAC. A MAC is no secret, so a box is pinned by the serial number and
 * device ids of its first sign-in. A device that sends none of them needs the line's password. Every
 * other device receives the answer for an unknown MAC, after the same time.
 */
import { WAITING_DAYS } from '@ramal/contract/devices';
import { DAY_MS, MINUTE_MS } from '@ramal/contract/rules/durations';
import { Refusal } from '@ramal/contract/api/errors';
import sql from 'sql-template-tag';
import { recordEvent } from '../../events/events.ts';
import type { AppContext } from '../../foundation/app-context.ts';
import { constantTimeEqual, digest } from '../../foundation/digest.ts';
import { readRequestMeta } from '../../foundation/http/request-meta.ts';
import { markPassword } from '../stream-token.ts';
import type { PortalBoxes } from './portal-boxes.ts';
import type { BoxIds, PortalBox } from './portal-boxes.sql.ts';
import type { PortalRequest } from './portal-request.ts';
import { createUnknownDeviceRateLimit } from './unknown-device-rate-limit.ts';

export type SignInResult =
  | { readonly state: 'in'; readonly box: PortalBox }
  /** The password was right, but the seller must still accept the device. */
  | { readonly state: 'waiting' }
  | { readonly state: 'blocked' }
  | { readonly state: 'unknown' };

export interface SignInInput {
  readonly portal: PortalRequest;
  readonly mac: string;
  readonly session: string;
}

export const readIds = ({ field }: PortalRequest): BoxIds => ({
  serial: field('sn').slice(0, 60) || null,
  deviceId: digestOf(field('device_id')),
  deviceId2: digestOf(field('device_id2')),
});

const digestOf = (id: string): string | null => (id === '' ? null : digest('box', id));

export const hasId = ({ serial, deviceId, deviceId2 }: BoxIds): boolean =>
  serial !== null || deviceId !== null || deviceId2 !== null;

/** True if the device sends everything that is pinned. */
const matches = (pinned: BoxIds, sent: BoxIds): boolean =>
  hasId(pinned) &&
  (['serial', 'deviceId', 'deviceId2'] as const).every(
    (key) => pinned[key] === null || constantTimeEqual(pinned[key], sent[key] ?? ''),
  );

export const readBoxModel = ({ field, request }: PortalRequest): string => {
  const header = String(request.headers['x-user-agent'] ?? '');
  const named = field('stb_type') || /Model:\s*([\w .-]{1,40})/i.exec(header)?.[1] || '';
  return named.trim().slice(0, 40) || (request.headers['user-agent'] ?? '').slice(0, 40);
};

const firmwareOf = ({ field }: PortalRequest): string =>
  field('image_version').slice(0, 40) || field('ver').slice(0, 40);

export function createSignInBox(ctx: AppContext, boxes: PortalBoxes) {
  const countGuess = createUnknownDeviceRateLimit(ctx);

  async function isGuessAllowed(input: SignInInput, ids: BoxIds): Promise<boolean> {
    const address = readRequestMeta(input.portal.request).ip;
    const idDevice = hasId(ids) ? digest(JSON.stringify(ids)) : undefined;
    try {
      await countGuess({ address, app: 'box', mac: input.mac, idDevice });
      return true;
    } catch (error) {
      if (error instanceof Refusal) return false;
      throw error;
    }
  }

  async function enter(input: SignInInput, box: PortalBox): Promise<SignInResult> {
    const { session, portal, mac } = input;
    if (box.session !== session) {
      const model = readBoxModel(portal);
      const firmware = firmwareOf(portal);
      await boxes.signIn({ id: box.boxId, session, model, firmware, at: ctx.clock.now() });
      boxes.forget(mac);
    } else boxes.touch(box.boxId);
    return { state: 'in', box };
  }

  return async (input: SignInInput): Promise<SignInResult> => {
    const box = await boxes.read(input.mac);
    const ids = readIds(input.portal);
    const hasLogin = box !== undefined && isLoggedIn(ctx, box, input.session);
    if (box && (matches(box, ids) || (hasLogin && (!box.isPinned || !hasId(ids)))))
      return box.isBlocked ? { state: 'blocked' } : enter(input, box);
    if (hasLogin || (await isWaiting(ctx, input))) return { state: 'waiting' };
    if (!(await isGuessAllowed(input, ids))) return { state: 'unknown' };
    if (!box) await noteRequest(ctx, input, ids);
    if (!box || !hasId(ids)) return { state: 'unknown' };
    if (box.isPinned) {
      await noteOtherDevice(ctx, box, input, ids);
      return { state: 'unknown' };
    }
    const isClaimed = !box.isBlocked && (await claimBox(ctx, box, input, ids));
    return isClaimed ? enter(input, box) : { state: 'unknown' };
  };
}

const isLoggedIn = ({ secrets }: AppContext, box: PortalBox, session: string): boolean =>
  box.loginSession === session && box.loginMark === markPassword(secrets, box.id, box.password);

/** True if this device sent the right password of a line and the seller has not answered yet. */
async function isWaiting({ db }: AppContext, { mac, session }: SignInInput): Promise<boolean> {
  const row = await db.first(
    sql`select id from box_requests
      where mac = ${mac} and session = ${session} and line_id is not null and refused_at is null`,
    'prepared',
  );
  return row !== undefined;
}

/**
 * Pins the MAC to this device. Returns false if another device was pinned first, the MAC left the
 * line, or the MAC waited too long.
 */
export async function claimBox(
  { db, clock }: AppContext,
  box: PortalBox,
  { portal }: Pick<SignInInput, 'portal'>,
  ids: BoxIds,
): Promise<boolean> {
  const now = clock.now();
  const waitingSince = new Date(now.getTime() - WAITING_DAYS * DAY_MS);
  return db.tx(async (tx) => {
    const pinned = await tx.run(sql`
      update boxes set serial = ${ids.serial}, device_id = ${ids.deviceId}, device_id2 = ${ids.deviceId2},
        pinned_at = ${now}
      where id = ${box.boxId} and line_id = ${box.id} and pinned_at is null and waits_since > ${waitingSince}`);
    if (pinned === 0) return false;
    await recordEvent(tx, readRequestMeta(portal.request), {
      kind: 'box-pinned',
      actorId: null,
      accountId: box.ownerId,
      lineId: box.id,
      after: { device: `Caixa, MAC ••:••:••:${box.mac.slice(-8)}` },
    });
    return true;
  });
}

/** Time after which a new guess of the same device is written again. */
const NOTED_EVERY_MS = MINUTE_MS;

/**
 * Shows the seller that another device sent this MAC. For a day no further device replaces it, so
 * that the seller accepts the device that the panel shows.
 */
export const noteOtherDevice = (
  { db, clock }: AppContext,
  box: PortalBox,
  { portal }: Pick<SignInInput, 'portal'>,
  ids: BoxIds,
) => {
  const now = clock.now();
  const model = readBoxModel(portal);
  return db.tx(async (tx) => {
    const noted = await tx.run(sql`
      update boxes set other_model = ${model}, other_serial = ${ids.serial}, other_device_id = ${ids.deviceId},
        other_device_id2 = ${ids.deviceId2}, other_seen_at = ${now}
      where id = ${box.boxId} and (other_seen_at is null or other_seen_at < ${new Date(now.getTime() - DAY_MS)}
        or (other_seen_at < ${new Date(now.getTime() - NOTED_EVERY_MS)}
          and (other_serial, other_device_id, other_device_id2)
            is not distinct from (${ids.serial}::text, ${ids.deviceId}::text, ${ids.deviceId2}::text)))`);
    if (noted === 0) return;
    await tx.run(sql`
      insert into box_sign_ins (box_id, at, is_other, model) values (${box.boxId}, ${now}, true, ${model})`);
  });
};

/** Counts the request of an unknown MAC, so that an admin sees it. */
const noteRequest = ({ db, clock }: AppContext, { portal, mac }: SignInInput, ids: BoxIds) => {
  const now = clock.now();
  return db.tx((tx) =>
    tx.run(sql`
      insert into box_requests (mac, model, serial, device_id, device_id2, first_asked_at, last_asked_at)
      values (${mac}, ${readBoxModel(portal)}, ${ids.serial}, ${ids.deviceId}, ${ids.deviceId2}, ${now}, ${now})
      on conflict (mac) do update set asks = box_requests.asks + 1, last_asked_at = excluded.last_asked_at
      where box_requests.last_asked_at < ${new Date(now.getTime() - NOTED_EVERY_MS)}`),
  );
};
