/** A step of an act, and how the module of its object undoes it. */
import { refuse } from '@ramal/contract/api/errors';
import sql from 'sql-template-tag';
import { isNotUndone } from '../events/events.ts';
import type { AppContext } from '../foundation/app-context.ts';
import type { Caller } from '../foundation/caller.ts';
import type { Tx } from '../foundation/database.ts';

export interface UndoStep {
  readonly id: number;
  readonly actId: string;
  readonly kind: string;
  readonly subjectId: number;
  readonly eventId: number;
  readonly entryId: number | null;
  readonly hundredths: number;
  readonly former: Readonly<Record<string, unknown>>;
}

export interface UndoneLine {
  readonly id: number;
  readonly expiresAt: Date;
}

interface UndoneSteps {
  readonly lines?: readonly UndoneLine[];
  /** Balance of the account in hundredths after the undo; null for an admin. */
  readonly balance?: number | null;
}

export interface UndoKind {
  readonly kind: string;
  /**
   * Locks the objects of the steps, refuses if they changed after the act, and restores their
   * former values.
   */
  readonly undo: (
    ctx: AppContext,
    tx: Tx,
    caller: Caller,
    steps: readonly UndoStep[],
  ) => Promise<UndoneSteps>;
}

/** Events that leave the line as it is: messages to its customer and viewings. */
const NEUTRAL_KINDS = [
  'line-charged',
  'line-informed',
  'line-reminded',
  'line-suspected',
  'line-synced',
  'line-change-undone',
  'abuse-dismissed',
  'viewing-ended',
  'screens-contested',
];

/**
 * Refuses the undo if one of the lines changed after its step. The caller has locked the lines. A
 * later change that was undone itself does not count.
 */
export async function refuseLaterChanges(tx: Tx, steps: readonly UndoStep[]): Promise<void> {
  const changed = await tx.first(sql`
    select from unnest(${steps.map(({ subjectId }) => subjectId)}::bigint[],
      ${steps.map(({ eventId }) => eventId)}::bigint[]) s (line_id, event_id)
    join events e on e.line_id = s.line_id and e.id > s.event_id
    where e.kind <> all(${NEUTRAL_KINDS}::text[])
      and ${isNotUndone('e')}
      and not exists (select from undo_steps u where u.event_id = e.id and u.act_id = ${steps[0]!.actId})
    limit 1`);
  if (changed) refuse('undo_changed');
}
