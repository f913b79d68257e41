/**
 * Answers the poll of a box: its next message or command, and the end or return of its line. Without
 * news the answer comes from memory.
 */
import sql from 'sql-template-tag';
import type { AppContext } from '../../foundation/app-context.ts';
import { localMinute } from '../../foundation/clock.ts';
import { createBoundedCache } from '../../foundation/bounded-cache.ts';
import { toPlayableState } from '../line-state.ts';
import type { PortalBoxes } from './portal-boxes.ts';
import type { PortalBox } from './portal-boxes.sql.ts';
import { type PortalRequest, parseId } from './portal-request.ts';

interface Order {
  readonly id: number;
  readonly kind: 'message' | 'restart' | 'reload' | 'channel';
  readonly text: string;
  readonly needsOk: boolean;
  readonly hideAfterSeconds: number | null;
  readonly channelNumber: number | null;
  readonly createdAt: Date;
}

const EVENTS = {
  message: 'send_msg',
  restart: 'reboot',
  reload: 'reload_portal',
  channel: 'play_channel',
} as const;

const nothing = { msgs: 0, additional_services_on: '1' };

/** Memory for about fifty thousand boxes. */
const STATES_BYTES = 12_000_000;

export function createBoxEvents(ctx: AppContext, boxes: PortalBoxes) {
  /** State of the line that a box knows, by the id of the box. */
  const lineStates = createBoundedCache<string>({
    name: 'box-line-states',
    maxBytes: STATES_BYTES,
  });

  function lineChange(box: PortalBox): 'cut_on' | 'cut_off' | undefined {
    const key = String(box.boxId);
    const state = toPlayableState(box, ctx.clock.now()) === 'active' ? 'cut_on' : 'cut_off';
    const before = lineStates.get(key);
    lineStates.set(key, state);
    return before !== undefined && before !== state ? state : undefined;
  }

  return {
    /**
     * Stores the line state that the `get_profile` response reports, so that `next` reports only
     * later changes.
     */
    noteProfile: (box: PortalBox): void => void lineChange(box),

    next: async (portal: PortalRequest, box: PortalBox) => {
      boxes.touch(box.boxId);
      const change = lineChange(box);
      if (change) return { ...nothing, msgs: 1, id: 0, event: change, need_confirm: '0', msg: '' };
      if (box.ordersWaiting === 0) return nothing;
      const order = await takeOrder(ctx, box.boxId);
      boxes.forget(box.mac);
      return order ? eventOf(order, box.ordersWaiting, portal.timeZone) : nothing;
    },

    confirm: async (box: PortalBox, eventId: string): Promise<void> => {
      const id = parseId(eventId);
      if (id === undefined) return;
      await ctx.db.tx((tx) =>
        tx.run(sql`
          update box_orders set confirmed_at = ${ctx.clock.now()}
          where id = ${id} and box_id = ${box.boxId} and delivered_at is not null and confirmed_at is null`),
      );
    },
  };
}

export type BoxEvents = ReturnType<typeof createBoxEvents>;

/** Returns the next order of the box and marks it as delivered. */
const takeOrder = ({ db, clock }: AppContext, boxId: number): Promise<Order | undefined> =>
  db.tx((tx) =>
    tx.first<Order>(sql`
      update box_orders set delivered_at = ${clock.now()}
      where id = (select id from box_orders where box_id = ${boxId} and delivered_at is null
        order by id limit 1 for update skip locked)
      returning id, kind, text, needs_ok, hide_after_seconds, channel_number, created_at`),
  );

function eventOf(order: Order, waiting: number, timeZone: string) {
  const isMessage = order.kind === 'message';
  return {
    ...nothing,
    msgs: waiting,
    id: order.id,
    event: EVENTS[order.kind],
    need_confirm: isMessage && order.needsOk ? '1' : '0',
    msg: isMessage ? escapeHtml(order.text) : String(order.channelNumber ?? ''),
    param1: String(order.channelNumber ?? ''),
    send_time: sendTime(order.createdAt, timeZone),
    auto_hide_timeout: String(order.hideAfterSeconds ?? 0),
    reboot_after_ok: '0',
  };
}

/** Escapes the text of a message, because boxes show it as HTML. */
const escapeHtml = (text: string): string =>
  text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`).replace(/\n/g, '<br/>');

/** Formats a time as `DD-MM-YYYY HH:MM:SS`. */
function sendTime(at: Date, timeZone: string): string {
  const [day = '', time = ''] = localMinute(at, timeZone).split('T');
  return `${day.split('-').toReversed().join('-')} ${time}:00`;
}
