/**
 * Access to boxes. Resellers manage the boxes of their own lines, and admins the boxes of all
 * lines.
 */
import { type About, type CallInput, type Row, each, signedIn } from './rows.ts';
import { line } from '../accounts.ts';

let counter = 0;
const newMac = () => `00:1A:79:00:00:${String((counter += 1) % 100).padStart(2, '0')}`;

/** Creates a box of a new line of the owner. Another device has sent the same MAC. */
const box: About = async (ctx, { owner }) => {
  const sold = await line(ctx, owner);
  const { rows } = await ctx.owner.query<{ id: string }>(
    `insert into boxes (mac, line_id, created_by, created_at, waits_since, last_seen_at, other_seen_at)
     values ($1, $2, $3, now(), now(), $4, $4)
     on conflict on constraint boxes_mac_key do update set line_id = excluded.line_id, other_seen_at = $4 returning id`,
    [newMac(), sold.id, owner.id, ctx.clock.now()],
  );
  return Number(rows[0]!.id);
};

/** Creates the request of a box that sent the password of a new line of the owner. */
const request: About = async (ctx, { owner }) => {
  const sold = await line(ctx, owner);
  const { rows } = await ctx.owner.query<{ id: string }>(
    `insert into box_requests (mac, line_id, first_asked_at, last_asked_at) values ($1, $2, $3, $3)
     on conflict on constraint box_requests_mac_key do update set line_id = excluded.line_id returning id`,
    [newMac().replace('00:1A', '00:1B'), sold.id, ctx.clock.now()],
  );
  return Number(rows[0]!.id);
};

/** Id of the line to which a row moves the last created box. */
let targetLine = 1;

const aLine: About = async (ctx, { owner }) => (await line(ctx, owner)).id;

const ownLines = each({ otherwise: 404, owner: 200, admin: 200 });

const aboutBox = (body?: CallInput['body'], about = box): Row => ({
  outcomes: ownLines,
  about,
  sent: (id) => ({ params: { id }, ...(body ? { body } : {}) }),
});

export const boxes: Record<string, Row> = {
  'read-box-overview': { outcomes: signedIn },
  'list-boxes': { outcomes: signedIn },
  'list-line-boxes': aboutBox(undefined, aLine),
  'register-box': {
    outcomes: ownLines,
    about: aLine,
    sent: (id) => ({ body: { line_id: id, mac: newMac().replace('00:1A', '00:1C') } }),
  },
  'edit-box': aboutBox({ room: 'Sala' }),
  'replace-box': {
    ...aboutBox(),
    sent: (id) => ({ params: { id }, body: { mac: newMac().replace('00:1A', '00:1D') } }),
  },
  'move-box': {
    outcomes: ownLines,
    about: async (ctx, people) => {
      targetLine = (await line(ctx, people.owner)).id;
      return box(ctx, people);
    },
    sent: (id) => ({ params: { id }, body: { line_id: targetLine } }),
  },
  'accept-box-device': aboutBox(),
  'block-box': aboutBox({ is_blocked: true }),
  'release-box': aboutBox(),
  'remove-box': aboutBox(),
  'send-box-message': aboutBox({ text: 'Olá' }),
  'order-box': {
    ...aboutBox({ kind: 'restart' }),
    about: async (ctx, people) => {
      const id = await box(ctx, people);
      await ctx.owner.query('update boxes set other_seen_at = null where id = $1', [id]);
      return id;
    },
  },
  'list-box-history': aboutBox(),
  'answer-box-request': aboutBox({ answer: 'add' }, request),
};
