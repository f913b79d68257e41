// @vitest-environment happy-dom
import { Refusal } from '@ramal/contract/api/errors';
import { getNumberGroups, getNumbers } from '@ramal/contract/numbers/numbers';
import { getProfile } from '@ramal/contract/sessions';
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { profile } from '../../lines/test/answers.ts';
import { answering, calls, type Respond, show } from '../../lines/test/screen.tsx';
import { noNumbers, numbers, origins, plans } from '../test/answers.ts';
import { Numbers } from '../Numbers.tsx';

beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2026-11-20T14:32:00-03:00'), toFake: ['Date'] });
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const server = (says: Respond = () => numbers, me = profile()) =>
  answering([
    [getProfile, () => me],
    [getNumbers, says],
    [getNumberGroups, ({ query }) => (query['by'] === 'origin' ? origins : plans)],
  ]);

const open = (address = '/numbers') => show(<Numbers />, address);
const linkTo = (name: string | RegExp) =>
  screen.findByRole('link', { name }).then((link) => link.getAttribute('href'));

describe('overview of the figures', () => {
  it('links each figure to its rows and states its definition', async () => {
    server();
    await open();
    expect(await linkTo('Perda: 7,5%')).toBe('/numbers/rows/churn');
    expect(await linkTo('Retenção: 92,5%')).toBe('/numbers/rows/retention');
    expect(await linkTo('Receita recorrente por mês: R$ 10.494,00')).toBe('/numbers/rows/revenue');
    expect(await linkTo('Previsão para 30 dias: R$ 9.940,00')).toBe('/numbers/rows/forecast');
    expect(await linkTo('Recebido em novembro: R$ 7.846,00')).toBe(
      '/numbers/rows/received?period=2026-11',
    );
    const churn = screen.getByRole('link', { name: 'Perda: 7,5%' });
    expect(churn.closest('[data-tooltip]')?.getAttribute('data-tooltip')).toBe(
      'De quem estava ativo há 30 dias, quantos não estão ativos agora.',
    );
    expect(churn.getAttribute('aria-description')).toContain('há 30 dias');
  });

  it('shows the causes that add up to the change of the revenue', async () => {
    server();
    await open();
    for (const [name, figure] of [
      ['Em 21/10: R$ 9.856,00', 'base'],
      ['Novos: + R$ 1.399,00', 'new'],
      ['Mudou de plano: − R$ 18,00', 'changed'],
      ['Perdidos: − R$ 743,00', 'lost'],
    ] as const)
      expect(await linkTo(name)).toBe(`/numbers/rows/${figure}`);
    expect(screen.queryByText('Recuperados')).toBeNull();
    expect(screen.getByText('6,5%')).toBeDefined();
  });

  it('states the error of the last forecast and the correction of a closed month', async () => {
    server();
    await open();
    const forecast = await screen.findByText(/Em outubro previu R\$ 9\.480,00 e entraram/);
    expect(forecast.textContent).toContain('erro de 2,9%');
    expect(screen.getByText(/Outubro está fechado\./)).toBeDefined();
    expect(await linkTo('− R$ 35,00, 1 lançamento')).toBe(
      '/numbers/rows/corrections?period=2026-11',
    );
  });

  it('links the rows of origins, plans and costs to their customers and costs', async () => {
    server();
    await open('/numbers?platform=iptv');
    const byOrigin = within(await screen.findByRole('table', { name: 'Por origem' }));
    expect(byOrigin.getByRole('link', { name: 'Página de venda' }).getAttribute('href')).toBe(
      '/numbers/rows/customers?platform=iptv&origin=storefront',
    );
    const byPlan = within(screen.getByRole('table', { name: 'Por plano' }));
    expect(byPlan.getByRole('link', { name: '3 meses' }).getAttribute('href')).toBe(
      '/numbers/rows/customers?platform=iptv&plan=90',
    );
    expect(await linkTo('Créditos: R$ 962,00')).toContain('/numbers/rows/costs?');
    expect(screen.getByText('148 × R$ 6,50')).toBeDefined();
  });

  it('sends the platform and the network to every call', async () => {
    const requests = server(
      ({ query }) => (query['scope'] ? { ...numbers, scope: 'network' as const } : numbers),
      profile({ flags: { ...profile().flags, p2p: true } }),
    );
    const { search } = await open();
    fireEvent.click(await screen.findByRole('radio', { name: 'P2P' }));
    await waitFor(() => expect(search()).toEqual({ platform: 'p2p' }));
    fireEvent.click(screen.getByRole('button', { name: /Alcance/ }));
    fireEvent.click(await screen.findByRole('menuitem', { name: /Toda a rede/ }));
    await waitFor(() => expect(search()).toEqual({ platform: 'p2p', scope: 'network' }));
    await waitFor(() =>
      expect(calls(requests, getNumberGroups).at(-1)?.query).toMatchObject({
        platform: 'p2p',
        scope: 'network',
      }),
    );
    expect(await screen.findByRole('table', { name: 'Por revenda' })).toBeDefined();
    // The network has no average ticket, because the revenue of descendant accounts belongs to
    // them.
    expect(screen.queryByText('Ticket médio')).toBeNull();
  });
});

