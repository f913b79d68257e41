/** List of canned answers that `/` opens in an empty message field. */
import { foldText } from '@ramal/contract/rules/text';
import type { TicketAnswer } from '@ramal/contract/tickets/ticket-answers';
import { type KeyboardEvent, useId, useState } from 'react';

interface AnswerListInput {
  readonly answers: readonly TicketAnswer[];
  readonly text: string;
  readonly onText: (text: string) => void;
}

export interface AnswerList {
  readonly id: string;
  readonly isOpen: boolean;
  readonly matches: readonly TicketAnswer[];
  /** Index of the answer that Enter inserts. */
  readonly active: number;
  readonly choose: (answer: TicketAnswer) => void;
  /** Handles a key of the message field. Returns true if the key belongs to the list. */
  readonly press: (event: KeyboardEvent) => boolean;
}

export function useAnswerList({ answers, text, onText }: AnswerListInput): AnswerList {
  const id = useId();
  const [moved, setMoved] = useState(0);
  const [dismissed, setDismissed] = useState('');
  const search = /^\/([^/\n]*)$/.exec(text)?.[1];
  const matches =
    search === undefined
      ? []
      : answers.filter(({ title }) => foldText(title).includes(foldText(search.trim())));
  const isOpen = matches.length > 0 && dismissed !== text;
  const active = Math.min(moved, matches.length - 1);
  const choose = ({ body }: TicketAnswer) => {
    onText(body);
    setMoved(0);
  };
  const press = (event: KeyboardEvent): boolean => {
    if (!isOpen) return false;
    if (event.key === 'ArrowDown') setMoved((active + 1) % matches.length);
    else if (event.key === 'ArrowUp') setMoved((active - 1 + matches.length) % matches.length);
    else if (event.key === 'Enter' && !event.nativeEvent.isComposing) choose(matches[active]!);
    else if (event.key === 'Escape') setDismissed(text);
    else return false;
    event.preventDefault();
    event.stopPropagation();
    return true;
  };
  return { id, isOpen, matches, active, choose, press };
}
