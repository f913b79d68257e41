/**
 * Sets the limits that the caller imposes on a descendant. A limit must not be looser than the
 * limits of the accounts above. If a value is absent, its limit does not change. Null removes the
 * caller's limit. The limits of the accounts above remain in force. Source: Q-TESTQUOTA.
 */
import type { HandlerResult } from '@ramal/contract/api/endpoint';
import { refuse } from '@ramal/contract/api/errors';
import { wireName } from '@ramal/contract/api/wire-names';
import {
  type LimitName,
  type LimitValue,
  type setLimits as declaration,
  formatLimitAuthor,
  isLooser,
  limitNames,
} from '@ramal/contract/resellers/limits';
import { platformKeys, platforms } from '@ramal/contract/rules/platforms';
import sql, { type Sql } from 'sql-template-tag';
import { insertEventCte } from '../events/events.ts';
import { combineCtes, type Tx } from '../foundation/database.ts';
import type { AppContext } from '../foundation/app-context.ts';
import type { Call } from '../foundation/http/bind.ts';
import { creditsInWords, reaisInWords } from './limit-words.ts';
import { type LimitsRow, lockLimited, readLimits } from './limits.sql.ts';
import { isOwn, mayLimit, toCredits, serializeLimits } from './serialize-limits.ts';
import { type Limit, type Limits, effectiveLimits } from './effective-limits.ts';

type Input = Call<typeof declaration>;

export function setLimits(
  ctx: AppContext,
  input: Input,
): Promise<HandlerResult<typeof declaration>> {
  const { actor, params } = input;
  return ctx.db.tx(async (tx) => {
    const account = (await lockLimited(tx, actor, params.id)) ?? refuse('reseller_not_found');
    if (!mayLimit(actor, account)) refuse('forbidden');
    const limitRows = await readLimits(tx, account.id, actor);
    const ownRows = limitRows.filter((row) => isOwn(row, account.id));
    const changes = findChanges(input, effectiveLimits(ownRows));
    refuseLooser(changes, effectiveLimits(limitRows.filter((row) => !isOwn(row, account.id))));
    if (changes.length > 0) {
      const event = insertEventCte(input.requestMeta, {
        kind: 'limits-set',
        actorId: actor.id,
        accountId: account.id,
        before: eventData(changes, ({ before }) => before),
        after: eventData(changes, ({ after }) => after),
      });
      await tx.run(deleteReplacedLimits(account.id, ownRows, changes));
      await tx.run(combineCtes({ set: insertLimits(input, changes, ctx.clock.now()), event }));
    }
    return {
      ...(await serializeLimits(tx, ctx, actor, account)),
      message: 'Limites salvos com sucesso',
    };
  });
}

interface Change {
  readonly name: LimitName;
  readonly before: LimitValue | null;
  readonly after: LimitValue | null;
}

function findChanges({ body }: Input, current: Limits): Change[] {
  return limitNames.flatMap((name) => {
    const after = name === 'platforms' ? sortPlatforms(body.platforms) : body[name];
    const before = current[name]?.value ?? null;
    return after === undefined || String(after) === String(before) ? [] : [{ name, before, after }];
  });
}

/** Removes duplicates and sorts the platforms in the order of the contract. */
const sortPlatforms = (keys: Input['body']['platforms']): LimitValue | null | undefined =>
  keys && platformKeys.filter((key) => keys.includes(key));

function refuseLooser(changes: readonly Change[], upperLimits: Limits): void {
  const looser = changes.filter(({ name, after }) =>
    isLooser(name, after, upperLimits[name]?.value ?? null),
  );
  if (looser.length === 0) return;
  const fields = looser.map(({ name }) => [name, explainBound(name, upperLimits[name]!)]);
  refuse('limit_looser', { fields: Object.fromEntries(fields) });
}

const explainBound = (name: LimitName, { value, from }: Limit): string =>
  name === 'lowestPrice'
    ? `O menor que pode ser é ${formatLimit(name, value)}, definido ${formatLimitAuthor(from)}.`
    : `O máximo que pode ser é ${formatLimit(name, value)}, definido ${formatLimitAuthor(from)}.`;

function formatLimit(name: LimitName, value: LimitValue): string {
  if (typeof value !== 'number')
    return value.map((key) => platforms[key].label).join(', ') || 'nenhuma';
  if (name === 'lowestPrice') return reaisInWords(value);
  return name === 'creditsADay' ? creditsInWords(value) : value.toLocaleString('pt-BR');
}

const eventData = (changes: readonly Change[], side: (change: Change) => LimitValue | null) =>
  Object.fromEntries(
    changes.map((change) => [wireName(change.name), toCredits(change.name, side(change))]),
  );

/** Deletes the changed limits that the caller or the caller's descendants set on this account. */
const deleteReplacedLimits = (
  id: number,
  ownRows: readonly LimitsRow[],
  changes: readonly Change[],
): Sql => {
  const removed = ownRows.filter(({ name }) =>
    changes.some((change) => wireName(change.name) === name),
  );
  return sql`
    delete from account_limits
    where account_id = ${id} and (name, set_by) in (
      select * from unnest(${removed.map(({ name }) => name)}::text[], ${removed.map(({ setBy }) => setBy)}::bigint[]))`;
};

function insertLimits({ actor, params }: Input, changes: readonly Change[], now: Date): Sql {
  const set = changes.filter(({ after }) => after !== null);
  const allowed = set.find(({ name }) => name === 'platforms')?.after ?? null;
  const amounts = set.map(({ after }) => (typeof after === 'number' ? after : null));
  return sql`
    insert into account_limits (account_id, name, set_by, amount, platforms, set_at)
    select ${params.id}, name, ${actor.id}, amount,
      case when name = 'platforms' then ${allowed}::text[] end, ${now}
    from unnest(${set.map(({ name }) => wireName(name))}::text[], ${amounts}::bigint[]) as wanted (name, amount)`;
}

interface FirstLimits {
  readonly accountId: number;
  readonly setBy: number;
  readonly at: Date;
  /** Amounts in stored units; null without a limit. */
  readonly amounts: Readonly<Record<Exclude<LimitName, 'platforms'>, number | null>>;
}

/**
 * Sets limits on a new account. A looser limit than those from above has no effect, because the
 * strictest one applies.
 */
export async function insertFirstLimits(
  tx: Tx,
  { accountId, setBy, at, amounts }: FirstLimits,
): Promise<void> {
  const set = Object.entries(amounts).filter(([, amount]) => amount !== null);
  if (set.length === 0) return;
  await tx.run(sql`
    insert into account_limits (account_id, name, set_by, amount, set_at)
    select ${accountId}, name, ${setBy}, amount, ${at}
    from unnest(${set.map(([name]) => wireName(name))}::text[], ${set.map(([, amount]) => amount)}::bigint[])
      as wanted (name, amount)`);
}
