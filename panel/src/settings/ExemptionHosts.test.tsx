import { QueryClientProvider } from '@tanstack/react-query';
import {
  type ExemptionHost,
  deleteExemptionHost,
  listExemptionHosts,
  saveExemptionHost,
} from '@ramal/contract/lines/list-migrators';
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import {
  answering,
  fakeNetwork,
  type Network,
  refusing,
} from '../foundation/api/network.fixtures.ts';
import { makeQueryClient } from '../foundation/api/query.ts';
import { ThemeProvider } from '../foundation/theme/ThemeProvider.tsx';
import { UiProvider } from '../ui/UiProvider.tsx';
import { ExemptionHosts } from './ExemptionHosts.tsx';

const bounds = { customersLimit: 50, endsOn: '2027-03-31', ended: false };

let network: Network;
let hosts: ExemptionHost[];
beforeEach(() => {
  hosts = [{ id: 3, url: 'antigo.exemplo', limitDays: 30, lines: 2, ...bounds }];
  network = fakeNetwork();
  network.on(listExemptionHosts, () => answering(listExemptionHosts, pageOf(hosts)));
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

function open() {
  render(
    <ThemeProvider>
      <QueryClientProvider client={makeQueryClient()}>
        <UiProvider>
          <ExemptionHosts />
        </UiProvider>
      </QueryClientProvider>
    </ThemeProvider>,
  );
}

const pageOf = (data: ExemptionHost[]) => ({
  data,
  total: data.length,
  totalExact: true,
  currentPage: 1,
  perPage: 100,
  lastPage: 1,
});
const press = async (name: string) => fireEvent.click(await screen.findByRole('button', { name }));
const sent = (method: string) => network.requests.filter((request) => request.method === method);

it('lists the hosts with their days and the migrated lines', async () => {
  hosts = [
    ...hosts,
    {
      id: 4,
      url: 'um.exemplo',
      limitDays: 1,
      lines: 0,
      customersLimit: 1,
      endsOn: '2026-01-31',
      ended: true,
    },
  ];
  open();
  const list = await screen.findByRole('list', { name: 'DNS isentos' });
  expect([...list.children].map(({ textContent }) => textContent)).toEqual([
    'antigo.exemploaté 30 dias50 clientes por revenda · até 31/03/20272 linhas vieram',
    'um.exemploaté 1 dia1 cliente por revenda · encerrou em 31/01/2026nenhuma linha ainda',
  ]);
});

it('shows a text without hosts, and an error when they cannot be read', async () => {
  hosts = [];
  open();
  await screen.findByText('Nenhum DNS isento');
  cleanup();
  network.on(listExemptionHosts, () => refusing('internal', { values: { request: 'pedido-1' } }));
  open();
  await screen.findByText('Não deu para carregar os DNS isentos');
  network.on(listExemptionHosts, () => answering(listExemptionHosts, pageOf(hosts)));
  await press('Tentar de novo');
  expect(await screen.findByText('Nenhum DNS isento')).toBeDefined();
});

it('sends the typed host unchanged and reads the list again', async () => {
  open();
  await screen.findByText('antigo.exemplo');
  const saved = { id: 5, url: 'novo.exemplo', limitDays: 15, lines: 0, ...bounds };
  network.on(saveExemptionHost, () => {
    hosts = [...hosts, saved];
    return answering(saveExemptionHost, { ...saved, message: 'DNS salvo com sucesso!' });
  });
  fireEvent.change(screen.getByLabelText('DNS da lista de origem'), {
    target: { value: 'http://novo.exemplo:80/' },
  });
  fireEvent.change(screen.getByLabelText('Dias sem custo'), { target: { value: '15x' } });
  fireEvent.change(screen.getByLabelText('Clientes por revenda'), { target: { value: '20' } });
  fireEvent.change(screen.getByLabelText('Isento até'), { target: { value: '01/02/2027' } });
  await press('Isentar');
  expect(
    await screen.findByText(/migram sem créditos, cada cliente uma vez, até esse/),
  ).toBeDefined();
  expect(screen.getByText(/20 clientes de cada revenda, até 01\/02\/2027/)).toBeDefined();
  expect(sent('POST')).toEqual([]);
  await press('Sim, isentar');
  await screen.findByText('novo.exemplo · até 15 dias sem custo');
  expect(sent('POST').map(({ body }) => body)).toEqual([
    {
      url: 'http://novo.exemplo:80/',
      limit_days: '15',
      customers_limit: '20',
      ends_on: '2027-02-01',
    },
  ]);
  await screen.findByText('novo.exemplo');
  expect(screen.getByLabelText('DNS da lista de origem')).toHaveProperty('value', '');
});

it('shows the text of the server under its field and keeps the input', async () => {
  open();
  network.on(saveExemptionHost, () =>
    refusing('invalid_fields', {
      fields: { url: 'Informe o endereço do servidor de origem, como painel.exemplo.com' },
    }),
  );
  fireEvent.change(screen.getByLabelText('DNS da lista de origem'), { target: { value: '/x' } });
  await press('Isentar');
  await screen.findByText('Informe o endereço do servidor de origem, como painel.exemplo.com');
  expect(screen.getByLabelText('DNS da lista de origem')).toHaveProperty('value', '/x');
});

it('deletes a host after a confirmation', async () => {
  open();
  await press('Remover a isenção de antigo.exemplo');
  await screen.findByText('As linhas que já vieram continuam como estão.');
  await press('Não');
  await waitFor(() => expect(screen.queryByText('Remover a isenção deste DNS?')).toBeNull());
  expect(sent('DELETE')).toEqual([]);
  network.on(deleteExemptionHost, () => {
    hosts = [];
    return answering(deleteExemptionHost, { id: 3, message: 'DNS deletado com sucesso!' });
  });
  await press('Remover a isenção de antigo.exemplo');
  await press('Sim, remover');
  await screen.findByText('DNS deletado com sucesso!');
  await screen.findByText('Nenhum DNS isento');
  expect(sent('DELETE').map(({ url }) => url)).toEqual(['/api/delete-exemption-dns/3']);
});

it('requests ten hosts at a time, and searches and pages on the server', async () => {
  const sentSearches: string[] = [];
  network.on(listExemptionHosts, () =>
    answering(listExemptionHosts, { ...pageOf(hosts), total: 25, perPage: 10, lastPage: 3 }),
  );
  open();
  fireEvent.click(await screen.findByRole('button', { name: /^(Página )?2$/ }));
  fireEvent.change(screen.getByPlaceholderText('Buscar DNS'), { target: { value: 'antigo' } });
  await waitFor(() => {
    sentSearches.splice(0, sentSearches.length, ...network.requests.map(({ url }) => url));
    expect(
      sentSearches.some((url) => url.includes('search=antigo') && url.includes('page=1')),
    ).toBe(true);
  });
  expect(sentSearches.some((url) => url.includes('page=2') && url.includes('per_page=10'))).toBe(
    true,
  );
});
