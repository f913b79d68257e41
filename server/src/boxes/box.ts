/** A registered box: the SQL that reads it, its state and its JSON. */
import {
  BOX_POLL_SECONDS,
  type Box as BoxOnWire,
  type BoxState,
} from '@ramal/contract/boxes/boxes';
import { refuse } from '@ramal/contract/api/errors';
import { platforms } from '@ramal/contract/rules/platforms';
import sql, { type Sql } from 'sql-template-tag';
import type { Actor, ReaderAccount } from '../foundation/caller.ts';
import { unixSeconds } from '../foundation/clock.ts';
import type { AppContext } from '../foundation/app-context.ts';
import type { Reader, Tx } from '../foundation/database.ts';
import { lineStateOf } from '../player/player.ts';
import { titleOfViewing, viewingsNow } from '../watching/watching.ts';
import { type OrderRow, serializeOrder } from './order.ts';

export interface Box {
  readonly id: number;
  readonly mac: string;
  readonly model: string;
  readonly firmware: string;
  readonly room: string;
  readonly serial: string | null;
  readonly isPinned: boolean;
  readonly state: BoxState;
  readonly lastSeenAt: Date | null;
  readonly createdAt: Date;
  readonly viewingId: string | null;
  readonly otherModel: string | null;
  readonly otherSeenAt: Date | null;
  readonly channel: string | null;
  readonly lineId: number;
  readonly ownerId: number;
  readonly owner: string;
  readonly username: string;
  readonly note: string;
  readonly password: string;
  readonly isOn: boolean;
  readonly expiresAt: Date;
  readonly blockedForAbuseAt: Date | null;
  readonly screens: number;
  readonly screensUsed: number;
  readonly orderId: number | null;
  readonly orderKind: OrderRow['kind'] | null;
  readonly orderText: string;
  readonly orderCreatedAt: Date;
  readonly orderDeliveredAt: Date | null;
  readonly orderConfirmedAt: Date | null;
}

/** Time for which a box counts as on after its last life sign: two polling intervals. */
const ON_MS = 2 * BOX_POLL_SECONDS * 1000;

/**
 * SQL for a FROM clause: boxes and their lines. Leaves out the boxes of deleted lines and of lines
 * that moved to another platform.
 */
export const boxesOfLines = sql`
  boxes b join lines l
    on l.id = b.line_id and l.platform = ${platforms.iptv.key} and l.deleted_at is null`;

const isSeen = (now: Date): Sql => sql`b.last_seen_at > ${new Date(now.getTime() - ON_MS)}`;

export const boxState = (now: Date): Sql => sql`
  case when b.is_blocked then 'blocked' when b.other_seen_at is not null then 'other-device'
    when b.last_seen_at is null then 'never' when not ${isSeen(now)} then 'off'
    when l.is_on and l.expires_at > ${now} and l.blocked_for_abuse_at is null then 'on' else 'expired' end`;

export const selectBoxes = (now: Date): Sql => sql`
  select b.id, b.mac, b.model, b.firmware, b.room, b.serial, b.pinned_at is not null as is_pinned,
    ${boxState(now)} as state, b.last_seen_at, b.created_at, b.viewing_id, b.other_model, b.other_seen_at,
    ${titleOfViewing(sql`b.viewing_id`, now)} as channel,
    l.id as line_id, l.owner_id, l.username, l.note, l.password, l.is_on, l.expires_at, l.blocked_for_abuse_at,
    (select a.username from accounts a where a.id = l.owner_id) as owner,
    coalesce((select p.max_connections from packages p where p.id = l.package_id), 1) as screens,
    ${viewingsNow(sql`l.id`, now)} as screens_used,
    o.id as order_id, o.kind as order_kind, o.text as order_text, o.created_at as order_created_at,
    o.delivered_at as order_delivered_at, o.confirmed_at as order_confirmed_at
  from ${boxesOfLines}
  left join lateral (
    select * from box_orders where box_orders.box_id = b.id order by box_orders.id desc limit 1) o on true`;

/** Condition: resellers manage the boxes of their own lines, and admins the boxes of all lines. */
export const isOwnLine = ({ id, profile }: ReaderAccount, owner: Sql): Sql =>
  profile === 'admin' ? sql`true` : sql`${owner} = ${id}`;

/** Locked box, with the owner of its line and the fields that a change of the box needs. */
export interface LockedBox {
  readonly id: number;
  readonly mac: string;
  readonly room: string;
  readonly lineId: number;
  readonly ownerId: number;
  readonly viewingId: string | null;
  readonly state: BoxState;
  readonly hasOther: boolean;
}

/** Locks a box of a line that the actor manages. Refuses any other box as if it did not exist. */
export async function lockBox(tx: Tx, actor: Actor, id: number, now: Date): Promise<LockedBox> {
  const locked = await tx.first<LockedBox>(sql`
    select b.id, b.mac, b.room, b.line_id, l.owner_id, b.viewing_id, ${boxState(now)} as state,
      b.other_seen_at is not null as has_other
    from ${boxesOfLines} where b.id = ${id} and ${isOwnLine(actor, sql`l.owner_id`)} for update of b`);
  return locked ?? refuse('box_not_found');
}

export async function readBox(reader: Reader, id: number, now: Date): Promise<Box> {
  return (await reader.first<Box>(sql`${selectBoxes(now)} where b.id = ${id}`))!;
}

/**
 * Builds an event about a box. The event contains only a part of the MAC, because events are stored
 * forever.
 */
export const boxEvent = (
  actorId: number | null,
  line: { readonly id: number; readonly ownerId: number },
  mac: string,
) => ({
  actorId,
  accountId: line.ownerId,
  lineId: line.id,
  after: { device: `Caixa, MAC ••:••:••:${mac.slice(-8)}` },
});

export const boxLine = ({ lineId, ownerId }: Pick<LockedBox, 'lineId' | 'ownerId'>) => ({
  id: lineId,
  ownerId,
});

const SHOWN_SERIAL = 4;

export const serializeBox = ({ clock }: AppContext, box: Box): BoxOnWire => ({
  id: box.id,
  mac: box.mac,
  model: box.model,
  firmware: box.firmware,
  room: box.room,
  serial: box.serial ? `••••${box.serial.slice(-SHOWN_SERIAL)}` : '',
  isPinned: box.isPinned,
  iptv: {
    id: box.lineId,
    username: box.username,
    note: box.note,
    state: lineStateOf(box, clock.now()),
    expDateTimestamp: unixSeconds(box.expiresAt),
    screens: box.screens,
    screensUsed: box.screensUsed,
  },
  reseller: { username: box.owner },
  state: box.state,
  channel: box.channel,
  lastSeenTimestamp: box.lastSeenAt && unixSeconds(box.lastSeenAt),
  createdTimestamp: unixSeconds(box.createdAt),
  otherDevice: box.otherSeenAt && {
    model: box.otherModel ?? '',
    seenTimestamp: unixSeconds(box.otherSeenAt),
  },
  lastOrder: lastOrder(box),
});

const lastOrder = (box: Box): BoxOnWire['lastOrder'] =>
  box.orderId === null || box.orderKind === null
    ? null
    : serializeOrder({
        id: box.orderId,
        kind: box.orderKind,
        text: box.orderText,
        createdAt: box.orderCreatedAt,
        deliveredAt: box.orderDeliveredAt,
        confirmedAt: box.orderConfirmedAt,
      });
