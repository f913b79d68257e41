/** A ticket with its messages, refreshed while it is open. */
import { type FormEvent, useCallback, useEffect, useRef, useState } from 'react';
import {
  type CustomerMessage,
  type OpenTicket,
  PortalError,
  readTicket,
  writeMessage,
} from './api.ts';
import { Copy } from './ui/Copy.tsx';
import { newKey } from '../../packages/pages/src/keys.ts';
import { statusLabels } from './Help.tsx';
import { formatDay, formatClock } from './format.ts';
import classes from './Ticket.module.css';
import pageClasses from './portal.module.css';

const EVERY_MS = 5_000;

interface TicketProps {
  keyText: string;
  id: number;
  onKeyInvalid: (why: string) => void;
}

/** Merges messages by their number and sorts them. */
const mergeMessages = (before: readonly CustomerMessage[], more: readonly CustomerMessage[]) =>
  [...new Map([...before, ...more].map((message) => [message.number, message])).values()].toSorted(
    (a, b) => a.number - b.number,
  );

/**
 * Text that the customer is typing. If the message is sent twice with the same id, the server
 * stores it once.
 */
interface Draft {
  text: string;
  clientId: string;
}

const newDraft = (): Draft => ({ text: '', clientId: newKey() });

export function Ticket({ keyText, id, onKeyInvalid }: TicketProps) {
  const [ticket, setTicket] = useState<OpenTicket>();
  const [messages, setMessages] = useState<readonly CustomerMessage[]>([]);
  const [problem, setProblem] = useState<string>();
  // The draft is stored here and not in the form, because the form is removed when the ticket is
  // closed.
  const [draft, setDraft] = useState(newDraft);
  // Number of the last message that this page received from the server. Sending a message does not
  // change it, because an earlier message of the support may still be unread.
  const last = useRef(0);
  const load = useCallback(async () => {
    try {
      const read = await readTicket(keyText, id, last.current);
      setTicket(read);
      last.current = Math.max(last.current, ...read.messages.map(({ number }) => number));
      setMessages((before) => mergeMessages(before, read.messages));
      setProblem(undefined);
    } catch (error) {
      if (error instanceof PortalError && error.isKeyInvalid) onKeyInvalid(error.message);
      else setProblem((error as Error).message);
    }
  }, [keyText, id, onKeyInvalid]);
  useEffect(() => {
    void load();
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible') void load();
    }, EVERY_MS);
    return () => clearInterval(timer);
  }, [load]);
  if (!ticket) return <Waiting problem={problem} />;
  return (
    <>
      <section className={pageClasses.card} aria-label="Pedido">
        <p className={pageClasses.quiet}>{statusLabels[ticket.status]}</p>
        <p className={pageClasses.pre}>{ticket.text}</p>
      </section>
      <ol className={classes.chat} aria-live="polite" aria-label="Conversa">
        {messages.map(({ number, text, at, mine }) => (
          <li key={number} className={pageClasses.card} data-mine={mine || undefined}>
            <p className={pageClasses.pre}>{text}</p>
            <small>
              {mine ? 'Você' : 'Suporte'}, {formatDay(at)} às {formatClock(at)}
            </small>
          </li>
        ))}
      </ol>
      {problem && (
        <p className={pageClasses.bad} role="alert">
          {problem}
        </p>
      )}
      {ticket.canWrite ? (
        <Write
          {...{ keyText, id, draft, onKeyInvalid }}
          onType={(text) => setDraft((before) => ({ ...before, text }))}
          onSent={(sent) => {
            setMessages((before) => mergeMessages(before, [sent]));
            // Text that the customer typed after sending becomes the draft of another message.
            setDraft(({ text }) => ({
              ...newDraft(),
              text: text.trim() === sent.text ? '' : text,
            }));
          }}
        />
      ) : (
        <Closed text={draft.text} />
      )}
    </>
  );
}

/** Placeholder of the ticket until it is loaded, with the error if loading fails. */
const Waiting = ({ problem }: { problem: string | undefined }) => (
  <div
    className={`${pageClasses.card} ${pageClasses.waiting}`}
    aria-busy={problem === undefined}
    role="status"
  >
    {problem ?? <span className={pageClasses['visually-hidden']}>Carregando</span>}
  </div>
);

/** Notice of a closed ticket. The customer can copy the text that was typed but not sent. */
const Closed = ({ text }: Pick<Draft, 'text'>) => (
  <>
    <p className={pageClasses.quiet}>Este pedido foi encerrado. Para outra coisa, abra um novo.</p>
    {text.trim() !== '' && (
      <section className={pageClasses.card} aria-label="O que você escrevia">
        <p className={pageClasses.quiet}>Você escrevia:</p>
        <p className={pageClasses.pre}>{text}</p>
        <Copy main text={text} label="Copiar a mensagem" />
      </section>
    )}
  </>
);

interface WriteProps extends TicketProps {
  draft: Draft;
  onType: (text: string) => void;
  onSent: (message: CustomerMessage) => void;
}

function Write({
  keyText,
  id,
  draft: { text, clientId },
  onType,
  onSent,
  onKeyInvalid,
}: WriteProps) {
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (text.trim() === '') return;
    setBusy(true);
    setProblem(undefined);
    try {
      onSent(await writeMessage(keyText, { id, clientId: clientId, text }));
    } catch (error) {
      if (error instanceof PortalError && error.isKeyInvalid) return onKeyInvalid(error.message);
      setProblem((error as Error).message);
    } finally {
      setBusy(false);
    }
  };
  return (
    <form className={pageClasses.card} onSubmit={(event) => void submit(event)}>
      <label>
        Mensagem
        <textarea
          value={text}
          rows={2}
          maxLength={2000}
          onChange={({ currentTarget }) => onType(currentTarget.value)}
        />
      </label>
      {problem && (
        <p className={pageClasses.bad} role="alert">
          {problem}
        </p>
      )}
      <button type="submit" className={pageClasses.main} disabled={busy}>
        {busy ? 'Enviando…' : 'Enviar'}
      </button>
    </form>
  );
}
