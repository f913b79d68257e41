/** Page «Ajuda»: the customer's tickets, and a form for a new one. */
import { type FormEvent, useCallback, useEffect, useState } from 'react';
import { type CustomerTicket, listTickets, openTicket, PortalError } from './api.ts';
import { newKey } from '../../packages/pages/src/keys.ts';
import { formatDay } from './format.ts';
import { Choice, Choices, ChoiceText } from './ui/Choice.tsx';
import classes from './portal.module.css';

interface HelpProps {
  keyText: string;
  onTicket: (id: number) => void;
  onKeyInvalid: (why: string) => void;
}

export const statusLabels: Record<CustomerTicket['status'], string> = {
  0: 'Enviado',
  2: 'Em atendimento',
  3: 'Respondido',
  1: 'Encerrado',
};

const categories = [
  [2, 'Um canal não abre ou trava'],
  [5, 'Um filme ou uma série'],
  [8, 'O aplicativo'],
  [1, 'Outra coisa'],
] as const;

export function Help({ keyText, onTicket, onKeyInvalid }: HelpProps) {
  const [tickets, setTickets] = useState<readonly CustomerTicket[]>();
  const [problem, setProblem] = useState<string>();
  const load = useCallback(async () => {
    setProblem(undefined);
    try {
      setTickets((await listTickets(keyText)).tickets);
    } catch (error) {
      if (error instanceof PortalError && error.isKeyInvalid) onKeyInvalid(error.message);
      else setProblem((error as Error).message);
    }
  }, [keyText, onKeyInvalid]);
  useEffect(() => void load(), [load]);
  return (
    <>
      <NewTicketForm keyText={keyText} onTicket={onTicket} onKeyInvalid={onKeyInvalid} />
      {problem && (
        <div className={classes.card} role="alert">
          <p>{problem}</p>
          <button type="button" className={classes.plain} onClick={() => void load()}>
            Tentar de novo
          </button>
        </div>
      )}
      {tickets && tickets.length > 0 && (
        <section aria-labelledby="asked">
          <h2 id="asked">Seus pedidos</h2>
          <ul className={`${classes.card} ${classes.rows}`}>
            {tickets.map(({ id, title, status, lastAt: at }) => (
              <li key={id}>
                <span>
                  {title}
                  <small>
                    {statusLabels[status]} · {formatDay(at)}
                  </small>
                </span>
                <button type="button" className={classes.plain} onClick={() => onTicket(id)}>
                  Abrir<span className={classes['visually-hidden']}> {title}</span>
                </button>
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  );
}

function NewTicketForm({ keyText, onTicket, onKeyInvalid }: HelpProps) {
  const [category, setCategory] = useState<number>(categories[0][0]);
  const [problem, setProblem] = useState<string>();
  const [busy, setBusy] = useState(false);
  // The id stays the same until a response arrives. If the response is lost and the customer
  // presses again, the server opens no second ticket.
  const [clientId] = useState(newKey);
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const typed = new FormData(event.currentTarget).get('text');
    const text = typeof typed === 'string' ? typed : '';
    if (text.trim() === '') return setProblem('Conte o que aconteceu.');
    setBusy(true);
    setProblem(undefined);
    try {
      const { id } = await openTicket(keyText, {
        clientId: clientId,
        category,
        text,
      });
      onTicket(id);
    } catch (error) {
      if (error instanceof PortalError && error.isKeyInvalid) return onKeyInvalid(error.message);
      setProblem((error as Error).message);
      setBusy(false);
    }
    return undefined;
  };
  return (
    <form className={classes.card} onSubmit={(event) => void submit(event)}>
      <h2 className={classes.title}>Do que você precisa?</h2>
      <Choices label="Assunto">
        {categories.map(([value, label]) => (
          <Choice
            key={value}
            name="assunto"
            isChosen={category === value}
            onChoose={() => setCategory(value)}
          >
            <ChoiceText title={label} />
          </Choice>
        ))}
      </Choices>
      <label>
        O que aconteceu?
        <textarea
          name="text"
          required
          rows={4}
          maxLength={2000}
          placeholder="Qual canal, em qual aparelho, desde quando"
        />
      </label>
      {problem && (
        <p className={classes.bad} role="alert">
          {problem}
        </p>
      )}
      <button type="submit" className={classes.main} disabled={busy}>
        {busy ? 'Enviando…' : 'Enviar'}
      </button>
    </form>
  );
}
