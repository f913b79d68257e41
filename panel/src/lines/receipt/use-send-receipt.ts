/**
 * «Enviar» is the same action on every screen, with the account's own text filled from the receipt
 * (Q-TEXTS).
 */
import { chargeLine, listLinesToCharge } from '@ramal/contract/lines/charging';
import { getDueLines } from '@ramal/contract/lines/due-lines';
import { useQueryClient } from '@tanstack/react-query';
import { fetchCall, useAction } from '../../foundation/api/query.ts';
import { useFailureAlert } from '../../ui/dialogs/use-failure-alert.ts';
import { openWhatsApp } from '../fields/whatsapp.ts';
import type { LinePlatform } from '../platforms/platform.ts';
import { linePlatforms } from '../platforms/platforms.ts';
import { type Occasion, useFetchMessage } from './customer-message.ts';
import type { Receipt } from './receipt.ts';
import { chooseMessageKind } from '@ramal/contract/rules/message';

export interface Sending {
  readonly platform: LinePlatform;
  readonly lineId: number;
  /** A receipt that is already loading, so that the press does not wait for it. */
  readonly receipt?: Promise<Receipt>;
  /** Occasion of the text, if the line's state alone does not determine it. */
  readonly kind?: Occasion;
  /** True for the account's own line: a text for a charge is recorded on it. */
  readonly isOwn?: boolean;
  /** Called after the conversation was opened. */
  readonly onOpened?: () => void;
  /**
   * Called if the line has no number. Prompts for a number, sends this text to it, and then calls
   * `onSent`.
   */
  readonly askNumber: (text: string, onSent?: () => void) => void;
}

export function useLineReceipt() {
  const client = useQueryClient();
  return async (platform: LinePlatform, lineId: number): Promise<Receipt> => {
    const { declaration, send, read } = platform.receipt;
    return read(await fetchCall(client, declaration, send(lineId) as object));
  };
}

const showsCharges = [
  getDueLines,
  listLinesToCharge,
  ...linePlatforms.map(({ list }) => list.declaration),
];

/**
 * Returns a function that sends a receipt. Browsers allow a popup for a second or more after the
 * press, which leaves time to fetch the receipt.
 */
export function useSendReceipt() {
  const receiptOf = useLineReceipt();
  const fetchMessage = useFetchMessage();
  const charge = useAction(chargeLine, { refresh: showsCharges });
  const tell = useFailureAlert();
  const note = (id: number) => void charge.mutateAsync({ params: { id }, body: {} }).catch(tell);
  return async (sending: Sending) => {
    const { platform, lineId, receipt: awaited, kind, isOwn, onOpened, askNumber } = sending;
    try {
      // A failed early request is repeated now.
      const early = awaited?.catch(() => undefined);
      const receipt = (await early) ?? (await receiptOf(platform, lineId));
      const occasion = kind ?? chooseMessageKind(receipt, new Date());
      const text = await fetchMessage(occasion, receipt);
      const charges = isOwn && occasion === 'charge';
      const opened = onOpened ?? (charges ? () => note(lineId) : undefined);
      if (!receipt.whatsapp) return askNumber(text, opened);
      openWhatsApp(receipt.whatsapp, text);
      opened?.();
    } catch (failure) {
      await tell(failure);
    }
    return undefined;
  };
}
