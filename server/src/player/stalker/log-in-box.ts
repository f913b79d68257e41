/**
 * Signs a device in with the user name and password of a line. If the line has no box, a device
 * with a new MAC is registered at once. Otherwise the seller decides. A device without serial
 * number and device ids plays with the password of its own line.
 */
import { Refusal } from '@ramal/contract/api/errors';
import sql from 'sql-template-tag';
import { recordEvent } from '../../events/events.ts';
import type { AppContext } from '../../foundation/app-context.ts';
import { readRequestMeta } from '../../foundation/http/request-meta.ts';
import type { PlayingLine } from '../player.sql.ts';
import { signInAttempt } from '../request-fields.ts';
import type { SignInLine } from '../sign-in-line.ts';
import { markPassword } from '../stream-token.ts';
import type { PortalBoxes } from './portal-boxes.ts';
import type { BoxIds, PortalBox } from './portal-boxes.sql.ts';
import {
  type SignInInput,
  claimBox,
  hasId,
  readBoxModel,
  noteOtherDevice,
  readIds,
} from './sign-in-box.ts';

interface SignInDependencies {
  readonly signInLine: SignInLine;
  readonly boxes: PortalBoxes;
}

/**
 * Creates the function that signs a device in. The function returns true if the user name and
 * password are right.
 */
export function createLogInBox(ctx: AppContext, { signInLine, boxes }: SignInDependencies) {
  return async (input: SignInInput): Promise<boolean> => {
    const line = await findLine(signInLine, input);
    if (!line) return false;
    const box = await boxes.read(input.mac);
    const ids = readIds(input.portal);
    if (box?.id === line.id) await logInOwnBox(ctx, { box, line, input, ids });
    else if (box || !(await registerFirstBox(ctx, { line, input, ids })))
      await requestLine(ctx, { line, input, ids });
    boxes.forget(input.mac);
    return true;
  };
}

/**
 * Finds the line of the sent user name and password. Too many attempts have the same answer as a
 * wrong password.
 */
async function findLine(signInLine: SignInLine, { portal }: SignInInput) {
  const login = { username: portal.field('login'), password: portal.field('password') };
  try {
    return await signInLine(signInAttempt(portal.request, login));
  } catch (error) {
    if (error instanceof Refusal) return undefined;
    throw error;
  }
}

interface LogIn {
  readonly line: PlayingLine;
  readonly input: SignInInput;
  readonly ids: BoxIds;
}

async function logInOwnBox(
  ctx: AppContext,
  { box, line, input, ids }: LogIn & { readonly box: PortalBox },
): Promise<void> {
  const mark = markPassword(ctx.secrets, line.id, line.password);
  await ctx.db.tx((tx) =>
    tx.run(sql`
      update boxes set login_session = ${input.session}, login_mark = ${mark} where id = ${box.boxId}`),
  );
  if (!hasId(ids)) return;
  if (box.isPinned) await noteOtherDevice(ctx, box, input, ids);
  else await claimBox(ctx, box, input, ids);
}

async function registerFirstBox(ctx: AppContext, { line, input, ids }: LogIn): Promise<boolean> {
  const now = ctx.clock.now();
  const mark = markPassword(ctx.secrets, line.id, line.password);
  return ctx.db.tx(async (tx) => {
    const owner = await tx.first<{ ownerId: number }>(
      sql`select owner_id from lines where id = ${line.id} and deleted_at is null for no key update`,
    );
    if (!owner) return false;
    const inserted = await tx.run(sql`
      insert into boxes (mac, line_id, created_at, waits_since, serial, device_id, device_id2, pinned_at,
        model, login_session, login_mark)
      select ${input.mac}, ${line.id}, ${now}, ${now}, ${ids.serial}, ${ids.deviceId}, ${ids.deviceId2},
        ${hasId(ids) ? now : null}::timestamptz, ${readBoxModel(input.portal)}, ${input.session}, ${mark}
      where not exists (select from boxes where line_id = ${line.id})
      on conflict on constraint boxes_mac_key do nothing`);
    if (inserted === 0) return false;
    await tx.run(sql`delete from box_requests where mac = ${input.mac}`);
    await recordEvent(tx, readRequestMeta(input.portal.request), {
      kind: 'box-registered',
      actorId: null,
      accountId: owner.ownerId,
      lineId: line.id,
      after: { device: `Caixa, MAC ••:••:••:${input.mac.slice(-8)}` },
    });
    return true;
  });
}

/** Asks the seller of the line, who adds the box, replaces the old one or refuses. */
const requestLine = ({ db, clock }: AppContext, { line, input, ids }: LogIn) => {
  const now = clock.now();
  return db.tx((tx) =>
    tx.run(sql`
      insert into box_requests
        (mac, line_id, model, serial, device_id, device_id2, session, first_asked_at, last_asked_at)
      values (${input.mac}, ${line.id}, ${readBoxModel(input.portal)}, ${ids.serial}, ${ids.deviceId},
        ${ids.deviceId2}, ${input.session}, ${now}, ${now})
      on conflict (mac) do update set line_id = excluded.line_id, model = excluded.model,
        serial = excluded.serial, device_id = excluded.device_id, device_id2 = excluded.device_id2,
        session = excluded.session, asks = box_requests.asks + 1, last_asked_at = excluded.last_asked_at,
        refused_at = case when box_requests.line_id = excluded.line_id then box_requests.refused_at end`),
  );
};