describe('states of the overview', () => {
  it('explains the figures to an account without customers and shows an example', async () => {
    server(() => noNumbers);
    await open();
    expect(await screen.findByText('Os números começam com o primeiro cliente')).toBeDefined();
    const example = within(screen.getByRole('region', { name: 'Exemplo' }));
    expect(example.getByText('R$ 10.494,00')).toBeDefined();
    expect(screen.queryByRole('link', { name: /R\$ 0,00/ })).toBeNull();
  });

  it('states the missing days and shows no rate before 30 days', async () => {
    server(() => ({
      ...numbers,
      daysMissing: 12,
      forecast: null,
      figures: numbers.figures.map((figure) =>
        figure.unit === 'rate' ? { ...figure, value: null } : figure,
      ),
    }));
    await open();
    expect(await screen.findByText('Faltam 12 dias para o primeiro número')).toBeDefined();
    expect(await linkTo('Perda: –')).toBe('/numbers/rows/churn');
    expect(screen.queryByText(/erro de/)).toBeNull();
    expect(screen.queryByRole('link', { name: /Previsão/ })).toBeNull();
  });

  it('shows no profit until a cost is entered', async () => {
    server(() => ({ ...numbers, hasCosts: false }));
    await open();
    expect((await screen.findByText('Lance seus custos')).closest('a')?.getAttribute('href')).toBe(
      '/numbers/costs',
    );
    expect(screen.queryByText('R$ 5.898,00')).toBeNull();
  });

  it('states the progress of the first roll-up and the customers without a price', async () => {
    server(() => ({ ...numbers, state: 'preparing' as const, progress: 40, withoutPrice: 2 }));
    await open();
    expect(await screen.findByText('Somando o que já existe: 40%')).toBeDefined();
    expect(screen.getByText('2 clientes sem preço')).toBeDefined();
  });

  it('keeps the figures after a failed refresh and offers to retry', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true, now: new Date('2026-11-20T14:32:10-03:00') });
    let fails = false;
    server(() => {
      if (fails) throw new Refusal('internal');
      return numbers;
    });
    await open();
    await screen.findByRole('link', { name: 'Perda: 7,5%' });
    fails = true;
    await vi.advanceTimersByTimeAsync(310_000);
    const notice = await screen.findByText(
      'Não deu para somar. Os números de 14:32 continuam aqui.',
    );
    expect(screen.getByRole('link', { name: 'Perda: 7,5%' })).toBeDefined();
    fails = false;
    fireEvent.click(screen.getByRole('button', { name: 'Tentar de novo' }));
    await waitFor(() => expect(notice.isConnected).toBe(false));
  });

  it('shows the error and a retry when nothing was read', async () => {
    server(() => {
      throw new Refusal('internal');
    });
    await open();
    expect(
      await screen.findByText('Não deu para somar os números', {}, { timeout: 8_000 }),
    ).toBeDefined();
  }, 15_000);
});
