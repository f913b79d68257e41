/** Acts that cost credits. The floor does the same writes in one statement. */
import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { newShortCode } from '../../../server/src/player/player.ts';
import type { Goal, Scenario } from '../scenario.ts';
import type { Account, Fixture } from '../fixture.ts';
import { connect } from '../http.ts';
import type { Work } from '../load.ts';

type PickAccount = (fixture: Fixture, client: number) => Account;

const anyone: PickAccount = ({ sellers, random }) => random.from(sellers);
const hotOwner: PickAccount = ({ large }) => large[1]!;

const selling = (name: string, pickAccount: PickAccount, goal: Goal): Scenario => {
  let receipt: Buffer | undefined;
  return {
    name,
    clients: 8,
    goal,
    server: (fixture, send) => async (client) => {
      const body = { isOficial: true, credits: 1, nota: 'Cliente da medida', package: 1 };
      receipt = await send({
        method: 'POST',
        path: '/api/users-iptv',
        token: pickAccount(fixture, client).token,
        body,
        key: randomUUID(),
      });
    },
    floor: (fixture) => async (client) => {
      const { id } = pickAccount(fixture, client);
      const username = String(1_000_000_000 + fixture.random.below(2 ** 40));
      const values = [
        id,
        username,
        'senha123',
        'Cliente da medida',
        newShortCode(),
        randomUUID(),
        FINGERPRINT,
        String(receipt),
      ];
      await fixture.pool.query({ name: 'floor-sell', text: sell, values });
    },
  };
};

/** A fingerprint of the usual length. */
const FINGERPRINT = Buffer.alloc(32, 7);

/**
 * Charges the wallet and writes line, event and receipt. The stored data has the same length as the
 * server's, with its last receipt itself. A floor with less data would measure another act.
 */
const sell = `
  with spent as (
    update wallets set balance = balance - 100 where account_id = $1 and kind = 'balance' returning id, balance
  ), line as (
    insert into lines (platform, owner_id, username, password, is_trial, expires_at, note, package_id, short_code)
    values ('iptv', $1, $2, $3, false, now() + interval '30 days', $4, 1, $5) returning id, expires_at
  ), entry as (
    insert into entries (from_wallet, to_wallet, amount, from_balance, reason, actor_id, line_id, key)
    select spent.id, 2, 100, spent.balance, 'line-created', $1, line.id, $6 from spent, line
  ), event as (
    insert into events (kind, actor_id, account_id, line_id, after, address, request, source)
    select 'line-created', $1, $1, line.id, jsonb_build_object('username', $2::text, 'expiresAt', line.expires_at,
      'package', 'Completo', 'bouquets', '[]'::jsonb, 'hundredths', 100), '127.0.0.1', 'floor', 1 from line
  )
  insert into idempotency_keys (account_id, key, fingerprint, answer) values ($1, $6, $7, $8)`;

/** Credits move in both directions, so that neither wallet runs out. */
const moving: Scenario = {
  name: 'move credits, one hot pair',
  clients: 8,
  goal: { ofFloor: 0.3 },
  server: (fixture, send) => async (client) => {
    const [above, below] = fixture.pair;
    const body = { credits: client % 2 === 0 ? 10 : -10, sale: 5 };
    const path = `/api/reg-users/${below.id}`;
    await send({
      method: 'PUT',
      path,
      token: above.token,
      body: { action: 0, ...body },
      key: randomUUID(),
    });
  },
  floor: (fixture) => async (client) => {
    const [above, below] = fixture.pair;
    const [from, to] = client % 2 === 0 ? [above, below] : [below, above];
    const values = [from.wallet, to.wallet, 1000, above.id, randomUUID()];
    await fixture.pool.query({ name: 'floor-move', text: move, values });
  },
};

const move = `
  with locked as (
    select id from wallets where id in ($1, $2) order by id for no key update
  ), moved as (
    update wallets set balance = balance + case when id = $1 then - $3::bigint else $3 end
    where id in (select id from locked) returning id, balance
  ), entry as (
    insert into entries (from_wallet, to_wallet, amount, from_balance, to_balance, reason, actor_id)
    select $1, $2, $3, (select balance from moved where id = $1), (select balance from moved where id = $2),
      'credits-given', $4
  ), event as (
    insert into events (kind, actor_id, account_id, address, request) values ('credits-given', $4, $4, '127.0.0.1', 'floor')
  )
  insert into idempotency_keys (account_id, key, fingerprint, answer) values ($4, $5, '\\x00', '{}')`;

const SALES_A_SECOND = 5;

/** Sells a few lines a second until it is stopped. */
export function startSelling(fixture: Fixture): { stop: () => Promise<void> } {
  const { send, close } = connect(fixture.port, 1);
  const sell = selling('meanwhile', anyone, {}).server(fixture, send) as Work;
  const over = new AbortController();
  const ended = (async () => {
    while (!over.signal.aborted) {
      // An overloaded server may reject a sale, because only the simultaneous reads are measured.
      const sale = sell(0).catch(() => undefined);
      await Promise.all([sale, pause(1000 / SALES_A_SECOND)]);
    }
  })();
  return {
    stop: async () => {
      over.abort();
      await ended;
      close();
    },
  };
}

export const saleScenarios: readonly Scenario[] = [
  selling('create an official line', anyone, {
    ofFloor: 0.45,
    baseline: { in: 'creates', times: 10 },
  }),
  selling('create an official line, one hot owner', hotOwner, {
    baseline: { in: 'creates', times: 7 },
  }),
  moving,
];
