import { Refusal } from '@ramal/contract/api/errors';
import { exportExtract, getExtract } from '@ramal/contract/resellers/credits';
import { searchResellers } from '@ramal/contract/resellers/reseller-tree';
import { getProfile } from '@ramal/contract/sessions';
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { profile } from '../lines/test/answers.ts';
import { answering, calls, show } from '../lines/test/screen.tsx';
import { Extract } from './Extract.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const row = (date: string, type: 'Recebido' | 'Enviado', amount: number, value: number | null) => ({
  date,
  amount,
  reseller: 'marcelo',
  reseller_id: 4821,
  type,
  value,
  token: `${date}-4821-${type}`,
});
const answer = {
  extracts: [
    row('11/2026', 'Recebido', 105, 532.5),
    row('11/2026', 'Enviado', 60.5, null),
    row('09/2026', 'Enviado', 1, 6.5),
  ],
  totals: [
    { type: 'Recebido' as const, amount: 105, value: 532.5 },
    { type: 'Enviado' as const, amount: 61.5, value: 6.5 },
  ],
  months: [
    {
      date: '11/2026',
      sums: [
        { type: 'Recebido' as const, amount: 105, value: 532.5 },
        { type: 'Enviado' as const, amount: 60.5, value: null },
      ],
    },
    { date: '09/2026', sums: [{ type: 'Enviado' as const, amount: 1, value: 6.5 }] },
  ],
  resellers: [{ id: 5210, username: 'nortetv' }],
  dates: ['2026-11', '2026-09'],
  total: 3,
  total_exact: true,
  current_page: 1,
  per_page: 30,
  last_page: 1,
  as_of: '21/11/2026 12:00',
};

const server = (me = profile(), ...more: Parameters<typeof answering>[0]) =>
  answering([
    [getProfile, () => me],
    [getExtract, () => answer],
    [searchResellers, () => ({ found: [], more: false })],
    ...more,
  ]);

/** Returns the requests of the list. Excludes the requests of the matrix above the list. */
const listed = (requests: Parameters<typeof calls>[0]) =>
  calls(requests, getExtract).filter(({ query }) => query['per_page'] !== '1');

it('groups the statement by month, marks received credits, and shows sums above it', async () => {
  server();
  await show(<Extract />, '/extract?month=all');
  const table = await screen.findByRole('table', { name: 'Extrato financeiro por mês' });
  const heads = within(table)
    .getAllByRole('columnheader')
    .map((head) => head.textContent);
  expect(heads).toEqual(['Mês', 'Total de créditos', 'Revenda', 'Via', 'Valor']);
  const rows = within(table)
    .getAllByRole('row')
    .slice(1)
    .map((tableRow) => [...tableRow.children].map((cell) => cell.textContent));
  expect(rows).toEqual([
    ['11/2026', '105', 'marcelo', 'Recebido', 'R$ 532,50'],
    ['11/2026', '60,5', 'marcelo', 'Enviado', '–'],
    ['09/2026', '1', 'marcelo', 'Enviado', 'R$ 6,50'],
  ]);
  // The month is in every row for screen readers, but it is visible only in the first row.
  const seen = within(table).getAllByText('11/2026', { ignore: '.visually-hidden' });
  expect(seen).toHaveLength(1);
  const tones = [...table.querySelectorAll('[data-tone]')].map((badge) =>
    badge.getAttribute('data-tone'),
  );
  expect(tones).toEqual(['ok', 'warn', 'warn']);
  const matrix = screen.getByRole('table', { name: 'Totais do período' });
  const lines = within(matrix)
    .getAllByRole('row')
    .map((tableRow) => [...tableRow.children].map((cell) => cell.textContent));
  expect(lines).toEqual([
    ['Mês', 'Recebido', 'Enviado'],
    ['11/2026', '105R$ 532,50', '60,5'],
    ['09/2026', '–', '1R$ 6,50'],
    ['Total', '105R$ 532,50', '61,5R$ 6,50'],
  ]);
  const september = within(matrix).getByRole('link', { name: '09/2026' });
  expect(september.getAttribute('href')).toContain('month=2026-09');
  expect(screen.queryByRole('button', { name: 'Exportar' })).toBeNull();
});

