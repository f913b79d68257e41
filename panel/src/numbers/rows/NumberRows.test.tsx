// @vitest-environment happy-dom
import { getTrialGroups } from '@ramal/contract/numbers/numbers';
import { exportNumberRows, listNumberRows } from '@ramal/contract/numbers/rows';
import { getProfile } from '@ramal/contract/sessions';
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { profile } from '../../lines/test/answers.ts';
import { answering, calls, type Respond, show } from '../../lines/test/screen.tsx';
import { closedAt, figure } from '../test/answers.ts';
import { numberRow, numberRows, trialGroups } from '../test/row-answers.ts';
import { NumberRows } from './NumberRows.tsx';

beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2026-11-20T14:32:00-03:00'), toFake: ['Date'] });
});
afterEach(() => {
  cleanup();
  setWidth(1024);
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const lost = numberRows(
  [
    numberRow(),
    numberRow({
      key: 'line-2',
      lineId: 2,
      name: 'Dona Neide',
      username: '73506128',
      now: 'deleted',
    }),
  ],
  {
    total: 22,
    sumCents: -74_300,
    reasons: [
      { reason: 'not-renewed', count: 18 },
      { reason: 'deleted', count: 4 },
    ],
  },
);

const server = (says: Respond = () => lost) =>
  answering([
    [getProfile, () => profile()],
    [listNumberRows, says],
    [getTrialGroups, () => trialGroups],
    [
      exportNumberRows,
      () => ({
        message: 'A planilha está sendo gerada',
        url: '/api/files/abc',
        file: 'Numeros.xlsx',
        task: {
          id: 7,
          kind: 'export-numbers',
          state: 'waiting',
          done: 0,
          total: 0,
          message: '',
          createdAtTimestamp: 1_790_000_000,
          finishedAtTimestamp: null,
        },
      }),
    ],
  ]);

const setWidth = (width: number) =>
  (window as unknown as { happyDOM: { setViewport: (size: object) => void } }).happyDOM.setViewport(
    { width, height: 800 },
  );

const open = (path: string) => show(<NumberRows />, `/numbers/rows/${path}`);

describe('rows of the churn', () => {
  it('states the definition with its day, both parts as links, and the figure before', async () => {
    server();
    await open('churn');
    expect(await screen.findByRole('heading', { name: 'Perda em 30 dias' })).toBeDefined();
    const head = within(await screen.findByRole('region', { name: 'Perda' }));
    expect(
      head.getByText('De quem estava ativo em 21/10/2026, quantos não estão ativos agora.'),
    ).toBeDefined();
    expect(head.getByText('7,5%')).toBeDefined();
    expect(head.getByText('8,1%')).toBeDefined();
    expect(head.getByRole('link', { name: '22 clientes' }).getAttribute('href')).toBe(
      '/numbers/rows/churn',
    );
    expect(head.getByRole('link', { name: '293' }).getAttribute('href')).toBe(
      '/numbers/rows/churn?part=denominator',
    );
    expect(head.getByText(/quem voltou antes de hoje não conta · pausa não conta/)).toBeDefined();
  });

  it('splits the figure by reason and sums all rows below the table', async () => {
    // Below 1280 px the column with the note is hidden.
    setWidth(1280);
    const requests = server();
    const { search } = await open('churn?platform=iptv');
    const table = within(await screen.findByRole('table', { name: 'Perda em 30 dias' }));
    expect(table.getByText('22 clientes')).toBeDefined();
    expect(table.getByText('R$ 743,00')).toBeDefined();
    expect(table.getByText('deixaram de entrar por mês')).toBeDefined();
    expect(screen.getByRole('button', { name: /^Todos/ }).textContent).toBe('Todos22');
    fireEvent.click(screen.getByRole('button', { name: /^Não renovou/ }));
    await waitFor(() => expect(search()).toEqual({ platform: 'iptv', reason: 'not-renewed' }));
    await waitFor(() =>
      expect(calls(requests, listNumberRows).at(-1)?.query).toMatchObject({
        platform: 'iptv',
        reason: 'not-renewed',
      }),
    );
  });

  it('links a customer to the line and leads those who did not renew to win-back', async () => {
    server();
    await open('churn');
    const link = await screen.findByRole('link', { name: 'Bar do Nando' });
    expect(link.getAttribute('href')).toBe('/users-iptv?search=%2255817290%22');
    expect(screen.getByRole('button', { name: 'Cobrar no WhatsApp: Bar do Nando' })).toBeDefined();
    expect(screen.getByText('Vencido')).toBeDefined();
    expect(screen.getByText('ontem')).toBeDefined();
    // The row of a deleted line has no link, because no list contains the line.
    expect(screen.queryByRole('link', { name: 'Dona Neide' })).toBeNull();
    expect(screen.queryByRole('button', { name: /WhatsApp: Dona Neide/ })).toBeNull();
    const winBack = screen.getByRole('link', { name: /^Levar à Reconquista · \d+$/ });
    expect(winBack.getAttribute('href')).toBe('/win-back/rows/lost');
  });

  it('leads to win-back with the filters of the figure, and never from a network', async () => {
    server();
    await open('churn?platform=iptv&period=2026-10&origin=storefront');
    const winBack = await screen.findByRole('link', { name: /^Levar à Reconquista · \d+$/ });
    const { pathname, searchParams } = new URL(winBack.getAttribute('href')!, 'https://x.example');
    expect([pathname, Object.fromEntries(searchParams)]).toEqual([
      '/win-back/rows/lost',
      { platform: 'iptv', period: '2026-10', origin: 'storefront' },
    ]);
    cleanup();
    await open('churn?scope=network');
    await screen.findByRole('heading', { name: 'Perda em 30 dias' });
    await screen.findByText('Bar do Nando');
    expect(screen.queryByRole('link', { name: /Reconquista/ })).toBeNull();
  });

  it('exports the rows with the filters of the screen', async () => {
    const requests = server();
    await open('churn?platform=iptv&reason=deleted&period=2026-10');
    await screen.findByRole('table');
    fireEvent.click(screen.getByRole('button', { name: 'Exportar Excel' }));
    await waitFor(() => expect(calls(requests, exportNumberRows)).toHaveLength(1));
    expect(calls(requests, exportNumberRows)[0]).toMatchObject({
      path: '/api/numbers/rows/churn/export',
      body: { platform: 'iptv', reason: 'deleted', period: '2026-10' },
    });
  });

  it('marks a closed month', async () => {
    server(() => ({ ...lost, closedAtTimestamp: closedAt }));
    await open('churn?period=2026-10');
    expect(await screen.findByRole('heading', { name: 'Perda em outubro de 2026' })).toBeDefined();
    expect(await screen.findByText('Fechado em 01/11/2026')).toBeDefined();
  });

  it('states that nobody is counted, and names a filter as the cause', async () => {
    server(() => numberRows([]));
    await open('churn');
    expect(await screen.findByText('Ninguém neste número')).toBeDefined();
    cleanup();
    const { search } = await open('churn?origin=referral');
    expect(await screen.findByText('Ninguém com estes filtros')).toBeDefined();
    fireEvent.click(screen.getByRole('button', { name: 'Limpar filtros' }));
    await waitFor(() => expect(search()).toEqual({}));
  });

  it('names the reseller instead of a customer whose data it hides', async () => {
    server(() =>
      numberRows([numberRow({ name: null, username: null, reseller: 'loja-norte', cents: null })], {
        sumCents: null,
      }),
    );
    await open('churn?scope=network');
    expect(await screen.findByText('Cliente de loja-norte')).toBeDefined();
    expect(screen.queryByRole('link', { name: 'Cliente de loja-norte' })).toBeNull();
    expect(screen.getByRole('columnheader', { name: 'Revenda' })).toBeDefined();
  });
});

it('splits a cell of the retention into customers who stayed and who left', async () => {
  const requests = server(() =>
    numberRows([numberRow({ reason: null, cents: 3_500 })], {
      figure: figure('cohort', { value: 8_611, numerator: 31, denominator: 36 }),
    }),
  );
  await open('cohort?cohort=2026-08&age=2&part=denominator');
  expect(
    await screen.findByRole('heading', { name: 'Entraram em agosto, 2 meses depois' }),
  ).toBeDefined();
  expect((await screen.findByRole('button', { name: /^Todos/ })).textContent).toBe('Todos36');
  fireEvent.click(screen.getByRole('button', { name: /^Saíram/ }));
  await waitFor(() =>
    expect(calls(requests, listNumberRows).at(-1)?.query).toMatchObject({
      cohort: '2026-08',
      age: '2',
      part: 'rest',
    }),
  );
});

it('compares the conversion of tests by group and hides a rate of few tests', async () => {
  server(() =>
    numberRows(
      [numberRow({ kind: 'trial', reason: null, now: 'trial', hours: 6, converted: true })],
      { figure: figure('trial-conversion', { value: 2_195, numerator: 36, denominator: 164 }) },
    ),
  );
  await open('trial-conversion');
  const groups = within(await screen.findByRole('table', { name: 'Conversão por horas' }));
  expect(groups.getByRole('row', { name: '6 horas 120 30 25,0%' })).toBeDefined();
  expect(groups.getByRole('row', { name: '2 horas 4 1 –' })).toBeDefined();
});

it('shows both prices of a customer who changed the plan', async () => {
  server(() =>
    numberRows(
      [
        numberRow({
          reason: null,
          now: 'active',
          cents: -200,
          beforeCents: 3_500,
          afterCents: 3_300,
        }),
      ],
      { figure: figure('changed', { value: -200 }), sumCents: -200 },
    ),
  );
  await open('changed');
  expect(await screen.findByText('R$ 35,00 → R$ 33,00')).toBeDefined();
});

it('shows the message of a missing page for an unknown figure', async () => {
  server();
  await open('unknown');
  expect(await screen.findByText('Esta página não existe')).toBeDefined();
});
