/**
 * Registers a MAC on a line of the caller, or moves it to that line. Refuses a MAC on a line of
 * another reseller, without naming the line. The MAC is moved if the other line was deleted, was
 * migrated or expired more than 30 days ago.
 */
import { BOXES_A_LINE } from '@ramal/contract/boxes/boxes';
import { DAY_MS } from '@ramal/contract/rules/durations';
import { errorText, refuse } from '@ramal/contract/api/errors';
import { platforms } from '@ramal/contract/rules/platforms';
import sql from 'sql-template-tag';
import { recordEvent } from '../events/events.ts';
import type { Caller } from '../foundation/caller.ts';
import type { Tx } from '../foundation/database.ts';
import type { AppContext } from '../foundation/app-context.ts';
import { type Line, insertTrialDeviceCte, lockLine } from '../lines/lines.ts';
import { isOnLineServer } from '../server-addresses.ts';
import { endStoppedViewing } from '../watching/watching.ts';
import { type Box, boxEvent, isOwnLine, readBox } from './box.ts';

export interface RegisterBoxInput {
  readonly mac: string;
  readonly lineId: number;
  readonly mode: 'add' | 'replace';
  readonly move: boolean;
  readonly room?: string | undefined;
}

export async function registerBox(
  ctx: AppContext,
  caller: Caller,
  input: RegisterBoxInput,
): Promise<Box> {
  const now = ctx.clock.now();
  return ctx.db.tx(async (tx) => {
    const line = await lockOwnLine(tx, caller, input.lineId, now);
    const id = await assignMac(tx, caller, { ...input, line, now });
    if (input.mode === 'replace') await removeOthers(tx, caller, { line, id, now });
    await refuseTooMany(tx, line.id);
    if (line.isTrial) await tx.run(insertTrialDeviceCte(ctx, line.id, input.mac));
    return readBox(tx, id, now);
  });
}

/** Locks a line whose boxes the caller manages: an own line, or any line for admins. */
export async function lockOwnLine(tx: Tx, { actor }: Caller, id: number, now: Date): Promise<Line> {
  const line = await lockLine(tx, actor, { id, platform: platforms.iptv.key }, now);
  if (actor.profile !== 'admin' && line.ownerId !== actor.id) refuse('line_not_found');
  // Refuses a line that another server delivers. The portal works only for lines that the panel's
  // own player delivers.
  if (await tx.first(sql`select where ${isOnLineServer(sql`${line.id}::bigint`)}`))
    refuse('box_line_elsewhere');
  return line;
}

interface Assignment {
  readonly mac: string;
  readonly move: boolean;
  readonly room?: string | undefined;
  readonly line: Line;
  readonly now: Date;
}

interface Existing {
  readonly id: number;
  readonly lineId: number;
  readonly ownerId: number;
  readonly isNew: boolean;
  readonly viewingId: string | null;
  readonly title: string;
  readonly isOwn: boolean;
  readonly isAbandoned: boolean;
}

/** Assigns the MAC to the line and returns the id of its box. */
export async function assignMac(tx: Tx, caller: Caller, input: Assignment): Promise<number> {
  const { mac, line, room } = input;
  const existing = await lockMac(tx, caller, input);
  const isElsewhere = !existing.isNew && existing.lineId !== line.id;
  const id = isElsewhere ? await takeOver(tx, caller, existing, input) : existing.id;
  await tx.run(sql`delete from box_requests where mac = ${mac}`);
  if (existing.isNew || isElsewhere)
    await recordEvent(tx, caller.requestMeta, {
      kind: 'box-registered',
      ...boxEvent(caller.actor.id, line, mac),
    });
  if (room !== undefined) await tx.run(sql`update boxes set room = ${room} where id = ${id}`);
  return id;
}

const ABANDONED_MS = 30 * DAY_MS;

/**
 * Creates or locks the row of the MAC. If two requests use the same MAC at once, the second waits
 * here for the first.
 */
