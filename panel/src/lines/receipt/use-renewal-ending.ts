/**
 * Shows the result of a renewal, in the same way on every screen: a toast «Renovado até …» with the
 * buttons Enviar and Recibo. The toast stays until it is closed (S-PROD-08).
 */
import { customerName } from '@ramal/contract/rules/customer-name';
import { useEffect, useRef } from 'react';
import { formatDate } from '../../foundation/dates.ts';
import { formatCredits } from '../../foundation/numbers.ts';
import { useLastingToast } from '../../ui/toasts.tsx';
import { formatNumber } from '../fields/whatsapp.ts';
import type { LineChange, LinePlatform } from '../platforms/platform.ts';
import { useMarkPaid } from '../payments/use-mark-paid.ts';
import { useLineReceipt, useSendReceipt } from './use-send-receipt.ts';

interface RenewalDialogs {
  readonly openReceipt: (platform: LinePlatform, change: LineChange) => void;
  readonly askNumber: (platform: LinePlatform, change: LineChange, text: string) => void;
}

export function useRenewalEnding({ openReceipt, askNumber }: RenewalDialogs) {
  const showLasting = useLastingToast();
  const receiptOf = useLineReceipt();
  const send = useSendReceipt();
  const markPaid = useMarkPaid();
  // Closes the previous toast. Also called when the user leaves the screen, because the next screen
  // cannot open the receipt.
  const close = useRef<() => void>(undefined);
  useEffect(() => () => close.current?.(), []);
  return (platform: LinePlatform, change: LineChange, sendsAtOnce = false): void => {
    const { line, charge } = change;
    const receipt = receiptOf(platform, line.id);
    receipt.catch(() => undefined);
    const text = [customerName(line).name];
    if (typeof charge?.balance === 'number') text.push(`saldo ${formatCredits(charge.balance)}`);
    const sendNow = () =>
      void send({
        platform,
        lineId: line.id,
        receipt,
        kind: 'renewed',
        askNumber: (message) => askNumber(platform, change, message),
      });
    close.current?.();
    close.current = showLasting({
      title: `Renovado até ${formatDate(line.expiresAt)}`,
      text: text.join(' · '),
      actions: [
        {
          label: 'Enviar',
          ...(line.whatsapp && { name: `Enviar para ${formatNumber(line.whatsapp)}` }),
          keeps: true,
          run: sendNow,
        },
        ...(line.paid === false
          ? [{ label: 'Recebido', keeps: true, run: () => void markPaid(line, true) }]
          : []),
        { label: 'Recibo', run: () => openReceipt(platform, change) },
      ],
    });
    // Does not close the toast, because the browser may have blocked the popup. The user can then
    // press the button.
    if (sendsAtOnce) sendNow();
  };
}
