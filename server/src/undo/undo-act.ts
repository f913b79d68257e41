/** Undoes an act of the calling account, once and within its time (Q-UNDOACT). */
import { refuse } from '@ramal/contract/api/errors';
import type { HandlerResult } from '@ramal/contract/api/endpoint';
import { fromHundredths } from '@ramal/contract/rules/money';
import type { undoAct as declaration } from '@ramal/contract/undo';
import sql from 'sql-template-tag';
import { insertCounterEventCte, markUndoneCte } from '../events/events.ts';
import type { AppContext } from '../foundation/app-context.ts';
import type { Caller } from '../foundation/caller.ts';
import { combineCtes, type Tx } from '../foundation/database.ts';
import type { Call } from '../foundation/http/bind.ts';
import { runOncePerKey } from '../foundation/idempotency.ts';
import { discardHeldDeliveries } from '../outbox/outbox.ts';
import type { UndoKind, UndoStep } from './undo-step.ts';

type Answer = HandlerResult<typeof declaration>;

export const undoAct = (
  ctx: AppContext,
  call: Call<typeof declaration>,
  kinds: readonly UndoKind[],
): Promise<Answer> =>
  ctx.db.tx((tx) =>
    runOncePerKey(tx, call, async () => {
      const steps = await lockSteps(ctx, tx, call, call.params.id);
      const left = await discardHeldDeliveries(ctx, tx, call.params.id);
      if (left) refuse('undo_over');
      const answer = await undoSteps(ctx, tx, { caller: call, steps, kinds });
      await recordUndo(ctx, tx, call, steps);
      return answer;
    }),
  );

interface StoredStep extends UndoStep {
  readonly undoUntil: Date;
  readonly undoneAt: Date | null;
}

/** Locks the steps of the act, so that of two simultaneous undos only one runs. */
async function lockSteps(
  { clock }: AppContext,
  tx: Tx,
  { actor }: Caller,
  actId: string,
): Promise<readonly UndoStep[]> {
  const steps = await tx.many<StoredStep>(sql`
    select id, act_id, kind, subject_id, event_id, entry_id, hundredths, former, undo_until, undone_at
    from undo_steps where act_id = ${actId} and account_id = ${actor.id} order by id for no key update`);
  if (steps.length === 0) refuse('undo_not_found');
  if (steps.some(({ undoneAt }) => undoneAt !== null)) refuse('undo_done');
  const now = clock.now();
  if (steps.some(({ undoUntil }) => undoUntil <= now)) refuse('undo_over');
  return steps;
}

interface Undoing {
  readonly caller: Caller;
  readonly steps: readonly UndoStep[];
  readonly kinds: readonly UndoKind[];
}

/** Runs the kinds in their order, which is the order of locks: first the one that locks a wallet. */
async function undoSteps(
  ctx: AppContext,
  tx: Tx,
  { caller, steps, kinds }: Undoing,
): Promise<Answer> {
  const lines: Answer['lines'] = [];
  let balance: Answer['balance'];
  for (const { kind, undo } of kinds) {
    const ofKind = steps.filter((step) => step.kind === kind);
    if (ofKind.length === 0) continue;
    const undone = await undo(ctx, tx, caller, ofKind);
    lines.push(...(undone.lines ?? []));
    if (undone.balance !== undefined)
      balance = undone.balance === null ? null : fromHundredths(undone.balance);
  }
  return { message: 'Desfeito', lines, ...(balance === undefined ? {} : { balance }) };
}

/**
 * Writes a counter-event for each step, and marks the events as undone. The former values are
 * deleted, because they are personal data and no longer needed.
 */
async function recordUndo(
  { clock }: AppContext,
  tx: Tx,
  caller: Caller,
  steps: readonly UndoStep[],
): Promise<void> {
  const now = clock.now();
  await tx.run(
    combineCtes({
      events: insertCounterEventCte(caller.requestMeta, caller.actor.id, steps),
      undone: markUndoneCte(steps, now),
      steps: sql`
        update undo_steps set undone_at = ${now}, former = '{}' where act_id = ${steps[0]!.actId}`,
    }),
  );
}
