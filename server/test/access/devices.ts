/** Devices of lines. Resellers bind, reset and unbind them. The calls of apps need no session. */
import { type About, type Row, aboutLine, anybody, each, ownTree, signedIn } from './rows.ts';
import { line } from '../accounts.ts';

let counter = 0;
const newMac = () => `A0:B1:C2:00:00:${String((counter += 1) % 100).padStart(2, '0')}`;

/** Creates a line of the owner and binds a new MAC to it in the database. */
const bound =
  (answer: (device: { id: number; mac: string }) => number | string): About =>
  async (ctx, { owner }) => {
    const sold = await line(ctx, owner);
    const mac = newMac();
    const { rows } = await ctx.owner.query<{ id: string }>(
      `insert into devices (app, mac, line_id, created_by, created_at, waits_since) values ('1', $1, $2, $3, now(), now())
       on conflict on constraint devices_mac_key do update set line_id = excluded.line_id returning id`,
      [mac, sold.id, owner.id],
    );
    return answer({ id: Number(rows[0]!.id), mac });
  };

/** Creates a line of the owner and returns its user name and password. */
const named: About = async (ctx, { owner }) => {
  const { username, password } = await line(ctx, owner);
  return `${username}/${password}`;
};
const activating: Row = {
  outcomes: ownTree,
  about: named,
  sent: (id) => {
    const [username, password = 'x'] = String(id).split('/');
    return { body: { username, password, mac: newMac() } };
  },
};

/**
 * A seller has access only to the smart apps of its own lines. Admins have access to all lines
 * (Q-SMARTSCOPE).
 */
const ownLines = each({ otherwise: 404, owner: 200, admin: 200 });

export const devices: Record<string, Row> = {
  'activate-prime': activating,
  'activate-lazer': activating,
  'list-devices': { outcomes: signedIn },
  'list-device-lines': { outcomes: signedIn },
  'bind-device': {
    outcomes: ownLines,
    about: named,
    sent: (id) => ({ body: { username: String(id).split('/')[0], mac: newMac() } }),
  },
  'reset-device': {
    outcomes: ownLines,
    about: bound(({ mac }) => mac),
    // If the id is not a MAC, the row sends a MAC that is not bound.
    sent: (mac) => ({ body: { mac: String(mac).length === 17 ? mac : '40:50:60:00:00:01' } }),
  },
  'unbind-device': {
    outcomes: ownLines,
    about: bound(({ id }) => id),
    sent: (id) => ({ params: { id } }),
  },
  'list-line-devices': aboutLine(),
  // The response also has status 200 if no device has this MAC.
  'ask-device': { outcomes: anybody, sent: () => ({ body: { mac: newMac() } }) },
};
