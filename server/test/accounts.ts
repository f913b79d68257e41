/** Creates accounts with sessions directly in the database, and lines by calls. */
import { hash } from '@node-rs/argon2';
import type { Grant, Profile } from '@ramal/contract/api/access';
import { createIptvLine } from '@ramal/contract/lines/iptv-lines';
import { type P2pCalls, p2pLines } from '@ramal/contract/lines/p2p-lines';
import { signIn } from '@ramal/contract/sessions';
import { type TestContext, call } from './context.ts';

export interface Person {
  readonly id: number;
  readonly username: string;
  readonly profile: Profile;
  readonly token: string;
  readonly reg_password: string;
}

export const PASSWORD = 'senha-segura-1';

/** Hash with a low cost, so that tests are fast. A sign-in reads the cost from the hash. */
const passwordHash = hash(PASSWORD, { memoryCost: 8, timeCost: 1, parallelism: 1 });

/**
 * Last number used for names and addresses in each database. Every run of a test therefore uses the
 * same names.
 */
const counters = new WeakMap<TestContext['owner'], number>();
function nextNumber({ owner }: TestContext): number {
  const next = (counters.get(owner) ?? 0) + 1;
  counters.set(owner, next);
  return next;
}

interface PersonOptions {
  readonly username?: string;
  readonly profile?: Profile;
  readonly parent?: Person;
  /** Balance in hundredths of a credit. */
  readonly balance?: number;
  readonly grants?: readonly Grant[];
  /** Expiry of the session token, for tests that move the clock. Default: twelve hours. */
  readonly until?: string;
}

/** Creates an account with its wallets and signs it in. */
export async function person(ctx: TestContext, input: PersonOptions = {}): Promise<Person> {
  const username = input.username ?? `conta-${String(nextNumber(ctx)).padStart(5, '0')}`;
  const profile = input.profile ?? 'reseller';
  const { rows } = await ctx.owner.query<{ id: number }>(
    `with a as (select nextval(pg_get_serial_sequence('accounts', 'id')) as id)
     insert into accounts (id, username, password_hash, profile, parent_id, ancestors)
     select a.id, $1, $2, $3, $4::bigint, coalesce((select ancestors from accounts where id = $4), '{}') || a.id
     from a returning id::int`,
    [username, await passwordHash, profile, input.parent?.id ?? null],
  );
  const id = rows[0]!.id;
  if (profile !== 'admin') await fund(ctx, id, input.balance ?? 0);
  for (const grant of input.grants ?? []) {
    await ctx.owner.query('insert into account_grants (account_id, name) values ($1, $2)', [
      id,
      grant,
    ]);
  }
  const now = ctx.clock.now();
  if (input.until) ctx.clock.set(input.until);
  const signedIn = await session(ctx, username);
  ctx.clock.set(now.toISOString());
  // Prevents the end of idle sessions of admins after two hours (Q-2FASESSIONS), because tests move
  // the clock by days.
  if (profile === 'admin')
    await ctx.owner.query('update sign_ins set last_used_at = $2 where account_id = $1', [
      id,
      new Date('2100-01-01'),
    ]);
  return { id, username, profile, ...signedIn };
}

/**
 * Gives an account its opening credits with a ledger entry, so that checks of the ledger succeed.
 */
async function fund(ctx: TestContext, id: number, balance: number): Promise<void> {
  await ctx.owner.query(
    `insert into wallets (account_id, kind, balance) values ($1, 'balance', $2), ($1, 'portal', 0)`,
    [id, balance],
  );
  if (balance === 0) return;
  await ctx.owner.query(
    `insert into entries (from_wallet, to_wallet, amount, to_balance, reason, actor_id, account_id)
     select (select id from wallets where kind = 'issuance'), w.id, $2, $2, 'opening-credits', $1, $1
     from wallets w where w.account_id = $1 and w.kind = 'balance'`,
    [id, balance],
  );
}

export async function session(
  ctx: TestContext,
  username: string,
  password = PASSWORD,
  code?: string,
) {
  // Every sign-in comes from another address, because the number of sign-ins from one address is
  // limited.
  const number = nextNumber(ctx);
  const ip = `198.51.${Math.floor(number / 256) % 256}.${number % 256}`;
  const reply = await call(
    ctx,
    signIn,
    { body: { username, password, ...(code ? { code } : {}) } },
    { address: ip },
  );
  if (!('access_token' in reply.body))
    throw new Error(`sign-in failed: ${JSON.stringify(reply.body)}`);
  return { token: reply.body.access_token, reg_password: reply.body.crypt_pass };
}

/** Creates an official line of 30 days, or a test with `isOficial: false`. */
export async function line(ctx: TestContext, owner: Person, body: Record<string, unknown> = {}) {
  const reply = await call(
    ctx,
    createIptvLine,
    { body: { isOficial: true, credits: 1, nota: 'Cliente', package: 1, ...body } },
    { token: owner.token },
  );
  if (reply.status !== 200) throw new Error(`line not created: ${JSON.stringify(reply.body)}`);
  return reply.body;
}

/** Creates a line on a P2P service. On new P2P the owner needs the grant for new P2P. */
export async function p2pLine(
  ctx: TestContext,
  owner: Person,
  calls: P2pCalls = p2pLines,
  body: Record<string, unknown> = {},
) {
  const reply = await call(
    ctx,
    calls.create,
    { body: { isOficial: true, credits: 1, nota: 'Cliente', productid: 1, ...body } },
    { token: owner.token },
  );
  if (reply.status !== 200) throw new Error(`line not created: ${JSON.stringify(reply.body)}`);
  return reply.body;
}

export async function readAccountBalance(ctx: TestContext, id: number): Promise<number> {
  const { rows } = await ctx.owner.query<{ balance: string }>(
    `select balance from wallets where account_id = $1 and kind = 'balance'`,
    [id],
  );
  return Number(rows[0]?.balance);
}
