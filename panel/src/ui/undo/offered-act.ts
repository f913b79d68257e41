/** The act that the account may undo now. Only the newest act is offered. */
import type { Endpoint, ResponseOf } from '@ramal/contract/api/endpoint';
import type { undoAct } from '@ramal/contract/undo';
import { useSyncExternalStore } from 'react';

export interface FollowUp {
  readonly label: string;
  /** Full name of the action if its label is short. It must start with the label. */
  readonly name?: string;
  readonly look?: 'whatsapp';
  readonly run: () => void;
}

export interface UndoableAct {
  readonly undoId: string;
  /** Id of the changed line. */
  readonly lineId?: number;
  /** Name of the changed object, such as the customer. */
  readonly name: string;
  /** Effect of the act: «Renovado até 28/12/2026». */
  readonly effect: string;
  /** Further facts, such as the balance. */
  readonly note?: string | undefined;
  /** Describes the state after the undo: «Vence hoje às 22:13». */
  readonly describeUndone?: (answer: ResponseOf<typeof undoAct>) => string;
  /** Calls whose answers the act changed. They are read again after the undo. */
  readonly refresh: readonly Endpoint[];
  readonly onUndone?: () => void;
  readonly followUps?: readonly FollowUp[];
  /** True if the follow-ups stay after the time for the undo, until the user closes the bar. */
  readonly lasts?: boolean;
}

export interface OfferedAct extends UndoableAct {
  readonly startedAt: number;
}

const listeners = new Set<() => void>();
let offered: OfferedAct | undefined;

function setOffered(next: OfferedAct | undefined): void {
  offered = next;
  for (const listener of listeners) listener();
}

/**
 * Offers to undo the act. The returned function removes the follow-ups, for a screen that closes
 * and can no longer run them.
 */
export function offerUndo(act: UndoableAct): () => void {
  setOffered({ ...act, startedAt: Date.now() });
  return () => {
    if (offered?.undoId !== act.undoId) return;
    const { followUps: _, ...rest } = offered;
    setOffered({ ...rest, lasts: false });
  };
}

/** True if the newest act changed this line and its bar is still open. */
export const isLineOffered = (lineId: number): boolean => offered?.lineId === lineId;

/** Closes the bar of this act. The act itself stays. */
export function closeOffer(undoId: string): void {
  if (offered?.undoId === undoId) setOffered(undefined);
}

/** For the end of a session, because only the acting account may undo. */
export const dropOffer = (): void => setOffered(undefined);

export const useOfferedAct = (): OfferedAct | undefined =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => offered,
  );
