/**
 * The date from which accounts must have a second factor. A franchise's rule applies to its tree;
 * the rule of the admins, who share one, applies to every seller. Neither applies to admins or to
 * the account that sets it. A rule takes effect at midnight in the panel's time zone.
 */
import type { ResponseOf } from '@ramal/contract/api/endpoint';
import type { getSecondFactorRule, setSecondFactorRule } from '@ramal/contract/second-factors';
import sql, { type Sql } from 'sql-template-tag';
import { recordEvent } from '../../events/events.ts';
import type { Actor } from '../../foundation/caller.ts';
import { formatDateTime, localDay, startOfDay } from '../../foundation/clock.ts';
import type { Reader } from '../../foundation/database.ts';
import type { AppContext } from '../../foundation/app-context.ts';
import type { Call } from '../../foundation/http/bind.ts';
import { hasSecondFactor } from '../second-factor-state.ts';

type Rule = ResponseOf<typeof getSecondFactorRule>;

export const readRule = ({ db, clock }: AppContext, actor: Actor): Promise<Rule> =>
  readRuleIn(db, clock.timeZone, actor);

const holderOf = ({ id, profile }: Actor): number | null => (profile === 'admin' ? null : id);

/** Condition on `accounts a`: the actor's rule applies to the account. */
const isBelow = ({ id, profile }: Actor): Sql =>
  profile === 'admin'
    ? sql`a.profile <> 'admin'`
    : sql`(a.ancestors @> ${[id]}::bigint[] and a.id <> ${id})`;

interface Row {
  readonly from: Date | null;
  readonly setBy: string | null;
  readonly accounts: number;
  readonly enrolled: number;
}

async function readRuleIn(reader: Reader, timeZone: string, actor: Actor): Promise<Rule> {
  const row = await reader.first<Row>(sql`
    select r.required_from as from, s.username as set_by, counted.*
    from (
      select count(*) as accounts, count(*) filter (where ${hasSecondFactor}) as enrolled
      from accounts a where a.deleted_at is null and ${isBelow(actor)}
    ) counted
    left join second_factor_rules r on r.holder_id is not distinct from ${holderOf(actor)}::bigint
    left join accounts s on s.id = r.set_by`);
  const { from, setBy, accounts, enrolled } = row!;
  return {
    requiredFrom: from && formatDateTime(from, timeZone),
    requiredFromDay: from && localDay(from, timeZone),
    setBy,
    accounts,
    enrolled,
  };
}

export async function setRule(
  { db, clock }: AppContext,
  { actor, body, requestMeta }: Call<typeof setSecondFactorRule>,
): Promise<ResponseOf<typeof setSecondFactorRule>> {
  const from = body.from === undefined ? null : startOfDay(body.from, clock.timeZone);
  return db.tx(async (tx) => {
    const before = await readRuleIn(tx, clock.timeZone, actor);
    await tx.run(from ? setting(actor, from, clock.now()) : unsetting(actor));
    const rule = await readRuleIn(tx, clock.timeZone, actor);
    await recordEvent(tx, requestMeta, {
      kind: 'second-factor-rule-set',
      actorId: actor.id,
      before: { from: before.requiredFromDay },
      after: { from: rule.requiredFromDay },
    });
    return { ...rule, message: from ? REQUIRED : NOT_REQUIRED };
  });
}

const REQUIRED = 'A exigência de segundo fator foi salva.';
const NOT_REQUIRED = 'O segundo fator deixou de ser exigido.';

const setting = (actor: Actor, from: Date, now: Date): Sql => sql`
  insert into second_factor_rules (holder_id, required_from, set_by, set_at)
  values (${holderOf(actor)}, ${from}, ${actor.id}, ${now})
  on conflict (holder_id) do update
    set required_from = excluded.required_from, set_by = excluded.set_by, set_at = excluded.set_at`;

const unsetting = (actor: Actor): Sql =>
  sql`delete from second_factor_rules where holder_id is not distinct from ${holderOf(actor)}::bigint`;
