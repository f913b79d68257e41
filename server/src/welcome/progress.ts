/** Progress of an admin: skipped steps, and whether the page still opens after the sign-in. */
import type { WelcomeStep } from '@ramal/contract/operations/welcome';
import sql from 'sql-template-tag';
import type { AppContext } from '../foundation/app-context.ts';
import type { Actor } from '../foundation/caller.ts';
import type { Reader } from '../foundation/database.ts';

interface State {
  readonly opens: boolean;
  readonly isPending: boolean;
}

/**
 * Reads the state of the welcome page. The page does not open in a demo, because a demo has
 * resellers from its start.
 */
export const readState = async (reader: Reader, { id }: Pick<Actor, 'id'>): Promise<State> =>
  (await reader.first<State>(sql`
    with installation as (
      select
        ${id}::bigint = (select min(id) from accounts where profile = 'admin') as is_first_admin,
        exists (select from accounts where profile <> 'admin') as has_resellers)
    select
      is_first_admin and not has_resellers and w.left_at is null as opens,
      is_first_admin and w.finished_at is null
        and (w.account_id is not null or not has_resellers) as is_pending
    from installation left join welcomes w on w.account_id = ${id}`))!;

export const readSkipped = async (
  reader: Reader,
  { id }: Pick<Actor, 'id'>,
): Promise<ReadonlySet<string>> => {
  const row = await reader.first<{ skipped: string[] }>(
    sql`select skipped from welcomes where account_id = ${id}`,
  );
  return new Set(row?.skipped);
};

export const skipStep = (
  { db }: AppContext,
  { id }: Pick<Actor, 'id'>,
  step: WelcomeStep,
): Promise<number> =>
  db.tx((tx) =>
    tx.run(sql`
      insert into welcomes as w (account_id, skipped) values (${id}, array[${step}])
      on conflict (account_id) do update
        set skipped = array_append(array_remove(w.skipped, ${step}), ${step})`),
  );

export const leaveWelcome = (
  { db, clock }: AppContext,
  { id }: Pick<Actor, 'id'>,
  isDone: boolean,
): Promise<number> =>
  db.tx((tx) =>
    tx.run(sql`
      insert into welcomes as w (account_id, left_at, finished_at)
      values (${id}, ${clock.now()}, ${isDone ? clock.now() : null})
      on conflict (account_id) do update set left_at = coalesce(w.left_at, excluded.left_at),
        finished_at = coalesce(w.finished_at, excluded.finished_at)`),
  );
