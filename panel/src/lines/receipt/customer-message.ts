/**
 * Texts of the messages that are sent on WhatsApp, one for each occasion: sale, test, charge and
 * renewal (Q-TEXTS).
 */
import type { ResponseOf } from '@ramal/contract/api/endpoint';
import { readLineMessage } from '@ramal/contract/lines/charging';
import { getMessageTexts } from '@ramal/contract/message-texts';
import { getReminderText } from '@ramal/contract/reminders/reminder-list';
import {
  defaultMessages,
  type MessageKind,
  type MessageLine,
  writeMessage,
} from '@ramal/contract/rules/message';
import { containsPix, insertPix } from '@ramal/contract/rules/reminders';
import { useQueryClient } from '@tanstack/react-query';
import { panelTimeZone } from '../../foundation/dates.ts';
import { fetchCall, useCall } from '../../foundation/api/query.ts';
import { passwordShown } from '../line.ts';
import type { Receipt } from './receipt.ts';

export type MessageTexts = ResponseOf<typeof getMessageTexts>;

/** Returns the text that the account wrote, or the default text. */
function textForKind(answer: MessageTexts, kind: MessageKind): string {
  const message = answer.texts.find((text) => text.kind === kind);
  return message?.own ?? message?.default ?? defaultMessages[kind];
}

const messageLine = (receipt: Receipt): MessageLine => ({
  ...receipt,
  password: passwordShown(receipt),
  link: receipt.links?.m3u8Short ?? '',
  instructions: receipt.franchise,
});

export const filledFrom = (text: string, receipt: Receipt): string =>
  writeMessage(text, messageLine(receipt), { now: new Date(), timeZone: panelTimeZone });

/**
 * Price and payment link of a line. The text of a charge needs them, but a receipt does not contain
 * them.
 */
type ChargeFacts = Pick<ResponseOf<typeof readLineMessage>, 'renewalLink' | 'priceCents'>;

/**
 * Fills the account's text for charges with the receipt, the price and the payment link of the
 * line.
 */
export const chargeMessage = (texts: MessageTexts, receipt: Receipt, facts: ChargeFacts): string =>
  writeMessage(
    textForKind(texts, 'charge'),
    {
      ...messageLine(receipt),
      priceCents: facts.priceCents ?? undefined,
      renewalLink: facts.renewalLink,
    },
    { now: new Date(), timeZone: panelTimeZone },
  );

/**
 * Occasion of a message: sale, test, charge or renewal. The text depends only on the occasion, not
 * on the screen that sends it.
 */
export type Occasion = MessageKind | 'renewed';

const FRESH_MS = 60_000;

export const useMessageTexts = () => useCall(getMessageTexts, {}, { staleMs: FRESH_MS });

/**
 * Returns a function that reads the text for one line and one occasion. It is called when the user
 * presses the send button.
 */
export function useFetchMessage() {
  const client = useQueryClient();
  const fetchTexts = () => fetchCall(client, getMessageTexts, {}, FRESH_MS);
  const fetchPix = async (id: number, text: string): Promise<string> => {
    try {
      return (await fetchCall(client, getReminderText, { params: { id }, body: {} })).text;
    } catch {
      return insertPix(text, '');
    }
  };
  return async (occasion: Occasion, receipt: Receipt): Promise<string> => {
    if (occasion === 'receipt' || occasion === 'test')
      return filledFrom(textForKind(await fetchTexts(), occasion), receipt);
    const request = { params: { id: receipt.id }, body: { occasion } };
    const message = await fetchCall(client, readLineMessage, request);
    const { text, reminderId: reminder } = message;
    if (text === null) return chargeMessage(await fetchTexts(), receipt, message);
    return containsPix(text) && reminder !== null ? fetchPix(reminder, text) : text;
  };
}
