/**
 * Reads and sends the messages of a ticket. The messages are in order, and each message occurs
 * once. Newer messages are requested after every signal, reconnection or poll.
 */
import type { ResponseOf } from '@ramal/contract/api/endpoint';
import {
  type ChatMessage,
  getTicket,
  readTicket,
  sendTicketMessage,
} from '@ramal/contract/tickets/tickets';
import { useCallback, useEffect, useRef, useState } from 'react';
import { ApiError, call, endsSession, isRetryable } from '../../foundation/api/api.ts';
import { currentSession } from '../../foundation/api/session.ts';
import { useLive, useSignal } from '../../foundation/live/live.ts';
import { type Outgoing, newOutgoing, readOutbox, writeOutbox } from './outbox.ts';

export type OpenTicket = Omit<ResponseOf<typeof getTicket>, 'chat'>;

/** Polling interval of the chat in ms, used while the live signals are not available. */
const POLL_MS = 5_000;
const RETRY_MS = 3_000;

export interface Chat {
  readonly ticket: OpenTicket | undefined;
  readonly messages: readonly ChatMessage[];
  readonly outbox: readonly Outgoing[];
  readonly error: ApiError | undefined;
  readonly load: () => Promise<void>;
  readonly send: (text: string, pictures: readonly string[]) => void;
  /** Sends a rejected message again. `discard` removes it. */
  readonly retry: (clientId: string) => void;
  readonly discard: (clientId: string) => void;
}

export function useChat(id: number): Chat {
  const [ticket, setTicket] = useState<OpenTicket>();
  const [messages, setMessages] = useState<readonly ChatMessage[]>([]);
  const [error, setError] = useState<ApiError>();
  const last = useRef(0);
  const loading = useRef<Promise<void> | undefined>(undefined);
  const again = useRef(false);

  const read = useCallback(async (): Promise<void> => {
    for (;;) {
      const after = last.current;
      const { chat, ...head } = await call(getTicket, { params: { id }, query: { after } });
      last.current = chat.at(-1)?.number ?? after;
      setTicket(head);
      setError(undefined);
      setMessages((before) => merge(before, chat, head.removed));
      const isWhole = chat.length === 0 || last.current >= head.lastNumber;
      if (isWhole) return;
    }
  }, [id]);

  /**
   * Loads newer messages. Only one request runs at a time. Calls during a request cause one further
   * request after it.
   */
  const load = useCallback((): Promise<void> => {
    again.current = true;
    loading.current ??= readWhileAsked().finally(() => {
      loading.current = undefined;
    });
    return loading.current;

    async function readWhileAsked(): Promise<void> {
      while (again.current) {
        again.current = false;
        try {
          await read();
        } catch (problem) {
          if (problem instanceof ApiError && !endsSession(problem)) setError(problem);
        }
      }
    }
  }, [read]);

  useEffect(() => void load(), [load]);
  useSignal('tickets', (changed) => {
    if (changed === undefined || changed === id) void load();
  });
  const live = useLive();
  useEffect(() => {
    if (live) {
      void load();
      return undefined;
    }
    const timer = setInterval(() => void load(), POLL_MS);
    return () => clearInterval(timer);
  }, [live, load]);
  useReading(id, ticket);
  return { ticket, messages, error, load, ...useOutbox(id, messages, load) };
}

/** Returns the messages by number, each once, without removed ones. */
function merge(
  before: readonly ChatMessage[],
  more: readonly ChatMessage[],
  removed: readonly number[],
): readonly ChatMessage[] {
  const gone = new Set(removed);
  const byNumber = new Map([...before, ...more].map((message) => [message.number, message]));
  return [...byNumber.values()]
    .filter(({ number }) => !gone.has(number))
    .toSorted((a, b) => a.number - b.number);
}

/** Marks the messages as read while the page is visible. */
function useReading(id: number, ticket: OpenTicket | undefined): void {
  const marked = useRef(-1);
  const number = ticket?.lastNumber;
  const unread = ticket?.unread ?? 0;
  useEffect(() => {
    if (number === undefined) return undefined;
    const mark = () => {
      if (document.visibilityState !== 'visible') return;
      if (marked.current >= number || unread === 0) return;
      marked.current = number;
      call(readTicket, { params: { id }, body: { number } }).catch(() => {
        marked.current = -1;
      });
    };
    mark();
    document.addEventListener('visibilitychange', mark);
    return () => document.removeEventListener('visibilitychange', mark);
  }, [id, number, unread]);
}

/** Sends the messages one after the other, in the order in which the user wrote them. */
function useOutbox(id: number, messages: readonly ChatMessage[], load: () => Promise<void>) {
  const userId = currentSession()?.userId ?? 0;
  const [outbox, setOutbox] = useState<readonly Outgoing[]>(() => readOutbox(userId, id));
  const change = useCallback(
    (next: (before: readonly Outgoing[]) => readonly Outgoing[]) =>
      setOutbox((before) => {
        const after = next(before);
        writeOutbox(userId, id, after);
        return after;
      }),
    [userId, id],
  );
  const first = outbox.find(({ refused }) => refused === undefined);
  useEffect(() => {
    if (!first) return undefined;
    let stopped = false;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const drop = () => change((all) => all.filter(({ clientId }) => clientId !== first.clientId));
    const attempt = async () => {
      try {
        const { clientId, text, pictures } = first;
        await call(sendTicketMessage, {
          params: { id },
          body: { bodyText: text, clientId, pictures: [...pictures] },
        });
        await load();
        drop();
      } catch (problem) {
        if (stopped || !(problem instanceof ApiError) || endsSession(problem)) return;
        if (isRetryable(problem) || problem.status === 429) {
          timer = setTimeout(() => void attempt(), (problem.retryAfter ?? 0) * 1000 || RETRY_MS);
        } else {
          change((all) =>
            all.map((entry) =>
              entry.clientId === first.clientId ? { ...entry, refused: problem.message } : entry,
            ),
          );
          void load();
        }
      }
    };
    void attempt();
    const online = () => {
      clearTimeout(timer);
      void attempt();
    };
    window.addEventListener('online', online);
    return () => {
      stopped = true;
      clearTimeout(timer);
      window.removeEventListener('online', online);
    };
  }, [first, change, id, load]);
  const arrived = new Set(messages.map(({ clientId }) => clientId));
  return {
    outbox: outbox.filter(({ clientId }) => !arrived.has(clientId)),
    send: (text: string, pictures: readonly string[]) =>
      change((all) => [...all, newOutgoing(text, pictures)]),
    retry: (clientId: string) =>
      change((all) =>
        all.map((entry) =>
          entry.clientId === clientId ? newOutgoing(entry.text, entry.pictures) : entry,
        ),
      ),
    discard: (clientId: string) =>
      change((all) => all.filter((entry) => entry.clientId !== clientId)),
  };
}
