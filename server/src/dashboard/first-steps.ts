/** What a new account has done of its first steps; each tick is a fact, and all of them end the list. */
import type { FirstStep } from '@ramal/contract/dashboard';
import sql, { join, type Sql } from 'sql-template-tag';
import { insertEventCte } from '../events/events.ts';
import type { AppContext } from '../foundation/app-context.ts';
import type { Actor, Caller } from '../foundation/caller.ts';
import { combineCtes } from '../foundation/database.ts';

/** The product brings one channel and two packages along. */
const OWN_STREAM = 2;
const OWN_PACKAGE = 3;

const facts = (accountId: number): Readonly<Record<FirstStep, Sql>> => ({
  catalogue: sql`exists (select from streams where id >= ${OWN_STREAM})`,
  package: sql`exists (select from packages where id >= ${OWN_PACKAGE})`,
  reseller: sql`exists (select from accounts where parent_id = ${accountId})`,
  'second-factor': sql`(select totp_secret is not null from accounts where id = ${accountId})
    or exists (select from passkeys where account_id = ${accountId})`,
  test: sql`exists (select from lines where owner_id = ${accountId} and test_hours is not null)`,
  sale: sql`exists (select from lines where owner_id = ${accountId} and not is_trial)`,
  whatsapp: sql`exists (select from lines where owner_id = ${accountId} and whatsapp is not null)`,
  text: sql`exists (select from message_texts where account_id = ${accountId})`,
});

const stepsOf = ({ profile, isMaster }: Actor): readonly FirstStep[] =>
  profile === 'admin'
    ? ['catalogue', 'package', 'reseller', 'second-factor']
    : ['test', 'sale', 'whatsapp', 'text', ...(isMaster ? (['reseller'] as const) : [])];

/** Undefined once they are done or dismissed; done once they stay done, whatever becomes of the facts. */
export async function readFirstSteps(ctx: AppContext, caller: Caller) {
  const { actor } = caller;
  const open = await ctx.db.first<{ id: number }>(
    sql`select id from accounts where id = ${actor.id} and first_steps_ended_at is null`,
  );
  if (!open) return undefined;
  const names = stepsOf(actor);
  const known = facts(actor.id);
  const row = await ctx.db.first<{ done: readonly boolean[] }>(
    sql`select array[${join(
      names.map((name) => sql`(${known[name]})`),
      ', ',
    )}] as done`,
  );
  const steps = names.map((name, at) => ({ name, done: row!.done[at] === true }));
  if (!steps.every(({ done }) => done)) return steps;
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
          accountId: actor.id,
        }),
      }),
    );
  });
}
