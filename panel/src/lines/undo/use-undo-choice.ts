/**
 * Asks before an action (S-PROD-13), or runs it at once if the account chose «desfazer em vez de
 * perguntar» for it. An action on the same line within the time for the undo asks, because a second
 * press may be a mistake.
 */
import type { ChosenUndoAct } from '@ramal/contract/undo';
import { useQueryClient } from '@tanstack/react-query';
import { useFailureAlert } from '../../ui/dialogs/use-failure-alert.ts';
import { useLastingToast } from '../../ui/toasts.tsx';
import { isLineOffered } from '../../ui/undo/offered-act.ts';
import { useAccount } from '../account.ts';

interface ConfirmableAction {
  /** Undefined if the action always asks. */
  readonly act: ChosenUndoAct | undefined;
  readonly lineId: number;
  readonly run: () => Promise<unknown>;
  /** Asks, runs the action after a yes, and returns true after the action succeeded. */
  readonly ask: () => Promise<boolean>;
}

export function useUndoChoice() {
  const { id, undoActs } = useAccount();
  const showFailure = useFailureAlert();
  const showLasting = useLastingToast();
  const client = useQueryClient();
  return async ({ act, lineId, run, ask }: ConfirmableAction): Promise<void> => {
    if (act && undoActs.includes(act) && !isLineOffered(lineId))
      return void (await run().catch(showFailure));
    const confirmed = await ask();
    if (!confirmed || !act || id === undefined) return;
    const { countConfirmation, offerChoice } = await import('./offer-choice.ts');
    if (countConfirmation(id, act)) offerChoice(client, showLasting, { act, undoActs });
  };
}
