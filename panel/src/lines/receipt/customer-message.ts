/** What «Enviar» writes: the account's own text for the state the line is in, filled from its receipt (Q-TEXTS). */
import type { ResponseOf } from '@ramal/contract/api/endpoint';
import { getMessageTexts } from '@ramal/contract/message-texts';
import {
  defaultMessages,
  type MessageKind,
  messageKindOf,
  type MessageLine,
  writeMessage,
} from '@ramal/contract/rules/message';
import { useQueryClient } from '@tanstack/react-query';
import { panelTimeZone } from '../../foundation/dates.ts';
import { fetchCall, useCall } from '../../foundation/api/query.ts';
import { passwordShown } from '../line.ts';
import type { Receipt } from './receipt.ts';

export type MessageTexts = ResponseOf<typeof getMessageTexts>;

/** One's own text, or what holds without one. */
export function textOf(answer: MessageTexts, kind: MessageKind): string {
  const found = answer.texts.find((text) => text.kind === kind);
  return found?.own ?? found?.default ?? defaultMessages[kind];
}

export const messageLine = (receipt: Receipt): MessageLine => ({
  ...receipt,
  password: passwordShown(receipt),
  link: receipt.links?.m3u8Short ?? '',
  instructions: receipt.franchise,
});

export const filledFrom = (text: string, receipt: Receipt): string =>
  writeMessage(text, messageLine(receipt), { now: new Date(), timeZone: panelTimeZone });

export function customerMessage(
  texts: MessageTexts,
  receipt: Receipt,
  kind: MessageKind = messageKindOf(receipt, new Date()),
): string {
  return filledFrom(textOf(texts, kind), receipt);
}

const FRESH_MS = 60_000;

/** The texts where they are shown; asked for once. */
export const useMessageTexts = () => useCall(getMessageTexts, {}, { staleMs: FRESH_MS });

/** The texts for what a press sends. */
export function useFetchTexts(): () => Promise<MessageTexts> {
  const client = useQueryClient();
  return () => fetchCall(client, getMessageTexts, {}, FRESH_MS);
}
