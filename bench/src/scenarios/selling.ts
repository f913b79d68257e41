/** Scenarios for acts that cost credits. The floor makes the same writes in one statement. */
import { randomUUID } from 'node:crypto';
import { newShortCode } from '../../../server/src/player/player.ts';
import type { Account, Fixture } from '../fixture.ts';
import { type Send, connect } from '../http.ts';
import { type Pace, repeatUntil } from '../load.ts';
import type { Goal, Scenario } from '../scenario.ts';
import { type Caller, hotOwner, seller } from './callers.ts';

export const sellLine = (send: Send, { token }: Account): Promise<Buffer> =>
  send({
    method: 'POST',
    path: '/api/users-iptv',
    token,
    body: { isOficial: true, credits: 1, nota: 'Cliente da medida', package: 1 },
    key: randomUUID(),
  });

const selling = (name: string, caller: Caller, goal: Goal): Scenario => {
  let receipt: Buffer | undefined;
  return {
    name,
    clients: 8,
    goal,
    server: (fixture, send) => async (client) => {
      receipt = await sellLine(send, caller(fixture, client));
    },
    floor: (fixture) => async (client) => {
      const { id } = caller(fixture, client);
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

/** Fingerprint of a request, with the usual length. */
const FINGERPRINT = Buffer.alloc(32, 7);

/**
 * Charges the wallet, and writes line, event and receipt. The stored data is as long as the data
 * that the server stores, because shorter data would be less work.
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

/**
 * Movement of credits between two wallets. The direction alternates, so that neither wallet becomes
 * empty.
 */
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

/**
 * Sells lines until the signal is aborted, and returns their number. Ignores rejections by an
 * overloaded server, because only the simultaneous reads are measured.
 */
export async function sellUntil(
  signal: AbortSignal,
  fixture: Fixture,
  pace: Pace,
): Promise<number> {
  const { send, close } = connect([fixture.port], pace.clients);
  let sold = 0;
  await repeatUntil(signal, pace, () =>
    sellLine(send, seller(fixture, 0)).then(
      () => (sold += 1),
      () => undefined,
    ),
  );
  close();
  return sold;
}

export const saleScenarios: readonly Scenario[] = [
  selling('create an official line', seller, {
    ofFloor: 0.45,
    baseline: { figure: 'creates', times: 10 },
  }),
  selling('create an official line, one hot owner', hotOwner, {
    baseline: { figure: 'creates', times: 7 },
  }),
  moving,
];
