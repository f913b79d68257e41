// @vitest-environment happy-dom
import { extendIptvLine, getIptvLinks, listIptvLines } from '@ramal/contract/lines/iptv-lines';
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
