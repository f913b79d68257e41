/**
 * «Enviar»: sends a message to the customer, in the same way on every screen. The account's own
 * text is filled with the data of the receipt (Q-TEXTS).
 */
import { chargeLine, listLinesToCharge } from '@ramal/contract/lines/charging';
import { getDueLines } from '@ramal/contract/lines/due-lines';
import { getLine } from '@ramal/contract/lines/line-page';
import { getLineHistory } from '@ramal/contract/lines/lines';
import { listMessages, recordRenewalMessage } from '@ramal/contract/lines/messages';
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
  /**
   * Receipt that is already being loaded. The press then does not need to wait for a new request.
   */
  readonly receipt?: Promise<Receipt>;
  /** Occasion of the text. If absent, the state of the line determines it. */
  readonly kind?: Occasion;
  /** True if the account owns the line. Only then the line stores that the message was sent. */
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

/** Calls whose answers show to which customers a message was sent. */
export const showsContacts = [
  listMessages,
  listLinesToCharge,
  getDueLines,
  getLine,
  getLineHistory,
  ...linePlatforms.map(({ list }) => list.declaration),
];

/**
 * Returns a function that opens WhatsApp with a message to the customer. The receipt is fetched in
 * the second after the press, because browsers allow a popup only for a short time.
 */
export function useSendReceipt() {
  const receiptOf = useLineReceipt();
  const fetchMessage = useFetchMessage();
  const charge = useAction(chargeLine, { refresh: showsContacts });
  const showFailure = useFailureAlert();
  const inform = useAction(recordRenewalMessage, { refresh: showsContacts });
  const record = (id: number, occasion: Occasion) => {
    const request = { params: { id } };
    if (occasion === 'charge') charge.mutateAsync({ ...request, body: {} }).catch(showFailure);
    if (occasion === 'renewed')
      inform.mutateAsync({ ...request, body: { outcome: 'opened' } }).catch(showFailure);
  };
  return async (sending: Sending) => {
    const { platform, lineId, receipt: awaited, kind, isOwn, onOpened, askNumber } = sending;
    try {
      // If the early request has failed, the receipt is requested again.
      const early = awaited?.catch(() => undefined);
      const receipt = (await early) ?? (await receiptOf(platform, lineId));
      const occasion = kind ?? chooseMessageKind(receipt, new Date());
      const text = await fetchMessage(occasion, receipt);
      const opened = onOpened ?? (isOwn ? () => record(lineId, occasion) : undefined);
      if (!receipt.whatsapp) return askNumber(text, opened);
      openWhatsApp(receipt.whatsapp, text);
      opened?.();
    } catch (failure) {
      await showFailure(failure);
    }
    return undefined;
  };
}
