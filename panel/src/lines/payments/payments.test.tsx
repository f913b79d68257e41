// @vitest-environment happy-dom
import {
  deleteIptvLine,
  endOfDayIptvLine,
  extendIptvLine,
  getIptvLinks,
  listIptvLines,
  switchIptvLine,
  trustIptvLine,
} from '@ramal/contract/lines/iptv-lines';
import { markLinePaid, setLinePrice } from '@ramal/contract/lines/line-payments';
import { getLineReminders, saveLineReminders } from '@ramal/contract/reminders/customers';
import { undoAct } from '@ramal/contract/undo';
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { created, lineListAnswer, ME, row } from '../test/answers.ts';
import { bodyRow, choose, open as openList, server } from '../test/list.tsx';
import { calls } from '../test/screen.tsx';

afterEach(cleanup);

async function open(line: ReturnType<typeof row>, path = '/users-iptv') {
  const requests = server(
    () => lineListAnswer(line),
    [setLinePrice, () => ({ message: 'Preço guardado', id: 1, price_cents: 2_550 })],
    [markLinePaid, () => ({ message: 'Marcado', id: 1, paid: true })],
    [getIptvLinks, () => created({ id: 1 })],
    [
      extendIptvLine,
      () => ({
        ...row({ id: 1, days: 40 }),
        price_cents: 2_550,
        paid: false,
        message: 'ok',
        exp_date_formatted: '',
        charged: 1,
        balance: 1,
      }),
    ],
  );
  await openList(path);
  return requests;
}
const ownLine = { id_res: ME };

it('sends the typed price in cents', async () => {
  const requests = await open(row(ownLine));
  await bodyRow('84920175');
  await choose('84920175', 'Preço do cliente');
  const field = await screen.findByLabelText(/^Quanto paga/);
  fireEvent.change(field, { target: { value: '25,5' } });
  fireEvent.keyDown(field, { key: 'Enter' });
  await waitFor(() =>
    expect(calls(requests, setLinePrice)[0]?.body).toEqual({ price_cents: 2_550 }),
  );
});

it('shows «Em aberto» and marks it as paid by one press', async () => {
  const requests = await open(row({ ...ownLine, price_cents: 2_550, paid: false }));
  await screen.findAllByText('Em aberto');
  await bodyRow('84920175');
  await choose('84920175', 'Marcar como pago');
  await waitFor(() => expect(calls(requests, markLinePaid)[0]?.body).toEqual({ paid: true }));
});

it('offers «Recebido» after a renewal', async () => {
  const requests = await open(row({ ...ownLine, price_cents: 2_550, paid: true }));
  fireEvent.click(await screen.findByRole('button', { name: /30 dias/ }));
  fireEvent.click(await screen.findByRole('button', { name: /^Sim/ }));
  fireEvent.click(await screen.findByRole('button', { name: 'Recebido' }));
  await waitFor(() => expect(calls(requests, markLinePaid)[0]?.body).toEqual({ paid: true }));
});

it('requests only unpaid lines when the address says so', async () => {
  const requests = await open(
    row({ ...ownLine, price_cents: 2_550, paid: false }),
    '/users-iptv?paid=open',
  );
  await screen.findAllByText('Em aberto');
  expect(
    String(
      calls(requests, listIptvLines)[0]?.query?.paid ??
        JSON.stringify(calls(requests, listIptvLines)[0]),
    ),
  ).toContain('open');
});

const LINE = 7;
const nota = 'Dona Célia';
const ended = { exp_date_timestamp: row().exp_date_timestamp + 3_000, message: 'ok' };
const charged = { exp_date_formatted: '', charged: 1, balance: 1 };

const UNDO = '0b9d1f6e-5f0c-4a55-9a1e-0123456789ab';
const undone: Reverse = [['undo-act', {}]];
type Reverse = 'none' | readonly (readonly [string, object])[];

// Covers every action on a line whose result names the customer. `reverse` are the calls that undo
// it, or «none».
it.each<{ act: string; confirms?: true; reverse: Reverse }>([
  { act: 'Preço do cliente', reverse: undone },
  { act: 'Marcar como pago', reverse: undone },
  { act: 'On/Off', confirms: true, reverse: undone },
  { act: 'Vencimento p/23:59', confirms: true, reverse: undone },
  { act: 'Confiança ao cliente', confirms: true, reverse: undone },
  { act: 'Lembretes', reverse: undone },
  { act: 'Deletar', confirms: true, reverse: 'none' },
])('names the customer after $act and offers its reverse', async ({ act, confirms, reverse }) => {
  const changed = {
    ...row({ ...ownLine, id: LINE, nota }),
    message: 'ok',
    exp_date_formatted: '',
    undo_id: UNDO,
  };
  const requests = server(
    () => lineListAnswer(row({ ...ownLine, id: LINE, nota, price_cents: 2_550, paid: false })),
    [setLinePrice, () => ({ message: 'ok', id: LINE, price_cents: 3_000, undo_id: UNDO })],
    [markLinePaid, () => ({ message: 'Marcado', id: LINE, paid: true, undo_id: UNDO })],
    [switchIptvLine, () => ({ ...changed, status: 'Desativado' })],
    [endOfDayIptvLine, () => ({ ...changed, ...ended })],
    [undoAct, () => ({ message: 'Desfeito', lines: [] })],
    [trustIptvLine, () => ({ ...changed, ...charged })],
    [deleteIptvLine, () => ({ message: 'ok', id: LINE })],
    [
      getLineReminders,
      () => ({
        email: null,
        left_out: false,
        stopped: null,
        telegram: { bot: null, connected: false },
        reminders: [],
        replies: [],
      }),
    ],
    [saveLineReminders, () => ({ message: 'Lembretes guardados', id: LINE, undo_id: UNDO })],
  );
  await openList('/users-iptv');
  await bodyRow('84920175');
  await choose('84920175', act);
  if (act === 'Preço do cliente') {
    const field = await screen.findByLabelText(/^Quanto paga/);
    fireEvent.change(field, { target: { value: '30' } });
    fireEvent.keyDown(field, { key: 'Enter' });
  }
  if (act === 'Lembretes')
    fireEvent.change(await screen.findByLabelText(/^E-mail do cliente/), {
      target: { value: 'nova@exemplo.com' },
    });
  const save = screen.queryByRole('button', { name: 'Salvar' });
  if (save) fireEvent.click(save);
  if (confirms) fireEvent.click(await screen.findByRole('button', { name: /^Sim/ }));
  const toast = await waitFor(() => {
    const shown = document.querySelector<HTMLElement>('[data-toast]');
    expect(shown).not.toBeNull();
    return shown!;
  });
  await waitFor(() => expect(toast.textContent).toContain(nota));
  const undo = within(toast).queryByRole('button', { name: 'Desfazer' });
  expect(undo !== null).toBe(reverse !== 'none');
  if (!undo || reverse === 'none') return;
  fireEvent.click(undo);
  const names = new Set(reverse.map(([name]) => name));
  await waitFor(() =>
    expect(
      requests.filter(({ name }) => names.has(name)).map(({ name, body }) => [name, body]),
    ).toEqual(reverse),
  );
});
