/** An authenticator where the person's phone stands, set up through the product's own calls. */
import { confirmSecondFactor, enableSecondFactor } from '@ramal/contract/second-factors';
import { generate } from 'otplib';
import { makePanelServer } from '../src/app.ts';
import { openDatabase } from '../src/foundation/database.ts';
import { type TestHouse, call } from './house.ts';
import type { Person } from './people.ts';

export interface Authenticator {
  readonly secret: string;
  readonly recoveryCodes: readonly string[];
  /** What it shows now, or so many steps later. */
  readonly code: (steps?: number) => Promise<string>;
}

export const codesOf =
  (house: TestHouse, secret: string) =>
  (steps = 0): Promise<string> =>
    generate({ secret, epoch: house.clock.now().getTime() / 1000 + 30 * steps });

/** Confirmed with the code of the step before: the present one and the next are unused. */
export async function enrolled(
  house: TestHouse,
  { token }: Pick<Person, 'token'>,
): Promise<Authenticator> {
  const { secret } = (await call(house, enableSecondFactor, { body: {} }, { token })).body;
  const code = codesOf(house, secret);
  const body = { secret, token: await code(-1) };
  const confirmed = await call(house, confirmSecondFactor, { body }, { token });
  if (confirmed.status !== 200) throw new Error(`not enrolled: ${JSON.stringify(confirmed.body)}`);
  return { secret, code, recoveryCodes: confirmed.body.recovery_codes };
}

/** Six digits that are none of these. */
export const wrongCode = (...right: readonly string[]): string =>
  ['000000', '111111', '222222', '333333'].find((code) => !right.includes(code))!;

/** A second process on the database, as far as state goes: its own server over its own connections. */
export async function secondProcess(house: TestHouse) {
  const db = openDatabase({ url: String(house.db.pool.options.connectionString), connections: 4 });
  const { config, clock, secrets, log } = house;
  const server = await makePanelServer({ config, clock, secrets, log, db });
  const close = async () => {
    await server.close();
    await db.close();
  };
  return { db, server, close };
}

/** What was recorded about the account, oldest first. */
export async function eventsOf(
  house: TestHouse,
  accountId: number,
): Promise<{ kind: string; after: Record<string, unknown> | null }[]> {
  const { rows } = await house.owner.query(
    'select kind, after from events where account_id = $1 order by id',
    [accountId],
  );
  return rows;
}

/** As a row: how one is made is the passkeys' own test. */
export const aPasskey = (house: TestHouse, { id }: Pick<Person, 'id'>) =>
  house.owner.query(
    `insert into passkeys (account_id, name, rp_id, credential_id, public_key, counter, is_backed_up, created_at)
     values ($1::bigint, 'Chave', 'painel.exemplo', 'chave-de-' || $1::bigint, '', 0, true, now())`,
    [id],
  );
