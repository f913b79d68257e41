/**
 * Tests the dialog for canned answers. Another admin's change or an accidental touch must not
 * delete typed text.
 */
import { Refusal } from '@ramal/contract/api/errors';
import {
  createTicketAnswer,
  editTicketAnswer,
  listTicketAnswers,
  type TicketAnswer,
} from '@ramal/contract/tickets/ticket-answers';
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { answering, calls, show } from '../../lines/test/screen.tsx';
import { useCall } from '../../foundation/api/query.ts';
import { Answers } from './Answers.tsx';

// The test browser has no `document.fonts`. The growing text field needs it.
Object.defineProperty(document, 'fonts', { value: new EventTarget(), configurable: true });

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const cable: TicketAnswer = { id: 1, title: 'Cabo', body: 'Troque o cabo.', version: '41' };
const plug: TicketAnswer = { id: 2, title: 'Tomada', body: 'Desligue da tomada.', version: '42' };

const doNothing = () => undefined;
function StoredAnswers() {
  const { data = [] } = useCall(listTicketAnswers, {});
  return <Answers answers={data} onChoose={doNothing} onList={doNothing} />;
}

const openWindow = async () => {
  await screen.findByRole('button', { name: 'Cabo' });
  fireEvent.click(screen.getByRole('button', { name: 'Editar respostas prontas' }));
  await screen.findByRole('dialog', { name: 'Respostas prontas' });
};
const field = (label: string) =>
  screen.getByLabelText<HTMLInputElement | HTMLTextAreaElement>(label, {
    selector: 'input, textarea',
  });
const type = (label: string, value: string) =>
  fireEvent.change(field(label), { target: { value } });
const choose = async (name: string) => {
  fireEvent.click(field('Resposta'));
  fireEvent.click((await screen.findAllByRole('option', { name, hidden: true }))[0]!);
};

it('keeps the input when another admin changed the answer, and reads the answers again', async () => {
  let stored = [cable, plug];
  const requests = answering([
    [listTicketAnswers, () => stored],
    [
      editTicketAnswer,
      () => {
        throw new Refusal('changed_meanwhile');
      },
    ],
  ]);
  await show(<StoredAnswers />, '/ticket');
  await openWindow();
  await choose('Cabo');
  type('Texto', 'Troque o cabo HDMI.');
  stored = [{ ...cable, body: 'Troque o cabo por um novo.', version: '43' }, plug];
  fireEvent.click(screen.getByRole('button', { name: 'Salvar' }));
  const refusal = await screen.findByRole('alertdialog');
  expect(refusal.textContent).toContain('alterou isto enquanto você editava');
  fireEvent.click(within(refusal).getByRole('button', { name: 'Entendi' }));
  expect(field('Texto').value).toBe('Troque o cabo HDMI.');
  expect(calls(requests, editTicketAnswer)[0]!.body).toMatchObject({ version: '41' });

  await waitFor(() => expect(calls(requests, listTicketAnswers)).toHaveLength(2));
  fireEvent.click(screen.getByRole('button', { name: 'Cancelar' }));
  await openWindow();
  await choose('Cabo');
  expect(field('Texto').value).toBe('Troque o cabo por um novo.');
  type('Texto', 'Troque o cabo HDMI por um novo.');
  fireEvent.click(screen.getByRole('button', { name: 'Salvar' }));
  await waitFor(() =>
    expect(calls(requests, editTicketAnswer)[1]?.body).toMatchObject({ version: '43' }),
  );
});

it('confirms before another answer replaces the input', async () => {
  const requests = answering([
    [listTicketAnswers, () => [cable, plug]],
    [createTicketAnswer, () => ({ ...cable, id: 3 })],
  ]);
  await show(<StoredAnswers />, '/ticket');
  await openWindow();
  await choose('Cabo');
  // No confirmation is shown, because no text was typed.
  await choose('Nova resposta');
  expect(field('Texto').value).toBe('');
  type('Nome', 'Antena');
  type('Texto', 'Vire a antena.');
  await choose('Tomada');
  await screen.findByText('Descartar o que digitou?');
  fireEvent.click(screen.getByRole('button', { name: 'Não' }));
  await waitFor(() => expect(screen.queryByText('Descartar o que digitou?')).toBeNull());
  expect([field('Nome').value, field('Texto').value]).toEqual(['Antena', 'Vire a antena.']);
  expect(field('Resposta').value).toBe('Nova resposta');
  await choose('Tomada');
  fireEvent.click(await screen.findByRole('button', { name: 'Sim, descartar' }));
  await waitFor(() => expect(field('Texto').value).toBe('Desligue da tomada.'));
  expect(calls(requests, createTicketAnswer)).toEqual([]);
});
