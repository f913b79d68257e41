/**
 * Shows the result of a renewal, in the same way on every screen: «Renovado até …» with the buttons
 * Desfazer, Enviar and Recibo. It stays until it is closed (S-PROD-08), except for an account that
 * renews without a question.
 */
import { customerName } from '@ramal/contract/rules/customer-name';
import { useEffect, useRef } from 'react';
import { formatDate } from '../../foundation/dates.ts';
import { useLastingToast } from '../../ui/toasts.tsx';
import { formatNumber } from '../fields/whatsapp.ts';
import type { LineChange, LinePlatform } from '../platforms/platform.ts';
import { useAccount } from '../account.ts';
import { useMarkPaid } from '../payments/use-mark-paid.ts';
import { balanceNote, offerLineUndo } from '../undo/line-undo.ts';
import { useLineReceipt, useSendReceipt } from './use-send-receipt.ts';

interface RenewalDialogs {
  readonly openReceipt: (platform: LinePlatform, change: LineChange) => void;
  readonly askNumber: (
    platform: LinePlatform,
    change: LineChange,
    message: { readonly text: string; readonly onSent: (() => void) | undefined },
  ) => void;
}

/** «Enviar» of a bar that shows a renewal. */
export const describeSending = (whatsapp: string | null) => ({
  label: 'Enviar',
  ...(whatsapp && { name: `Enviar para ${formatNumber(whatsapp)}` }),
  look: 'whatsapp' as const,
});

export function useRenewalEnding({ openReceipt, askNumber }: RenewalDialogs) {
  const showLasting = useLastingToast();
  const receiptOf = useLineReceipt();
  const send = useSendReceipt();
  const markPaid = useMarkPaid();
  const { id: accountId, undoActs } = useAccount();
  // Closes the previous toast. Also called when the user leaves the screen, because the next screen
  // cannot open the receipt.
  const close = useRef<() => void>(undefined);
  useEffect(() => () => close.current?.(), []);
  return (platform: LinePlatform, change: LineChange, sendsAtOnce = false): void => {
    const { line, charge, undoId } = change;
    const receipt = receiptOf(platform, line.id);
    receipt.catch(() => undefined);
    const sendNow = () =>
      void send({
        platform,
        lineId: line.id,
        receipt,
        kind: 'renewed',
        isOwn: line.ownerId === accountId,
        askNumber: (message, onSent) => askNumber(platform, change, { text: message, onSent }),
      });
    const effect = `Renovado até ${formatDate(line.expiresAt)}`;
    const sending = { ...describeSending(line.whatsapp), run: sendNow };
    const others = [
      ...(line.paid === false
        ? [{ label: 'Recebido', keeps: true, run: () => void markPaid(line, true) }]
        : []),
      { label: 'Recibo', run: () => openReceipt(platform, change) },
    ];
    const acted = undoActs.includes('renew');
    close.current?.();
    close.current = undoId
      ? offerLineUndo(platform, {
          line,
          charge,
          undoId,
          effect,
          followUps: [sending, ...(acted ? [] : others)],
          lasts: !acted,
        })
      : showLasting({
          title: effect,
          text: [customerName(line).name, balanceNote(charge?.balance) ?? []].flat().join(' · '),
          actions: [{ ...sending, keeps: true }, ...others],
        });
    // Does not close the toast, because the browser may have blocked the popup. The user can then
    // press the button.
    if (sendsAtOnce) sendNow();
  };
}
