/**
 * «Recebido», «Marcar como pago», «Marcar em aberto»: marks a line as paid or open with one press,
 * and offers to undo it.
 */
import { getDueLines } from '@ramal/contract/lines/due-lines';
import { getLine, listLinePayments } from '@ramal/contract/lines/line-page';
import { markLinePaid } from '@ramal/contract/lines/line-payments';
import { getLineHistory } from '@ramal/contract/lines/lines';
import { customerName } from '@ramal/contract/rules/customer-name';
import { useAction } from '../../foundation/api/query.ts';
import { useFailureAlert } from '../../ui/dialogs/use-failure-alert.ts';
import { useToast } from '../../ui/toasts.tsx';
import { offerUndo } from '../../ui/undo/offered-act.ts';
import type { Line } from '../line.ts';
import { linePlatforms } from '../platforms/platforms.ts';

const showsPayments = [
  getDueLines,
  getLine,
  getLineHistory,
  listLinePayments,
  ...linePlatforms.map(({ list }) => list.declaration),
];

export function useMarkPaid() {
  const toast = useToast();
  const showFailure = useFailureAlert();
  const mark = useAction(markLinePaid, { refresh: showsPayments });
  const markPaid = async (line: Line, paid: boolean): Promise<void> => {
    try {
      const { message, undoId } = await mark.mutateAsync({
        params: { id: line.id },
        body: { paid },
      });
      const { name } = customerName(line);
      if (undoId) offerUndo({ undoId, name, effect: message, refresh: showsPayments });
      else toast({ title: message, text: name });
    } catch (failure) {
      await showFailure(failure);
    }
  };
  return markPaid;
}
