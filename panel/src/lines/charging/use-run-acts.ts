/** Acts on the shown customer of a run: send, skip, and «Já pagou: +30». */
import { chargeLine } from '@ramal/contract/lines/charging';
import { recordRenewalMessage } from '@ramal/contract/lines/messages';
import { listReminders, sendReminderByHand } from '@ramal/contract/reminders/reminder-list';
import { getReminders } from '@ramal/contract/reminders/reminders';
import { useQueryClient } from '@tanstack/react-query';
import { queryKey, useAction } from '../../foundation/api/query.ts';
import { formatDate } from '../../foundation/dates.ts';
import { useConfirm } from '../../ui/dialogs/dialogs.tsx';
import { useFailureAlert } from '../../ui/dialogs/use-failure-alert.ts';
import { useAccount } from '../account.ts';
import { renewConfirmation } from '../dialogs/line-confirmations.tsx';
import { quoteRenewal } from '../fields/quote.ts';
import { lineInBrief } from '../line.ts';
import { usePlatformAct } from '../platforms/calls.ts';
import type { LineChange } from '../platforms/platform.ts';
import { linePlatforms } from '../platforms/platforms.ts';
import { describeSending } from '../receipt/use-renewal-ending.ts';
import { showsContacts, useSendReceipt } from '../receipt/use-send-receipt.ts';
import { offerLineUndo } from '../undo/line-undo.ts';
import { useUndoChoice } from '../undo/use-undo-choice.ts';
import { type Run, type RunLine, runOccasion } from './run.ts';

export const getRunPlatform = (line: RunLine) =>
  linePlatforms.find(({ definition }) => definition.key === line.platform)!;

/**
 * Returns the function to call after WhatsApp was opened. It shows the next customer at once, and
 * records a charge, reminder or renewal message on the server. If that fails, the customer is shown
 * again later.
 */
export function useRecordSent(run: Run, line: RunLine): () => void {
  const showFailure = useFailureAlert();
  const charge = useAction(chargeLine, { refresh: showsContacts });
  const send = useAction(sendReminderByHand, {
    refresh: [getReminders, listReminders, ...showsContacts],
  });
  const inform = useAction(recordRenewalMessage, { refresh: showsContacts });
  const { reminder } = line;
  const record = () => {
    if (reminder) return send.mutateAsync({ params: { id: reminder.id }, body: {} });
    return runOccasion(line) === 'renewed'
      ? inform.mutateAsync({ params: { id: line.id }, body: { outcome: 'opened' } })
      : charge.mutateAsync({ params: { id: line.id }, body: {} });
  };
  return () => {
    run.settle(line, { what: 'charged', at: new Date() });
    record().catch((failure: unknown) => {
      run.reopen(line);
      void showFailure(failure);
    });
  };
}

/**
 * Returns the function that skips the customer. A message about a renewal is then not offered
 * again; a charge is offered again in the next run. A customer with a result keeps it.
 */
export function useSkip(run: Run, line: RunLine): () => void {
  const showFailure = useFailureAlert();
  const dismiss = useAction(recordRenewalMessage, { refresh: showsContacts });
  return () => {
    if (run.outcomeOf(line)) return run.proceed();
    run.settle(line, { what: 'skipped' });
    if (runOccasion(line) !== 'renewed') return;
    const request = { params: { id: line.id }, body: { outcome: 'skipped' } } as const;
    dismiss.mutateAsync(request).catch((failure: unknown) => {
      run.reopen(line);
      void showFailure(failure);
    });
  };
}

export function useRenew(run: Run, due: RunLine): () => void {
  const account = useAccount();
  const confirm = useConfirm();
  const decide = useUndoChoice();
  const platform = getRunPlatform(due);
  const extend = usePlatformAct(platform, platform.actions.extend);
  const offer = useOfferUndo(run, due);
  const client = useQueryClient();
  return () => {
    const now = new Date();
    const line = lineInBrief(due, now);
    const context = { line, now, plays: platform.definition.plays, owner: undefined };
    const quote = quoteRenewal(line.expiresAt, 1, account.balance, now);
    const renew = async () => {
      const change = await extend.run({ line, credits: 1 });
      for (const stale of showsContacts)
        void client.invalidateQueries({ queryKey: queryKey(stale) });
      run.settle(due, { what: 'renewed', until: change.line.expiresAt });
      offer(change);
    };
    void decide({
      act: quote.missing > 0 ? undefined : 'renew',
      lineId: line.id,
      run: renew,
      ask: () => confirm({ ...renewConfirmation(context, 1, quote), onConfirm: renew }),
    });
  };
}

/** Returns the function that offers to undo a renewal of the run, and to send the text «Ao renovar». */
function useOfferUndo(run: Run, due: RunLine) {
  const send = useSendReceipt();
  const platform = getRunPlatform(due);
  return ({ line, charge, undoId }: LineChange): void => {
    if (!undoId) return;
    const effect = `Renovado até ${formatDate(line.expiresAt)}`;
    const sendRenewal = () =>
      void send({
        platform,
        lineId: due.id,
        kind: 'renewed',
        isOwn: true,
        askNumber: () => undefined,
      });
    const followUps = due.whatsapp ? [{ ...describeSending(due.whatsapp), run: sendRenewal }] : [];
    const onUndone = () => run.reopen(due);
    offerLineUndo(platform, { line, charge, undoId, effect, followUps, onUndone });
  };
}
