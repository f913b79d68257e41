/**
 * Reads which first steps a new account has completed. Stored data decide whether a step is
 * complete. The list disappears when all steps are complete.
 */
import type { FirstStep } from '@ramal/contract/dashboard';
import sql, { join, type Sql } from 'sql-template-tag';
import { insertEventCte } from '../events/events.ts';
import type { AppContext } from '../foundation/app-context.ts';
import type { Actor, Caller } from '../foundation/caller.ts';
import { combineCtes } from '../foundation/database.ts';

/**
 * Lowest ids of channels and packages that an admin added. Lower ids belong to the one channel and
 * the two packages that every installation includes.
 */
const OWN_STREAM = 2;
const OWN_PACKAGE = 3;

/**
 * SQL condition: the account has or had a line for which `which` is true. Each query is sorted like
 * an index that begins with the owner. Otherwise PostgreSQL would scan the lines of all owners.
 */
const hasLine = (accountId: number, which: Sql): Sql => sql`coalesce(
  (select true from lines where owner_id = ${accountId} and deleted_at is null and ${which}
    order by platform, expires_at, id limit 1),
  (select true from lines where owner_id = ${accountId} and deleted_at is not null and ${which}
    order by deleted_at limit 1),
  false)`;

const facts = (accountId: number): Readonly<Record<FirstStep, Sql>> => ({
  catalogue: sql`exists (select from streams where id >= ${OWN_STREAM})`,
  package: sql`exists (select from packages where id >= ${OWN_PACKAGE})`,
  reseller: sql`exists (select from accounts where parent_id = ${accountId})`,
  'second-factor': sql`(select totp_secret is not null from accounts where id = ${accountId})
    or exists (select from passkeys where account_id = ${accountId})`,
  test: sql`exists (select from lines where owner_id = ${accountId} and test_hours is not null)`,
  sale: hasLine(accountId, sql`not is_trial`),
  whatsapp: hasLine(accountId, sql`whatsapp is not null`),
  text: sql`exists (select from message_texts where account_id = ${accountId})`,
});

const stepsOf = ({ profile, isMaster }: Actor): readonly FirstStep[] =>
  profile === 'admin'
    ? ['catalogue', 'package', 'reseller', 'second-factor']
    : ['test', 'sale', 'whatsapp', 'text', ...(isMaster ? (['reseller'] as const) : [])];

export interface StepsDone {
  /** True for each completed step. Null if the list is no longer shown. */
  readonly stepsDone: readonly boolean[] | null;
}

/**
 * Selects one row with the state of each step. Evaluates the conditions only while the list is
 * shown.
 */
export const stepsDone = (actor: Actor): Sql => {
  const conditions = facts(actor.id);
  return sql`select case when exists (
      select from accounts where id = ${actor.id} and first_steps_ended_at is null
    ) then array[${join(
      stepsOf(actor).map((name) => sql`(${conditions[name]})`),
      ', ',
    )}] end as steps_done`;
};

/**
 * Reads the first steps. Undefined after they were completed or dismissed. When all steps are
 * complete, records the end, so that the list does not appear again if a condition becomes false.
 */
export async function readFirstSteps(
  ctx: AppContext,
  caller: Caller,
  { stepsDone: done }: StepsDone,
) {
  if (!done) return undefined;
  const steps = stepsOf(caller.actor).map((name, at) => ({ name, done: done[at] === true }));
  if (!steps.every((step) => step.done)) return steps;
  await endFirstSteps(ctx, caller, false);
  return undefined;
}

export async function endFirstSteps(
  ctx: AppContext,
  { actor, requestMeta }: Caller,
  isDismissed: boolean,
): Promise<void> {
  await ctx.db.tx(async (tx) => {
    const open = await tx.first(sql`
      select id from accounts where id = ${actor.id} and first_steps_ended_at is null
      for no key update`);
    if (!open) return;
    await tx.run(
      combineCtes({
        account: sql`update accounts set first_steps_ended_at = ${ctx.clock.now()} where id = ${actor.id}`,
        event: insertEventCte(requestMeta, {
          kind: isDismissed ? 'first-steps-dismissed' : 'first-steps-done',
          actorId: actor.id,
        }),
      }),
    );
  });
}
