// @vitest-environment happy-dom
import { Refusal } from '@ramal/contract/api/errors';
import { cleanTrials, countTrials } from '@ramal/contract/lines/clean-trials';
import {
  countIptvLines,
  exportIptvLines,
  listAllIptvLines,
  listIptvLines,
} from '@ramal/contract/lines/iptv-lines';
import { restoreLine } from '@ramal/contract/lines/lines';
import { p2pLines } from '@ramal/contract/lines/p2p-lines';
import { getProfile } from '@ramal/contract/sessions';
import { getTask, type Task } from '@ramal/contract/tasks';
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Lines } from './Lines.tsx';
import { p2pPlatform } from '../platforms/p2p.ts';
import { counts, lineListAnswer, profile, row } from '../test/answers.ts';
import { bodyRow, hidden, open, server } from '../test/list.tsx';
import { p2pPage, p2pRow } from '../test/p2p.tsx';
import { calls, show } from '../test/screen.tsx';

let saved: string[];
beforeEach(() => {
  sized(1280);
  saved = [];
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (
    this: HTMLAnchorElement,
  ) {
    saved.push(this.download);
  });
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

const sized = (width: number): void =>
  (window as unknown as { happyDOM: { setViewport: (size: object) => void } }).happyDOM.setViewport(
    { width, height: 844 },
  );

/** The sheet's code loads first, which may take long on a busy machine. */
const slowly = { timeout: 10_000 };

const done: Task = {
  id: 7,
  kind: 'export-lines',
  state: 'done',
  done: 1,
  total: 1,
  message: '',
  createdAtTimestamp: 1_790_000_000,
  finishedAtTimestamp: 1_790_000_001,
};
const started = (file: string) => ({
  message: 'ok',
  url: '/api/files/abc',
  file,
  task: { ...done, state: 'waiting' as const },
});

it('opens the last page when the page in the address is past the end', async () => {
  const requests = server(({ query }) => ({
    ...lineListAnswer(...(query.page === '2' ? [row({ username: '84920175' })] : [])),
    total: 11,
    current_page: Number(query.page ?? 1),
    last_page: 2,
  }));
  const { search } = await open('/users-iptv?page=7');
  await waitFor(() => expect(search()).toMatchObject({ page: 2 }));
  expect(await screen.findByText('84920175')).toBeTruthy();
  expect(calls(requests, listIptvLines).map(({ query }) => query.page)).toEqual(['7', '2']);
});

describe('«Exportar Excel» of a list', () => {
  it('sends the filters of the list without its page, and saves the file', async () => {
    const requests = server(
      () => lineListAnswer(row()),
      [exportIptvLines, () => started('UsersIPTV.xlsx')],
      [getTask, () => done],
    );
    await open('/users-iptv?search=celia&status=Teste&sort=username&dir=desc&page=3');
    fireEvent.click(await screen.findByRole('button', { name: 'Exportar Excel' }));
    await waitFor(() => expect(saved).toEqual(['UsersIPTV.xlsx']), { timeout: 5000 });
    expect(calls(requests, exportIptvLines)[0]!.body).toEqual({
      search: 'celia',
      status: 'Teste',
      expired: false,
      sort: 'username',
      dir: 'desc',
      reseller_id: 0,
    });
  });

  it('sends the wire names of the P2P calls', async () => {
    const requests = server(
      () => lineListAnswer(),
      [p2pLines.list, () => p2pPage(p2pRow())],
      [p2pLines.count, () => counts],
      [p2pLines.exportSheet, () => started('UsersP2P.xlsx')],
      [getTask, () => done],
    );
    await show(<Lines platform={p2pPlatform} />, '/users-p2p?status=Teste&sort=username');
    fireEvent.click(await screen.findByRole('button', { name: 'Exportar Excel' }));
    await waitFor(() => expect(saved).toEqual(['UsersP2P.xlsx']), { timeout: 5000 });
    expect(calls(requests, p2pLines.exportSheet)[0]!.body).toMatchObject({
      status: 2,
      sort: 'name',
    });
  });

  it('shows a text for an empty export (M-49)', async () => {
    server(
      () => lineListAnswer(),
      [
        exportIptvLines,
        () => {
          throw new Refusal('nothing_to_export');
        },
      ],
    );
    await open();
    fireEvent.click(await screen.findByRole('button', { name: 'Exportar Excel' }));
    expect(await screen.findByText('Não há dados para exportar.')).toBeTruthy();
    expect(saved).toEqual([]);
  });
});

describe('filter «Excluídos»', () => {
  const gone = row({
    deleted_at_timestamp: 1_795_000_000,
    restorable_until_timestamp: 1_797_592_000,
  });
  const asAdmin = (...more: Parameters<typeof server>[1][]) =>
    server(
      () => lineListAnswer(),
      [getProfile, () => profile({ profile: 'admin', credits: null })],
      [listAllIptvLines, ({ query }) => lineListAnswer(...(query.deleted ? [gone] : []))],
      ...more,
    );

  it('lists deleted lines for an admin, who can restore one after a confirmation', async () => {
    const requests = asAdmin([restoreLine, () => ({ id: 1, message: 'ok' })]);
    const { search } = await open();
    fireEvent.click(await screen.findByRole('radio', { name: /Excluídos/ }));
    const buttons = within(await bodyRow(gone.username)).getAllByRole('button');
    expect(buttons.map((button) => button.textContent)).toEqual(['Restaurar']);
    expect(search()).toEqual({ deleted: true });
    fireEvent.click(buttons[0]!);
    await screen.findByText('Restaurar este usuário?');
    expect(calls(requests, restoreLine)).toEqual([]);
    fireEvent.click(await screen.findByRole('button', { name: 'Sim, restaurar' }));
    await screen.findByText('Usuário restaurado');
    expect(calls(requests, restoreLine).map(({ path }) => path)).toEqual(['/api/restore-line/1']);
  });

  it('shows why a line cannot be restored', async () => {
    asAdmin([
      restoreLine,
      () => {
        throw new Refusal('line_owner_deleted', { values: { owner: 'marcelo' } });
      },
    ]);
    await open('/users-iptv?deleted=true');
    fireEvent.click(within(await bodyRow(gone.username)).getByRole('button'));
    fireEvent.click(await screen.findByRole('button', { name: 'Sim, restaurar' }));
    const reason = 'O dono desta linha também foi excluído. Restaure primeiro a revenda marcelo.';
    expect(await screen.findByText(reason)).toBeTruthy();
  });

  it('is not offered to other accounts, even by the address', async () => {
    const requests = server(() => lineListAnswer(row()));
    await open('/users-iptv?deleted=true');
    await bodyRow(row().username);
    expect(screen.queryByRole('radio', { name: /Excluídos/ })).toBeNull();
    expect(calls(requests, listIptvLines)[0]!.query).not.toHaveProperty('deleted');
  });
});

describe('«Limpar testes»', () => {
  const some = { all: 12, running: 2, older_than_15_days: 0, older_than_7_days: 5 };
  const choose = async (name: string) => {
    fireEvent.click(await screen.findByRole('button', { name: 'Limpar testes' }));
    fireEvent.click(await screen.findByRole('menuitem', { name, ...hidden }));
  };

  it('shows «Limpar testes» as the last button above the list', async () => {
    server(() => lineListAnswer(row()));
    await open();
    await screen.findByRole('button', { name: 'Limpar testes' });
    const header = document.querySelector<HTMLElement>('[data-page-header]')!;
    expect(within(header).getAllByRole('button').at(-1)!.textContent).toBe('Limpar testes');
  });

  it('confirms each of three choices with its count, and shows the final count (S-IPTVLIST-07 to 09)', async () => {
    const requests = server(
      () => lineListAnswer(row()),
      [countTrials, () => some],
      [cleanTrials, () => ({ count: 4, message: 'ok' })],
    );
    await open();
    await choose('Criados há mais de 15 dias');
    await screen.findByText('Nenhum teste para limpar');
    await choose('Criados há mais de 7 dias');
    await screen.findByText('Limpar 5 testes?');
    await screen.findByText('Ninguém perde o acesso: todos já venceram.');
    expect(calls(requests, cleanTrials)).toEqual([]);
    fireEvent.click(screen.getByRole('button', { name: 'Sim, limpar' }));
    await screen.findByText('4 testes limpos');
    expect(calls(requests, cleanTrials)[0]!.body).toEqual({ range: 3 });
    await waitFor(() => expect(calls(requests, countIptvLines).length).toBeGreaterThan(1));
  });

  it('warns of running tests when all tests are selected', async () => {
    server(() => lineListAnswer(row()), [countTrials, () => some]);
    await open();
    await choose('Todos os testes');
    await screen.findByText('Limpar 12 testes?');
    expect(await screen.findByText('2 testes ainda valem')).toBeTruthy();
  });

  it('is in the filter sheet on the phone', async () => {
    sized(390);
    const requests = server(
      () => lineListAnswer(row()),
      [countTrials, () => some],
      [cleanTrials, () => ({ count: 5, message: 'ok' })],
    );
    await open();
    fireEvent.click(await screen.findByRole('button', { name: 'Filtros' }));
    const sheet = await screen.findByRole('dialog', { name: 'Filtros' }, slowly);
    const seven = () =>
      within(sheet).getByRole<HTMLButtonElement>('button', {
        name: /há mais de 7 dias/,
        ...hidden,
      });
    await waitFor(() => expect(seven().disabled).toBe(false));
    expect(seven().textContent).toContain('5');
    fireEvent.click(seven());
    fireEvent.click(await screen.findByRole('button', { name: 'Sim, limpar' }));
    await screen.findByText('5 testes limpos');
    expect(calls(requests, cleanTrials)[0]!.body).toEqual({ range: 3 });
  });

  it('is shown only in the list of own IPTV lines', async () => {
    server(
      () => lineListAnswer(row()),
      [p2pLines.list, () => p2pPage(p2pRow())],
      [p2pLines.count, () => counts],
    );
    await open('/users-iptv?reseller_id=tree');
    await bodyRow(row().username);
    expect(screen.queryByRole('button', { name: 'Limpar testes' })).toBeNull();
    cleanup();
    await show(<Lines platform={p2pPlatform} />, '/users-p2p');
    await bodyRow('dona.celia');
    expect(screen.queryByRole('button', { name: 'Limpar testes' })).toBeNull();
  });
});
