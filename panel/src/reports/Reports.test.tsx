import { Refusal } from '@ramal/contract/api/errors';
import { getReports } from '@ramal/contract/reports';
import { getProfile } from '@ramal/contract/sessions';
import { cleanup, screen, within } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { profile } from '../lines/test/answers.ts';
import { answering, show } from '../lines/test/screen.tsx';
import { Reports } from './Reports.tsx';

const months = ['06/2026', '07/2026', '08/2026', '09/2026', '10/2026', '11/2026'];
const users = (...counts: number[]) =>
  months.map((mes, index) => ({ mes, users: counts[index] ?? 0 }));
const money = (...sums: number[]) =>
  Object.fromEntries(months.map((mes, index) => [mes, sums[index] ?? 0]));
const answer = {
  financeiro: money(0, 0, 0, 0, 1300.5, 650.3),
  financeiro_proprio: money(0, 0, 0, 0, 1000, 650),
  novos_usuarios_iptv: users(0, 0, 0, 0, 30, 12),
  novos_usuarios_p2p: users(0, 0, 0, 0, 8, 4),
  novos_usuarios_migrados: users(),
  novos_usuarios_importados: users(),
  renovacoes: users(),
  vencimentos: users(),
  creditos: months.map((mes) => ({
    mes,
    recebidos: 0,
    consumidos: 0,
    enviados: mes === '11/2026' ? 12.5 : 0,
  })),
  as_of: '21/11/2026 12:00' as string | null,
};
const server = (says: () => unknown = () => answer, me = profile()) =>
  answering([
    [getProfile, () => me],
    [getReports, says],
  ]);

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

describe('«Relatórios»', () => {
  it('compares this month with the last one and lists every number in a table', async () => {
    server();
    await show(<Reports />, '/reports');
    const sales = await screen.findByRole('table', { name: 'Vendas de créditos', hidden: true });
    const rows = within(sales)
      .getAllByRole('row', { hidden: true })
      .map((row) => row.textContent);
    expect(rows.slice(0, 3)).toEqual([
      'MêsVocêSua rede',
      'novembro de 2026R$ 650,00R$ 0,30',
      'outubro de 2026R$ 1.000,00R$ 300,50',
    ]);
    expect(rows).toHaveLength(7);
    const card = screen.getByRole('heading', { name: 'Novos usuários' }).closest('section')!;
    expect(card.textContent).toContain('IPTV12out: 30');
  });

  it('links each figure to the rows of its month (Q-COUNTS)', async () => {
    server();
    await show(<Reports />, '/reports');
    const links = async (chart: string, month: string) => {
      const table = await screen.findByRole('table', { name: chart, hidden: true });
      const row = within(table)
        .getByRole('rowheader', { name: month, hidden: true })
        .closest('tr')!;
      return within(row)
        .getAllByRole('link', { hidden: true })
        .map((link) => decodeURIComponent(link.getAttribute('href')!));
    };
    expect(await links('Novos usuários', 'outubro de 2026')).toEqual([
      '/log?group=new&month=10&year=2026&logType=1',
      '/log?group=new&month=10&year=2026&logType=2',
      '/log?group=migrated&month=10&year=2026',
      '/log?group=imported&month=10&year=2026',
    ]);
    expect(await links('Vendas de créditos', 'novembro de 2026')).toEqual([
      '/extract?month=2026-11',
      '/extract?month=2026-11&network=true',
    ]);
    const card = screen.getByRole('heading', { name: 'Créditos' }).closest('section')!;
    expect(within(card).getAllByRole('link', { name: '12,5' })).not.toHaveLength(0);
  });

  it('links an admin without the statement only to the log', async () => {
    server(() => answer, profile({ profile: 'admin', credits: null }));
    await show(<Reports />, '/reports');
    const table = await screen.findByRole('table', { name: 'Créditos', hidden: true });
    expect(within(table).queryByRole('link', { hidden: true })).toBeNull();
  });

  it('shows a text instead of a chart without data', async () => {
    server();
    await show(<Reports />, '/reports');
    const card = (await screen.findByRole('heading', { name: 'Renovações e vencimentos' })).closest(
      'section',
    )!;
    expect(within(card).getByText('Nada nestes seis meses')).toBeDefined();
    expect(within(card).queryByText('Ver números')).toBeNull();
  });

  it('states to an admin that the figures are of the whole network', async () => {
    server(() => answer, profile({ profile: 'admin', credits: null }));
    await show(<Reports />, '/reports');
    expect(await screen.findByRole('table', { name: 'Créditos', hidden: true })).toBeDefined();
    expect(screen.getAllByText('Emitidos').length).toBeGreaterThan(0);
    expect(screen.getByText(/de toda a rede, somados em 21\/11\/2026 12:00/)).toBeDefined();
  });

  it('shows a text until the figures are summed, and an error when they cannot be read', async () => {
    server(() => ({ ...answer, as_of: null }));
    await show(<Reports />, '/reports');
    expect(await screen.findByText('Somando os números')).toBeDefined();
    cleanup();
    server(() => {
      throw new Refusal('internal');
    });
    await show(<Reports />, '/reports');
    expect(await screen.findByText('Não deu para carregar os relatórios')).toBeDefined();
  });
});
