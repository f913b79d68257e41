/**
 * Stores the former values of an act in its transaction, so that the account can undo the act.
 * Messages that the transaction writes to the outbox wait until the undo has expired (migration 0450).
 */
import { randomUUID } from 'node:crypto';
import { UNDO_ACCEPTED_MS } from '@ramal/contract/undo';
import sql, { type Sql } from 'sql-template-tag';
import type { AppContext } from '../foundation/app-context.ts';
import type { Caller } from '../foundation/caller.ts';
import type { Ctes } from '../foundation/database.ts';

export interface UndoableAct {
  readonly id: string;
  readonly accountId: number;
  readonly until: Date;
  /** True after a step was written. An act that changes nothing offers no undo. */
  isRecorded: boolean;
}

/**
 * Begins an act that can be undone. Undefined for an API key, because a program does not see the
 * offer and its messages should not wait. A batch passes the id that it stored
 * when it began.
 */
export const beginUndoableAct = (
  { clock }: Pick<AppContext, 'clock'>,
  { actor, requestMeta }: Pick<Caller, 'actor' | 'requestMeta'>,
  id: string = randomUUID(),
): UndoableAct | undefined =>
  actor.apiKey || requestMeta.apiKey
    ? undefined
    : {
        id,
        accountId: actor.id,
        until: new Date(clock.now().getTime() + UNDO_ACCEPTED_MS),
        isRecorded: false,
      };

/** Runs an act and adds the id of its undo to the answer, if the act recorded a step. */
export async function offerUndo<Answer extends object>(
  ctx: Pick<AppContext, 'clock'>,
  call: Pick<Caller, 'actor' | 'requestMeta'>,
  run: (undo: UndoableAct | undefined) => Promise<Answer>,
): Promise<Answer & { readonly undoId?: string }> {
  const undo = beginUndoableAct(ctx, call);
  const answer = await run(undo);
  return { ...answer, ...(undo?.isRecorded ? { undoId: undo.id } : {}) };
}

interface NewStep {
  /** Name of the `UndoKind` that undoes the step. */
  readonly kind: string;
  readonly subjectId: number;
  /** Hundredths of a credit that the CTE `entry` of the same statement charged. */
  readonly hundredths?: number;
  /** SQL expression: the values before the act as jsonb. */
  readonly former: Sql;
}

/**
 * CTE of an act's statement. The statement must contain the CTE `event` before it, which returns
 * the id of the event, and with `hundredths` also the CTE `entry`.
 */
export function undoStepCtes(
  act: UndoableAct | undefined,
  { kind, subjectId, hundredths = 0, former }: NewStep,
): Ctes {
  if (!act) return {};
  act.isRecorded = true;
  return {
    undo_step: sql`
      insert into undo_steps (act_id, account_id, kind, subject_id, event_id, entry_id, hundredths, former, undo_until)
      select ${act.id}::uuid, ${act.accountId}::bigint, ${kind}, ${subjectId}::bigint, event.id,
        ${hundredths > 0 ? sql`(select id from entry)` : sql`null::bigint`}, ${hundredths}::bigint, ${former},
        ${act.until}::timestamptz
      from event`,
  };
}

/**
 * SQL condition: the line with this id was changed by an act that may still be undone. Messages
 * about the line wait.
 */
export const hasOpenAct = (lineId: Sql, now: Date): Sql => sql`exists (
  select from undo_steps u
  where u.subject_id = ${lineId} and u.undo_until > ${now} and u.undone_at is null)`;
