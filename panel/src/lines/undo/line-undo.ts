/** Offers to undo an action on a line, in the same way on every screen. */
import { listLinesToCharge } from '@ramal/contract/lines/charging';
import { getDueLines } from '@ramal/contract/lines/due-lines';
import { customerName } from '@ramal/contract/rules/customer-name';
import { formatCredits } from '../../foundation/numbers.ts';
import { offerUndo, type UndoableAct } from '../../ui/undo/offered-act.ts';
import { expiryWords } from '../fields/quote.ts';
import { callsChangedByActions } from '../platforms/calls.ts';
import type { LineChange, LinePlatform } from '../platforms/platform.ts';

type LineUndo = Omit<UndoableAct, 'name' | 'refresh' | 'describeUndone'> &
  Pick<LineChange, 'line'> & { readonly charge?: LineChange['charge'] | undefined };

/** The returned function removes the follow-ups, for a screen that closes. */
export function offerLineUndo(
  platform: LinePlatform,
  { line, charge, ...act }: LineUndo,
): () => void {
  return offerUndo({
    note: balanceNote(charge?.balance),
    ...act,
    lineId: line.id,
    name: customerName(line).name,
    refresh: [...callsChangedByActions(platform), getDueLines, listLinesToCharge],
    describeUndone: ({ lines: [undone], balance }) =>
      [
        ...(undone ? [describeExpiry(undone.expiresAt, new Date())] : []),
        balanceNote(balance) ?? [],
      ]
        .flat()
        .join(' · '),
  });
}

const describeExpiry = (expiresAt: Date, now: Date): string =>
  `${expiresAt > now ? 'Vence' : 'Venceu'} ${expiryWords(expiresAt, now)}`;

/** Undefined if the action cost nothing, or the account has no wallet. */
export const balanceNote = (balance: number | null | undefined): string | undefined =>
  typeof balance === 'number' ? `saldo ${formatCredits(balance)}` : undefined;