async function lockMac(tx: Tx, { actor }: Caller, { mac, line, now }: Assignment) {
  const row = await tx.first<{ id: number; isNew: boolean }>(sql`
    insert into boxes (mac, line_id, created_by, created_at, waits_since)
    values (${mac}, ${line.id}, ${actor.id}, ${now}, ${now})
    on conflict on constraint boxes_mac_key do update set mac = excluded.mac
    returning id, xmax = 0 as is_new`);
  const existing = await tx.first<Omit<Existing, 'isNew'>>(sql`
    select b.id, b.line_id, l.owner_id, b.viewing_id, coalesce(nullif(btrim(l.note), ''), l.username) as title,
      ${isOwnLine(actor, sql`l.owner_id`)} as is_own,
      l.deleted_at is not null or l.platform <> ${platforms.iptv.key}
        or l.expires_at < ${new Date(now.getTime() - ABANDONED_MS)} as is_abandoned
    from boxes b join lines l on l.id = b.line_id where b.id = ${row!.id}`);
  return { ...existing!, isNew: row!.isNew };
}

/**
 * Moves a registered MAC to the line and returns the id of the box. A box of another reseller is
 * created again, without its history and its pin.
 */
async function takeOver(
  tx: Tx,
  caller: Caller,
  existing: Existing,
  input: Assignment,
): Promise<number> {
  const { isOwn, isAbandoned } = existing;
  if (!isOwn && !isAbandoned) refuse('box_taken');
  if (isOwn && !isAbandoned && !input.move) {
    const values = { line: existing.title };
    refuse('box_on_own_line', { values, fields: { mac: errorText('box_on_own_line', values) } });
  }
  // The event belongs to another reseller's line, so it must not reveal the actor or the actor's
  // address.
  const requestMeta = isOwn ? caller.requestMeta : { ...caller.requestMeta, ip: null };
  await recordEvent(tx, requestMeta, {
    kind: 'box-removed',
    ...boxEvent(
      isOwn ? caller.actor.id : null,
      { id: existing.lineId, ownerId: existing.ownerId },
      input.mac,
    ),
  });
  if (isOwn) {
    await resetBox(tx, { ...existing, caller, line: input.line, now: input.now });
    return existing.id;
  }
  await endStoppedViewing(tx, existing.viewingId, input.now);
  await tx.run(sql`delete from boxes where id = ${existing.id}`);
  return (await lockMac(tx, caller, input)).id;
}

interface ResetBox {
  readonly id: number;
  readonly viewingId: string | null;
  readonly caller: Caller;
  readonly line: Pick<Line, 'id'>;
  readonly now: Date;
}

/**
 * Moves a box to another line. The box keeps the ids of its device, but the device must sign in
 * again.
 */
export async function resetBox(tx: Tx, { id, viewingId, caller, line, now }: ResetBox) {
  await endStoppedViewing(tx, viewingId, now);
  await tx.run(sql`
    update boxes set line_id = ${line.id}, created_by = ${caller.actor.id}, waits_since = ${now},
      session = null, login_session = null, link_id = null, viewing_id = null,
      favourites = '{}', favourite_series = '{}', last_stream_id = null, other_seen_at = null
    where id = ${id}`);
}

interface RemoveOthers {
  readonly line: Line;
  readonly id: number;
  readonly now: Date;
}

async function removeOthers(tx: Tx, caller: Caller, { line, id, now }: RemoveOthers) {
  const others = await tx.many<{ id: number; mac: string; viewingId: string | null }>(sql`
    delete from boxes where line_id = ${line.id} and id <> ${id} returning id, mac, viewing_id`);
  for (const { mac, viewingId } of others) {
    await endStoppedViewing(tx, viewingId, now);
    await recordEvent(tx, caller.requestMeta, {
      kind: 'box-removed',
      ...boxEvent(caller.actor.id, line, mac),
    });
  }
}

/**
 * Refuses if the line has too many boxes. The caller has locked the line, so the number cannot
 * change.
 */
export async function refuseTooMany(tx: Tx, lineId: number): Promise<void> {
  const row = await tx.first<{ count: number }>(
    sql`select count(*) from boxes where line_id = ${lineId}`,
  );
  if (row!.count > BOXES_A_LINE) refuse('boxes_too_many');
}