it.each([
  ['the current', 'month=2026-09&network=true'],
  ['an earlier', 'mes=2026-09&rede=true'],
])(
  'reads month, account and network from %s form of the URL and requests them',
  async (_, address) => {
    const requests = server();
    await show(<Extract />, `/extract?${address}&search=nor`);
    await screen.findByRole('table', { name: 'Extrato financeiro por mês' });
    expect(listed(requests).at(-1)!.query).toMatchObject({
      month: '2026-09',
      tree: 'true',
      search: 'nor',
    });
    fireEvent.click(screen.getByRole('radio', { name: 'Só eu' }));
    await waitFor(() =>
      expect(listed(requests).at(-1)!.query).toEqual({
        month: '2026-09',
        page: '1',
        per_page: '30',
        sort: 'date',
        dir: 'desc',
      }),
    );
  },
);

it('searches the network of a reseller when a search is typed', async () => {
  const requests = server();
  await show(<Extract />, '/extract');
  fireEvent.change(await screen.findByRole('searchbox'), { target: { value: 'norte' } });
  fireEvent.keyDown(screen.getByRole('searchbox'), { key: 'Enter' });
  await waitFor(() =>
    expect(listed(requests).at(-1)!.query).toMatchObject({
      tree: 'true',
      search: 'norte',
    }),
  );
});

it.each([
  ['/extract?month=all', { tree: false }],
  ['/extract?month=all&type=Enviado', { tree: false, type: 'Enviado' }],
  ['/extract?reseller=5210&month=2026-09', { tree: false, target: 5210, month: '2026-09' }],
  ['/extract?month=all&network=true&search=nor', { tree: true, search: 'nor' }],
])('exports %s with the rows of the screen', async (address, body) => {
  const requests = server(profile({ grants: ['extract.export'] }), [
    exportExtract,
    () => {
      throw new Refusal('no_items_to_export');
    },
  ]);
  await show(<Extract />, address);
  fireEvent.click(await screen.findByRole('button', { name: 'Exportar' }));
  await screen.findByText('Nenhum item encontrado!');
  expect(calls(requests, exportExtract)[0]!.body).toEqual(body);
});

it('starts with the current month and lists the cell that is pressed in the matrix', async () => {
  const requests = server();
  vi.setSystemTime('2026-11-21T15:00:00Z');
  try {
    await show(<Extract />, '/extract');
    const matrix = await screen.findByRole('table', { name: 'Totais do período' });
    expect(listed(requests).at(-1)!.query).toMatchObject({ month: '2026-11' });
    expect(listed(requests).at(-1)!.query).not.toHaveProperty('type');
    const current = () =>
      [...matrix.querySelectorAll('[aria-current]')].map(({ textContent }) => textContent);
    expect(current()).toEqual(['11/2026']);
    for (const [name, query, chosen] of [
      ['60,5', { month: '2026-11', type: 'Enviado' }, ['60,5']],
      ['09/2026', { month: '2026-09' }, ['09/2026']],
      ['Recebido', { type: 'Recebido' }, ['Recebido', '105']],
      ['Total', {}, ['Total']],
    ] as const) {
      fireEvent.click(within(matrix).getByRole('link', { name }));
      await waitFor(() => {
        const { month, type } = listed(requests).at(-1)!.query;
        expect({ ...(month && { month }), ...(type && { type }) }).toEqual(query);
      });
      expect(current()).toEqual(chosen);
    }
    // The matrix ignores the month and the type of the list, so that it shows all months and types.
    const sums = calls(requests, getExtract).filter(({ query }) => query['per_page'] === '1');
    for (const { query } of sums) expect(Object.keys(query)).not.toContain('month');
  } finally {
    vi.useRealTimers();
  }
});

it('exports the statement on a phone too', async () => {
  const { happyDOM } = window as unknown as {
    happyDOM: { setViewport: (size: object) => void };
  };
  happyDOM.setViewport({ width: 390, height: 800 });
  server(profile({ grants: ['extract.export'] }));
  await show(<Extract />, '/extract');
  fireEvent.click(await screen.findByRole('button', { name: 'Filtros' }));
  const sheet = within(await screen.findByRole('dialog', { name: 'Filtros' }));
  expect(sheet.getByRole('button', { name: 'Exportar' })).toBeDefined();
  happyDOM.setViewport({ width: 1280, height: 800 });
});

it('offers the export only with its grant, and the screen to an admin only with it', async () => {
  server(profile({ grants: ['extract.export'] }));
  await show(<Extract />, '/extract');
  expect(await screen.findByRole('button', { name: 'Exportar' })).toBeDefined();
  cleanup();
  server(profile({ profile: 'admin' }));
  await show(<Extract />, '/extract');
  expect(await screen.findByText('Esta tela não faz parte do seu acesso')).toBeDefined();
});
