/** «Enviar» is one act with one text wherever it stands: the account's own, filled from the receipt (Q-TEXTS). */
import { useQueryClient } from '@tanstack/react-query';
import { type ApiError, endsSession } from '../../foundation/api/api.ts';
import { fetchCall } from '../../foundation/api/query.ts';
import { useAlertDialog } from '../../ui/dialogs/dialogs.tsx';
import { openWhatsApp } from '../fields/whatsapp.ts';
import type { LinePlatform } from '../platforms/platform.ts';
import { customerMessage, useFetchTexts } from './customer-message.ts';
import type { Receipt } from './receipt.ts';
import type { MessageKind } from '@ramal/contract/rules/message';

export interface Sending {
  readonly platform: LinePlatform;
  readonly lineId: number;
  /** Already on its way, so that the press need not wait for it. */
  readonly receipt?: Promise<Receipt>;
  /** Which text, where the line's state alone does not say. */
  readonly kind?: MessageKind;
  /** The line has no number: somebody must say one for this text. */
  readonly askNumber: (text: string) => void;
}

export function useReceiptOf() {
  const client = useQueryClient();
  return async (platform: LinePlatform, lineId: number): Promise<Receipt> => {
    const { declaration, send, read } = platform.receipt;
    return read(await fetchCall(client, declaration, send(lineId) as object));
  };
}

/** Browsers let a window open for a second or more after the press, which is what the receipt may take. */
export function useSendReceipt() {
  const alert = useAlertDialog();
  const receiptOf = useReceiptOf();
  const fetchTexts = useFetchTexts();
  return async ({ platform, lineId, receipt: awaited, kind, askNumber }: Sending) => {
    try {
      // What failed while nobody waited for it is asked for again.
      const early = awaited?.catch(() => undefined);
      const [texts, receipt] = await Promise.all([
        fetchTexts(),
        (async () => (await early) ?? receiptOf(platform, lineId))(),
      ]);
      const text = customerMessage(texts, receipt, kind);
      if (receipt.whatsapp) openWhatsApp(receipt.whatsapp, text);
      else askNumber(text);
    } catch (failure) {
      const { title, message, requestId } = failure as ApiError;
      if (!endsSession(failure)) await alert({ title, text: message, requestId });
    }
  };
}
