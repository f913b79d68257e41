/** Simulates the authenticator on a user's phone. It is set up by calls of the product. */
import { confirmSecondFactor, enableSecondFactor } from '@ramal/contract/second-factors';
import { generate } from 'otplib';
import { makePanelServer } from '../src/app.ts';
import { openDatabase } from '../src/foundation/database.ts';
import { type TestContext, call } from './context.ts';
import { PASSWORD, type Person } from './accounts.ts';

export interface Authenticator {
  readonly secret: string;
  readonly recoveryCodes: readonly string[];
  /** Returns the current code, or the code of a later step. */
  readonly code: (steps?: number) => Promise<string>;
}

export const createCodes =
  (ctx: TestContext, secret: string) =>
  (steps = 0): Promise<string> =>
    generate({ secret, epoch: ctx.clock.now().getTime() / 1000 + 30 * steps });

/**
 * Sets up an authenticator with the code of the previous time step. The codes of the current and
 * the next step therefore stay unused.
 */
export async function enrolAuthenticator(
  ctx: TestContext,
  { token }: Pick<Person, 'token'>,
): Promise<Authenticator> {
  const { secret } = (
    await call(ctx, enableSecondFactor, { body: { current_password: PASSWORD } }, { token })
  ).body;
  const code = createCodes(ctx, secret);
  const body = { secret, token: await code(-1) };
  const confirmed = await call(ctx, confirmSecondFactor, { body }, { token });
  if (confirmed.status !== 200) throw new Error(`not enrolled: ${JSON.stringify(confirmed.body)}`);
  return { secret, code, recoveryCodes: confirmed.body.recovery_codes };
}

/** Returns six digits that differ from these codes. */
export const wrongCode = (...right: readonly string[]): string =>
  ['000000', '111111', '222222', '333333'].find((code) => !right.includes(code))!;

/** Starts a second process on the database: a server with its own connections. */
export async function secondProcess(ctx: TestContext) {
  const db = openDatabase({ url: String(ctx.db.pool.options.connectionString), connections: 4 });
  const { config, clock, secrets, log } = ctx;
  const server = await makePanelServer({ config, clock, secrets, log, db });
  const close = async () => {
    await server.close();
    await db.close();
  };
  return { db, server, close };
}

/** Returns the events of the account, oldest first. */
export async function readAccountEvents(
  ctx: TestContext,
  accountId: number,
): Promise<{ kind: string; after: Record<string, unknown> | null }[]> {
  const { rows } = await ctx.owner.query(
    'select kind, after from events where account_id = $1 order by id',
    [accountId],
  );
  return rows;
}

/** Inserts the row of a passkey. The tests of passkeys create real ones. */
export const aPasskey = (ctx: TestContext, { id }: Pick<Person, 'id'>) =>
  ctx.owner.query(
    `insert into passkeys (account_id, name, rp_id, credential_id, public_key, counter, is_backed_up, created_at)
     values ($1::bigint, 'Chave', 'painel.exemplo', 'chave-de-' || $1::bigint, '', 0, true, now())`,
    [id],
  );
