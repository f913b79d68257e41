// @vitest-environment happy-dom
import { createCost, deleteCost, editCost, listCosts } from '@ramal/contract/numbers/costs';
import { getNumbers, getNumberSettings, saveNumberSettings } from '@ramal/contract/numbers/numbers';
import { getProfile } from '@ramal/contract/sessions';
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { profile } from '../../lines/test/answers.ts';
import { answering, calls, show } from '../../lines/test/screen.tsx';
import { closedAt, noNumbers, numbers } from '../test/answers.ts';
import { costs, numberSettings } from '../test/cost-answers.ts';
import { Numbers } from '../Numbers.tsx';

beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2026-11-20T14:32:00-03:00'), toFake: ['Date'] });
});
afterEach(() => {
  cleanup();
  sessionStorage.clear();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const server = (shown = numbers, listed = costs) =>
  answering([
    [getProfile, () => profile({ flags: { ...profile().flags, p2p: true } })],
    [
      getNumbers,
      ({ query }) =>
        query['period']
          ? {
              ...shown,
              period: { ...shown.period, month: query['period'], closedAtTimestamp: closedAt },
            }
          : shown,
    ],
    [listCosts, ({ query }) => ({ ...listed, month: query['month']! })],
    [getNumberSettings, () => numberSettings],
    [createCost, () => ({ message: 'Custo adicionado', id: 9 })],
    [editCost, () => ({ message: 'Custo alterado', id: 1 })],
    [deleteCost, () => ({ message: 'Custo deletado' })],
    [saveNumberSettings, () => ({ message: 'Tarifas guardadas', ...numberSettings })],
  ]);

const open = (search = '') => show(<Numbers />, `/numbers/costs${search}`);

const rowOf = async (name: string) =>
  within((await screen.findByText(name)).closest('tr') as HTMLElement);

describe('costs of a month', () => {
  it('links the figures to their rows and compares them with the month before', async () => {
    server();
    await open();
    const profit = await screen.findByRole('link', { name: 'Lucro: R$ 5.898,00' });
    expect(profit.getAttribute('href')).toBe('/numbers/rows/profit?period=2026-11');
    expect(screen.getByText('out: R$ 6.998,00')).toBeDefined();
    expect(screen.getByRole('link', { name: 'Margem: 75,2%' })).toBeDefined();
    expect(screen.getByText('210 pagamentos')).toBeDefined();
  });

  it('explains the profit with an example to an account without payments and costs', async () => {
    server(noNumbers, { ...costs, data: [], totalCents: 0 });
    await open();
    const example = within(await screen.findByRole('region', { name: 'Exemplo' }));
    expect(example.getByText('R$ 5.898,00')).toBeDefined();
    expect(screen.queryByRole('link', { name: /^Recebido/ })).toBeNull();
    expect(screen.getByRole('button', { name: 'Adicionar custo' })).toBeDefined();
  });

  it.each(['?month=2026-10', '?platform=iptv'])(
    'shows the zeros of an account without payments and costs at %s',
    async (search) => {
      server(noNumbers, { ...costs, data: [], totalCents: 0 });
      await open(search);
      expect(await screen.findByRole('link', { name: /^Recebido/ })).toBeDefined();
      expect(screen.queryByRole('region', { name: 'Exemplo' })).toBeNull();
    },
  );

  it('lists automatic and entered costs with their sum', async () => {
    server();
    await open();
    const credits = await rowOf('Créditos usados');
    expect(credits.getByText('148 créditos × R$ 6,50')).toBeDefined();
    expect(credits.getByText('soma sozinho')).toBeDefined();
    expect(credits.queryByRole('button', { name: /^Ações/ })).toBeNull();
    const line = await rowOf('Servidor de linhas 1');
    expect(line.getByText('desde 03/2026')).toBeDefined();
    expect(line.getByText(/todo dia 5/)).toBeDefined();
    expect((await rowOf('Total')).getByText('R$ 1.948,00')).toBeDefined();
    fireEvent.click(screen.getByRole('radio', { name: /Servidores/ }));
    expect(screen.queryByText('Créditos usados')).toBeNull();
    expect((await rowOf('Total')).getByText('R$ 380,00')).toBeDefined();
  });

  it('opens the rows of an automatic cost', async () => {
    server();
    const { path } = await open();
    const row = await rowOf('Créditos usados');
    fireEvent.click(row.getByRole('button', { name: 'Ver as linhas: Créditos usados' }));
    await waitFor(() => expect(path()).toBe('/numbers/rows/costs'));
  });
});

describe('new cost', () => {
  const type = (label: string, value: string) =>
    fireEvent.change(screen.getByLabelText(label), { target: { value } });

  it('states the effect on the profit and names the amount on the button', async () => {
    const requests = server();
    await open();
    await screen.findByText('Novo custo');
    type('Nome', 'Internet do escritório');
    fireEvent.click(screen.getByRole('radio', { name: 'Outro' }));
    type('Valor', '80,00');
    expect(screen.getByText('R$ 5.818,00')).toBeDefined();
    fireEvent.click(screen.getByRole('button', { name: 'Adicionar R$ 80,00 por mês' }));
    await screen.findByText('Custo adicionado');
    expect(calls(requests, createCost)[0]!.body).toEqual({
      name: 'Internet do escritório',
      kind: 'other',
      cents: 8_000,
      since: '2026-11-20',
      repeats: 'monthly',
    });
  });

  it('states that a cost of a later month has no effect on this one', async () => {
    server();
    await open();
    await screen.findByText('Novo custo');
    type('Valor', '80,00');
    type('Desde', '05/12/2026');
    expect(await screen.findByText('Conta a partir de dezembro')).toBeDefined();
    fireEvent.click(screen.getByRole('radio', { name: 'Uma vez' }));
    expect(screen.getByRole('button', { name: 'Adicionar R$ 80,00' })).toBeDefined();
  });

  it('rejects a cost without a name or an amount under its fields', async () => {
    const requests = server();
    await open();
    fireEvent.click(await screen.findByRole('button', { name: 'Adicionar custo' }));
    await waitFor(() =>
      expect(screen.getByLabelText('Nome').getAttribute('aria-invalid')).toBe('true'),
    );
    expect(screen.getByLabelText('Valor').getAttribute('aria-invalid')).toBe('true');
    expect(calls(requests, createCost)).toEqual([]);
  });

  it('states what happens to a cost of the closed month', async () => {
    server();
    await open();
    expect(
      await screen.findByText(
        'Outubro fechou em 01/11/2026. Um custo com data de outubro entra em novembro, como correção.',
      ),
    ).toBeDefined();
  });
});

it('replaces the form of a closed month by its corrections', async () => {
  server();
  await open('?month=2026-10');
  expect(await screen.findByText('Outubro fechou em 01/11/2026.')).toBeDefined();
  expect(screen.queryByText('Novo custo')).toBeNull();
  expect(screen.queryByRole('button', { name: /^Ações de/ })).toBeNull();
  expect(screen.getByRole('link', { name: 'Ver as correções' }).getAttribute('href')).toBe(
    '/numbers/rows/corrections?period=2026-10',
  );
});

describe('change of an entered cost', () => {
  const choose = async (name: string, action: string) => {
    fireEvent.click((await rowOf(name)).getByRole('button', { name: `Ações de ${name}` }));
    fireEvent.click(await screen.findByRole('menuitem', { name: action }));
  };

  it('asks whether a repeated cost is deleted for this month or from now on', async () => {
    const requests = server();
    await open();
    await choose('Servidor de linhas 1', 'Deletar');
    const dialog = within(await screen.findByRole('dialog'));
    fireEvent.click(dialog.getByRole('radio', { name: 'De agora em diante' }));
    fireEvent.click(dialog.getByRole('button', { name: 'Sim, deletar' }));
    await screen.findByText('Custo deletado');
    const [request] = calls(requests, deleteCost);
    expect(request).toMatchObject({ path: '/api/numbers/costs/1', query: { from: 'from-now-on' } });
  });

  it('deletes a single cost without that question', async () => {
    server();
    await open();
    await choose('Arte e vídeos', 'Deletar');
    const dialog = within(await screen.findByRole('dialog'));
    expect(dialog.queryByRole('radio')).toBeNull();
    expect(dialog.getByText(/R\$ 150,00 saem dos custos de novembro/)).toBeDefined();
  });

  it('edits the amount in place of the old one', async () => {
    const requests = server();
    await open();
    await choose('Servidor de linhas 1', 'Editar');
    const dialog = within(await screen.findByRole('dialog'));
    fireEvent.change(dialog.getByLabelText('Valor'), { target: { value: '260,00' } });
    fireEvent.click(dialog.getByRole('button', { name: 'Salvar' }));
    await screen.findByText('Custo alterado');
    expect(calls(requests, editCost)[0]!.body).toEqual({
      name: 'Servidor de linhas 1',
      kind: 'server',
      cents: 26_000,
      platform: 'iptv',
    });
  });
});

it('saves the fees as hundredths', async () => {
  const requests = server();
  await open();
  expect(await screen.findByText(/Pix 0,99% · cartão 4,98% · mensagem R\$ 0,09/)).toBeDefined();
  fireEvent.click(screen.getByRole('button', { name: 'Mudar' }));
  const dialog = within(await screen.findByRole('dialog'));
  fireEvent.change(dialog.getByLabelText('Tarifa do Pix'), { target: { value: '1,2' } });
  fireEvent.click(dialog.getByRole('button', { name: 'Salvar' }));
  await screen.findByText('Tarifas guardadas');
  expect(calls(requests, saveNumberSettings)[0]!.body).toEqual({
    pix_fee: 120,
    card_fee: 498,
    message_cents: 9,
  });
});
