// @vitest-environment happy-dom
import {
  extendIptvLine,
  getIptvLinks,
  listIptvLines,
  switchIptvLine,
} from '@ramal/contract/lines/iptv-lines';
import { markLinePaid, setLinePrice } from '@ramal/contract/lines/line-payments';
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { created, listOf, ME, row } from '../test/answers.ts';
import { bodyRow, choose, open as openList, server } from '../test/list.tsx';
import { calls } from '../test/screen.tsx';

afterEach(cleanup);

async function open(one: ReturnType<typeof row>, path = '/users-iptv') {
  const heard = server(
    () => listOf(one),
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
  return heard;
}
const own = { id_res: ME };

it('sets the price in centavos from what is typed', async () => {
  const heard = await open(row(own));
  await bodyRow('84920175');
  await choose('84920175', 'Preço do cliente');
  fireEvent.change(await screen.findByLabelText(/^Quanto paga/), { target: { value: '25,5' } });
  fireEvent.click(screen.getByRole('button', { name: 'Salvar' }));
  await waitFor(() => expect(calls(heard, setLinePrice)[0]?.body).toEqual({ price_cents: 2_550 }));
});

it('says «Em aberto», and one press marks it as paid', async () => {
  const heard = await open(row({ ...own, price_cents: 2_550, paid: false }));
  await screen.findAllByText('Em aberto');
  await bodyRow('84920175');
  await choose('84920175', 'Marcar como pago');
  await waitFor(() => expect(calls(heard, markLinePaid)[0]?.body).toEqual({ paid: true }));
});

it('offers «Recebido» at the end of a renewal', async () => {
  const heard = await open(row({ ...own, price_cents: 2_550, paid: true }));
  fireEvent.click(await screen.findByRole('button', { name: /30 dias/ }));
  fireEvent.click(await screen.findByRole('button', { name: /^Sim/ }));
  fireEvent.click(await screen.findByRole('button', { name: 'Recebido' }));
  await waitFor(() => expect(calls(heard, markLinePaid)[0]?.body).toEqual({ paid: true }));
});

it('asks for those of the address', async () => {
  const heard = await open(
    row({ ...own, price_cents: 2_550, paid: false }),
    '/users-iptv?paid=open',
  );
  await screen.findAllByText('Em aberto');
  expect(
    String(
      calls(heard, listIptvLines)[0]?.query?.paid ?? JSON.stringify(calls(heard, listIptvLines)[0]),
    ),
  ).toContain('open');
});

// LOOK-27: acts on a line with a reverse, each with the bodies of the act and of «Desfazer».
it.each([
  {
    act: 'Preço do cliente',
    call: setLinePrice,
    bodies: [{ price_cents: 3_000 }, { price_cents: 2_550 }],
  },
  { act: 'Marcar como pago', call: markLinePaid, bodies: [{ paid: true }, { paid: false }] },
  {
    act: 'On/Off',
    call: switchIptvLine,
    bodies: [
      { action: 0, on: false },
      { action: 0, on: true },
    ],
  },
])('undoes $act from a toast that names the customer', async ({ act, call, bodies }) => {
  const nota = 'Dona Célia';
  const off = row({ ...own, id: 1, nota, status: 'Desativado' });
  const heard = server(
    () => listOf(row({ ...own, nota, price_cents: 2_550, paid: false })),
    [setLinePrice, () => ({ message: 'Preço guardado', id: 1, price_cents: 3_000 })],
    [markLinePaid, () => ({ message: 'Marcado', id: 1, paid: true })],
    [switchIptvLine, () => ({ ...off, message: 'ok', exp_date_formatted: '' })],
  );
  await openList('/users-iptv');
  await bodyRow('84920175');
  await choose('84920175', act);
  if (act === 'Preço do cliente') {
    fireEvent.change(await screen.findByLabelText(/^Quanto paga/), { target: { value: '30' } });
    fireEvent.click(screen.getByRole('button', { name: 'Salvar' }));
  }
  if (act === 'On/Off') fireEvent.click(await screen.findByRole('button', { name: /^Sim/ }));
  const undo = await screen.findByRole('button', { name: 'Desfazer' });
  expect(undo.closest('[data-toast]')!.textContent).toContain(nota);
  fireEvent.click(undo);
  await waitFor(() => expect(calls(heard, call).map(({ body }) => body)).toEqual(bodies));
});
