import { getLog } from '@ramal/contract/logs';
import { searchResellers } from '@ramal/contract/resellers/reseller-tree';
import { getProfile } from '@ramal/contract/sessions';
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { profile } from '../lines/test/answers.ts';
import { answering, calls, show } from '../lines/test/screen.tsx';
import { Log } from './Log.tsx';
import { logYears } from './months.ts';
import { parseLogText } from './LogText.tsx';

const row = {
  id: null,
  source: 1 as const,
  revenda: 'loja-norte',
  revenda_id: 5,
  usuario: '84920175',
  autor: 'marcelo',
  acao: '<b>Linha renovada</b>: vencimento 10/11/2026 14:00 → 10/12/2026 14:00',
  date: '21/11/2026 05:41',
  ip: '192.0.2.7',
};
const page = (logs: object[]) => ({
  logs,
  resellers: [{ id: 5, username: 'loja-norte' }],
  total: logs.length,
  total_exact: true,
  current_page: 1,
  per_page: 10,
  last_page: 1,
});
const server = (grants: string[] = [], logs: object[] = [row]) =>
  answering([
    [getProfile, () => ({ ...profile(), grants })],
    [getLog, () => page(logs)],
    [searchResellers, () => ({ found: [], more: false })],
  ]);

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

describe('text of a log entry', () => {
  const drawn = (html: string) => render(<p>{parseLogText(html)}</p>).container.querySelector('p')!;

  it('renders bold and plain text, and no other markup', () => {
    expect(drawn('<b>Ação</b>: a &lt;b&gt; &amp;amp; &quot;x&#39;').innerHTML).toBe(
      '<b>Ação</b>: a &lt;b&gt; &amp;amp; "x\'',
    );
    const hostile = drawn(
      '<b><img src=x onerror=alert(1)></b><script>alert(2)</script><b onclick=x>y</b>',
    );
    expect(hostile.querySelectorAll('img, script, [onclick]')).toHaveLength(0);
    expect(hostile.textContent).toContain('<script>alert(2)</script>');
  });
});

describe('«Logs Geral»', () => {
  it('shows events with their author; ids, DNS Premium and export require their grants', async () => {
    server();
    await show(<Log />, '/log');
    expect((await screen.findByText('Linha renovada')).tagName).toBe('B');
    expect(screen.getByText('por marcelo')).toBeDefined();
    expect(screen.queryByRole('columnheader', { name: 'ID' })).toBeNull();
    expect(screen.queryByRole('button', { name: 'Exportar' })).toBeNull();
    fireEvent.click(screen.getByRole('button', { name: 'Tipo: Todos' }));
    await screen.findByRole('menuitem', { name: 'IPTV' });
    expect(screen.queryByText('DNS Premium')).toBeNull();
    cleanup();
    server(['logs.ids', 'logs.export', 'logs.dns-premium'], [{ ...row, id: 77 }]);
    await show(<Log />, '/log');
    expect(await screen.findByRole('columnheader', { name: 'ID' })).toBeDefined();
    expect(await screen.findByRole('button', { name: 'Exportar' })).toBeDefined();
    fireEvent.click(screen.getByRole('button', { name: 'Tipo: Todos' }));
    expect(await screen.findByText('DNS Premium')).toBeDefined();
  });

  it('requests what the address selects, and hides the type column when one type is selected', async () => {
    const requests = server();
    await show(<Log />, '/log?reseller=5&month=6&year=2026&log_type=1&search=norte&per_page=30');
    await screen.findByText('Linha renovada');
    expect(calls(requests, getLog)[0]!.query).toEqual({
      reseller: '5',
      month: '6',
      year: '2026',
      log_type: '1',
      search: 'norte',
      page: '1',
      per_page: '30',
      sort: 'date',
      dir: 'desc',
    });
    expect(screen.queryByRole('columnheader', { name: 'Tipo' })).toBeNull();
    expect(await screen.findByDisplayValue('loja-norte')).toBeDefined();
  });

  it('filters in its toolbar and links to the own log', async () => {
    const requests = server();
    await show(<Log />, '/log');
    await screen.findByText('Linha renovada');
    const search = screen.getByRole('searchbox', { name: 'Buscar' });
    fireEvent.change(search, { target: { value: ' créditos ' } });
    fireEvent.keyDown(search, { key: 'Enter' });
    await waitFor(() => expect(calls(requests, getLog).at(-1)!.query.search).toBe('créditos'));
    fireEvent.click(screen.getByRole('radio', { name: 'Meus Logs' }));
    await waitFor(() =>
      expect(calls(requests, getLog).at(-1)!.query.reseller).toBe(String(profile().id)),
    );
  });

  it('shows search, filter button and account select above the first entry on the phone', async () => {
    const { happyDOM } = window as unknown as {
      happyDOM: { setViewport: (size: object) => void };
    };
    happyDOM.setViewport({ width: 390, height: 800 });
    const requests = server();
    await show(<Log />, '/log?log_type=1');
    await screen.findByText('Linha renovada');
    expect(screen.getByRole('button', { name: 'Meus Logs' })).toBeDefined();
    fireEvent.click(screen.getByRole('button', { name: 'Filtrar: 1' }));
    fireEvent.click(await screen.findByRole('radio', { name: 'Junho' }));
    await waitFor(() => expect(calls(requests, getLog).at(-1)!.query.month).toBe('6'));
    fireEvent.click(screen.getByRole('button', { name: 'Limpar' }));
    await waitFor(() => expect(calls(requests, getLog).at(-1)!.query.log_type).toBe('-1'));
    happyDOM.setViewport({ width: 1280, height: 800 });
  });

  it('shows a text for a month without events', async () => {
    server([], []);
    await show(<Log />, '/log?month=2&year=2024');
    expect(await screen.findByText('Nada aconteceu em fevereiro de 2024')).toBeDefined();
  });

  it('offers the years from 2022 to the current one, and at least 2025', () => {
    expect(logYears(new Date('2026-11-21T12:00:00Z'))).toEqual([2026, 2025, 2024, 2023, 2022]);
    expect(logYears(new Date('2023-01-02T12:00:00Z'))[0]).toBe(2025);
  });
});
