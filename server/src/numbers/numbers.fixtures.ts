/**
 * Writes lines and their events directly, with chosen times. Events of the product contain the time
 * of the database.
 */
import type { LineOrigin } from '@ramal/contract/lines/line-origins';
import type { PlatformKey } from '@ramal/contract/rules/platforms';
import type { Person } from '../../test/accounts.ts';
import type { TestContext } from '../../test/context.ts';

/** A purchase, or another act, and the time at which it happened. */
export interface Act {
  readonly at: string;
  readonly kind: string;
  /** Expiry after the act. */
  readonly until?: string;
  readonly hundredths?: number;
  readonly testHours?: number;
  readonly cents?: number | null;
  readonly charge?: number;
  readonly platform?: PlatformKey;
  readonly device?: string;
  /** Id of the acting account; default: the owner. */
  readonly actorId?: number;
}

interface History {
  readonly owner: Person;
  readonly acts: readonly Act[];
  readonly platform?: PlatformKey;
  readonly note?: string;
  readonly origin?: LineOrigin;
}

const counters = new WeakMap<TestContext['owner'], number>();

const nextNumber = ({ owner }: TestContext): number => {
  const next = (counters.get(owner) ?? 0) + 1;
  counters.set(owner, next);
  return next;
};

const last = <T>(values: readonly (T | undefined)[]): T | undefined =>
  values.findLast((value) => value !== undefined);

/**
 * Writes the line in the state after its last act, and one event for each act. Returns the id of
 * the line.
 */
export async function writeHistory(ctx: TestContext, history: History): Promise<number> {
  const { owner, acts, platform = 'iptv', note = 'Cliente', origin = null } = history;
  const name = `9${String(nextNumber(ctx)).padStart(7, '0')}`;
  const { rows } = await ctx.owner.query<{ id: string }>(
    `insert into lines (platform, owner_id, username, password, is_trial, created_at, expires_at, short_code, note,
       test_hours, origin)
     values ($1, $2, $3, 'x', false, $4, $5, $3, $6, $7, $8) returning id`,
    [
      platform,
      owner.id,
      name,
      acts[0]!.at,
      last(acts.map(({ until }) => until)),
      note,
      acts[0]!.testHours ?? null,
      origin,
    ],
  );
  const id = Number(rows[0]!.id);
  await continueHistory(ctx, owner, id, { acts, from: 0, platform });
  return id;
}

/** Writes the acts from index `from` on, and updates the row of the line. */
export async function continueHistory(
  ctx: TestContext,
  owner: Person,
  id: number,
  { acts, from, platform = 'iptv' }: Pick<History, 'acts' | 'platform'> & { readonly from: number },
): Promise<void> {
  await writeActs(ctx, owner, { id, platform, from }, acts);
  const timeOf = (on: string, off: string) => {
    const act = acts.findLast(({ kind }) => kind === on || kind === off);
    return act?.kind === on ? act.at : null;
  };
  const isTrial =
    acts.some(({ testHours }) => testHours !== undefined) &&
    !acts.some(({ kind }) => kind === 'line-promoted');
  await ctx.owner.query(
    `update lines set platform = $2, is_trial = $3, expires_at = $4, deleted_at = $5, blocked_for_abuse_at = $6
     where id = $1`,
    [
      id,
      last(acts.map((act) => act.platform)) ?? platform,
      isTrial,
      last(acts.map(({ until }) => until)),
      timeOf('line-deleted', 'line-restored'),
      timeOf('line-blocked-for-abuse', 'line-unblocked'),
    ],
  );
  const price = acts.findLast(({ cents }) => cents !== undefined);
  await ctx.owner.query('delete from line_prices where line_id = $1', [id]);
  if (price?.cents)
    await ctx.owner.query('insert into line_prices (line_id, cents) values ($1, $2)', [
      id,
      price.cents,
    ]);
}

async function writeActs(
  ctx: TestContext,
  owner: Person,
  {
    id,
    platform,
    from,
  }: { readonly id: number; readonly platform: PlatformKey; readonly from: number },
  acts: readonly Act[],
): Promise<void> {
  let expiresAt: string | undefined;
  let current = platform;
  for (const [index, act] of acts.entries()) {
    const { at, kind, until, hundredths, testHours, cents, charge, device } = act;
    const before = {
      ...(expiresAt === undefined ? {} : { expiresAt }),
      ...(act.platform ? { platform: current } : {}),
    };
    const after = {
      ...(until === undefined ? {} : { expiresAt: until }),
      ...(hundredths === undefined ? {} : { hundredths }),
      ...(testHours === undefined ? {} : { testHours }),
      ...(cents === undefined ? {} : { cents }),
      ...(charge === undefined ? {} : { charge }),
      ...(device === undefined ? {} : { device }),
      ...(act.platform ? { platform: act.platform } : {}),
    };
    if (index >= from)
      await ctx.owner.query(
        `insert into events (at, kind, actor_id, account_id, line_id, before, after, source)
       values ($1, $2, $3, $4, $5, $6, $7, 1)`,
        [at, kind, act.actorId ?? owner.id, owner.id, id, before, after],
      );
    expiresAt = until ?? expiresAt;
    current = act.platform ?? current;
  }
}

interface ChargeInput {
  readonly owner: Person;
  readonly line: number;
  readonly cents: number;
  readonly months: number;
  readonly paidAt: string;
  readonly method?: 'pix' | 'card';
  readonly reversedAt?: string;
}

/** Writes a paid renewal, or one whose money was returned. Returns the id. */
export async function writeCharge(ctx: TestContext, input: ChargeInput): Promise<number> {
  const { owner, line, cents, months, paidAt, method = 'pix', reversedAt = null } = input;
  const { rows } = await ctx.owner.query<{ id: string }>(
    `insert into charges (purpose, account_id, line_id, months, credits, cents, method, provider, state, created_at,
       expires_at, paid_at, settled_at, reversed_at)
     values ('renewal', $1, $2, $3, 100, $4, $5, 'sandbox', $6, $7, $7, $7, $7, $8) returning id`,
    [
      owner.id,
      line,
      months,
      cents,
      method,
      reversedAt ? 'reversed' : 'settled',
      paidAt,
      reversedAt,
    ],
  );
  return Number(rows[0]!.id);
}
