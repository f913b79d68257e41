import { Refusal } from '@ramal/contract/api/errors';
import { getDashboard } from '@ramal/contract/dashboard';
import {
  countIptvLines,
  extendIptvLine,
  getIptvLinks,
  listAllIptvLines,
  listIptvLines,
} from '@ramal/contract/lines/iptv-lines';
import { recordRenewalMessage } from '@ramal/contract/lines/messages';
import { getProfile } from '@ramal/contract/sessions';
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { counts, created, lineListAnswer, ME, profile, row } from '../test/answers.ts';
import { bodyRow, readRowMenu, open, server, totals } from '../test/list.tsx';
import { recordOpened } from '../test/opened.ts';
import { answering, calls } from '../test/screen.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

describe('actions of a line', () => {
  const all = [
    'On/Off',
    'Estender',
    'Vencimento p/23:59',
    'Confiança ao cliente (Adicionar 48 Horas)',
    'Editar',
    'Links',
    'Link de renovação',
    'Lembretes',
    'Preço do cliente',
    'Histórico',
    'Quem assiste',
    'Caixas',
    'Nova senha',
    'Recriar Linha',
    'Ativar Prime',
    'Ativar Lazer Play',
    'Retroceder vencimento',
    'Deletar',
  ];
  const without = (...gone: string[]) => all.filter((name) => !gone.includes(name));
  const ofTest = without(
    'Vencimento p/23:59',
    'Confiança ao cliente (Adicionar 48 Horas)',
    'Retroceder vencimento',
    'Link de renovação',
    'Lembretes',
    'Preço do cliente',
  ).map((name) => (name === 'Estender' ? 'Ativar como oficial' : name));

  it.each([
    ['offers all actions for an active official line', row(), true, all],
    ['offers all actions for a disabled official line', row({ status: 'Desativado' }), true, all],
    [
      'offers promotion but no extension for a test',
      row({ status: 'Teste', is_trial: true, rollback_min: null }),
      false,
      ofTest,
    ],
    [
      'offers promotion but no extension for a disabled test',
      row({ status: 'Desativado', is_trial: true, rollback_min: null }),
      false,
      ofTest,
    ],
    [
      'does not offer 23:59 for an expired line',
      row({ days: -2 }),
      true,
      without('Vencimento p/23:59'),
    ],
    [
      'does not offer 23:59 for a line that ends at 23:59',
      row({ exp_date_timestamp: Date.parse('2100-01-01T23:59:00-03:00') / 1000 }),
      true,
      without('Vencimento p/23:59'),
    ],
    [
      'does not offer trust a second time',
      row({ trusted: true }),
      true,
      without('Confiança ao cliente (Adicionar 48 Horas)'),
    ],
    [
      'does not offer a roll-back without an earlier day',
      row({ rollback_min: null }),
      true,
      without('Retroceder vencimento'),
    ],
  ])('%s', async (_case, line, renewable, menu) => {
    server(() => lineListAnswer(line));
    await open();
    const buttons = within(await bodyRow(line.username));
    expect(buttons.queryByRole('button', { name: `Mais 30 dias: ${line.username}` }) !== null).toBe(
      renewable,
    );
    expect(await readRowMenu(line.username)).toEqual(menu);
  });
});

describe('list address', () => {
  it('requests what the address selects, with the specified defaults', async () => {
    const requests = server(() => lineListAnswer(row()));
    await open(
      '/users-iptv?search=celia&status=Teste&expiring=2&sort=username&dir=desc&page=3&per_page=30',
    );
    await bodyRow('84920175');
    expect(calls(requests, listIptvLines)[0]?.query).toEqual({
      search: 'celia',
      status: 'Teste',
      expiring: '2',
      sort: 'username',
      dir: 'desc',
      page: '3',
      per_page: '30',
      reseller_id: '0',
    });
    cleanup();
    await open();
    await bodyRow('84920175');
    expect(calls(requests, listIptvLines).at(-1)?.query).toEqual({
      sort: 'exp_date',
      dir: 'asc',
      page: '1',
      per_page: '10',
      reseller_id: '0',
    });
  });

  it('stores each choice in the address, and returns to the first page for a new filter', async () => {
    server(() => lineListAnswer(row()));
    const { search } = await open('/users-iptv?page=3');
    await bodyRow('84920175');
    fireEvent.click(screen.getByRole('radio', { name: /^Desativado/ }));
    await waitFor(() => expect(search()).toEqual({ status: 'Desativado' }));
    fireEvent.click(screen.getByRole('button', { name: 'Usuário' }));
    await waitFor(() =>
      expect(search()).toEqual({ status: 'Desativado', sort: 'username', dir: 'asc' }),
    );
    fireEvent.click(screen.getByRole('radio', { name: 'Toda a rede' }));
    await waitFor(() => expect(search()).toMatchObject({ resellerId: 'tree' }));
  });

  it('requests the lines of the reseller in the path and names their owner', async () => {
    const requests = server(() =>
      lineListAnswer(row({ id_res: 77, reseller: { username: 'carla.sul' } })),
    );
    await open('/users-iptv/77');
    expect(
      await screen.findByText('Linhas de carla.sul. Renovar aqui gasta os seus créditos.'),
    ).toBeDefined();
    expect(calls(requests, listIptvLines)[0]?.query.reseller_id).toBe('77');
    expect(within(await bodyRow('84920175')).getByText('carla.sul')).toBeDefined();
  });
});

describe('+30 days on a line', () => {
  it('confirms cost and new expiry, sends a key, and shows a toast with message and receipt (S-PROD-08)', async () => {
    const later = row({ days: 40 });
    const requests = server(
      () => lineListAnswer(calls(requests, extendIptvLine).length > 0 ? later : row()),
      [
        extendIptvLine,
        () => ({
          ...later,
          message: 'ok',
          exp_date_formatted: later.exp_date,
          charged: 1,
          balance: 41.4,
        }),
      ],
      [getIptvLinks, () => created({ id: 1, username: '84920175', whatsapp: '5592955550118' })],
    );
    const opened = recordOpened();
    await open();
    fireEvent.click(
      within(await bodyRow('84920175')).getByRole('button', { name: 'Mais 30 dias: 84920175' }),
    );
    const question = await screen.findByRole('alertdialog');
    expect(
      within(question).getByText(/^Debitar 1 crédito e renovar até \d\d\/\d\d\/\d{4}\?$/),
    ).toBeDefined();
    expect(within(question).getByText('41,4')).toBeDefined();
    fireEvent.click(within(question).getByRole('button', { name: 'Sim, renovar' }));
    const ending = within((await screen.findByText(/^Renovado até /)).closest('[data-toast]')!);
    expect(ending.getByText('Dona Célia · saldo 41,4')).toBeDefined();
    expect(calls(requests, extendIptvLine)).toMatchObject([
      { body: { action: 1, credits: 1 }, key: expect.stringMatching(/^[0-9a-f-]{36}$/) },
    ]);
    expect(calls(requests, listIptvLines).length).toBeGreaterThan(1);
    expect(calls(requests, getProfile).length).toBeGreaterThan(1);
    fireEvent.click(ending.getByRole('button', { name: 'Enviar' }));
    await waitFor(() => expect(opened).toHaveLength(1));
    expect(opened[0]).toMatch(/^https:\/\/wa\.me\/5592955550118\?/);
    expect(opened[0]).toContain('Oi! Renovação confirmada.');
    // The toast stays after the message was sent.
    expect(ending.getByRole('button', { name: 'Fechar o aviso' })).toBeDefined();
    fireEvent.click(ending.getByRole('button', { name: 'Recibo' }));
    expect(await screen.findByText('1 crédito debitado · saldo 41,4')).toBeDefined();
  });

  it('shows the same toast after «Estender», and «Enviar» prompts for a missing number', async () => {
    const later = row({ days: 70 });
    server(
      () => lineListAnswer(row()),
      [
        extendIptvLine,
        () => ({
          ...later,
          message: 'ok',
          exp_date_formatted: later.exp_date,
          charged: 2,
          balance: 40.4,
        }),
      ],
      [getIptvLinks, () => created({ id: 1, username: '84920175' })],
    );
    const opened = recordOpened();
    await open('/users-iptv?dialog=extend&line=1');
    fireEvent.click(await screen.findByRole('button', { name: /^Sim, estender/ }));
    expect(await screen.findByText(/^Renovado até /)).toBeDefined();
    fireEvent.click(screen.getByRole('button', { name: 'Enviar' }));
    const number = await screen.findByLabelText(/^WhatsApp/);
    fireEvent.change(number, { target: { value: '92955550118' } });
    fireEvent.click(screen.getByRole('checkbox', { name: 'Guardar este número na linha' }));
    fireEvent.click(screen.getByRole('button', { name: /^Enviar (no WhatsApp$|para )/ }));
    await waitFor(() => expect(opened).toHaveLength(1));
    expect(opened[0]).toContain('Oi! Renovação confirmada.');
  });

  it('«Renovar e enviar» renews once and opens the conversation with the text of a renewal', async () => {
    const later = row({ days: 40 });
    const requests = server(
      () => lineListAnswer(row()),
      [
        extendIptvLine,
        () => ({
          ...later,
          message: 'ok',
          exp_date_formatted: later.exp_date,
          charged: 1,
          balance: 41.4,
        }),
      ],
      [getIptvLinks, () => created({ id: 1, username: '84920175', whatsapp: '5592955550118' })],
    );
    const opened = recordOpened();
    await open();
    fireEvent.click(
      within(await bodyRow('84920175')).getByRole('button', { name: 'Mais 30 dias: 84920175' }),
    );
    fireEvent.click(await screen.findByRole('button', { name: 'Renovar e enviar' }));
    await waitFor(() => expect(opened).toHaveLength(1));
    expect(opened[0]).toContain('wa.me/5592955550118?text=Oi! Renovação confirmada.');
    expect(opened[0]).not.toContain('Senha');
    expect(calls(requests, extendIptvLine)).toHaveLength(1);
    expect(calls(requests, recordRenewalMessage)[0]?.body).toEqual({ outcome: 'opened' });
    // The browser may have blocked the popup, so the toast still offers the message.
    expect(screen.getByRole('button', { name: 'Fechar o aviso' })).toBeDefined();
  });

  it('keeps the confirmation open with the reason when the renewal is rejected', async () => {
    server(
      () => lineListAnswer(row()),
      [
        extendIptvLine,
        () => {
          throw new Refusal('insufficient_credits');
        },
      ],
    );
    await open();
    fireEvent.click(
      within(await bodyRow('84920175')).getByRole('button', { name: 'Mais 30 dias: 84920175' }),
    );
    fireEvent.click(await screen.findByRole('button', { name: 'Sim, renovar' }));
    expect(await screen.findByText('Créditos insuficientes')).toBeDefined();
    expect(screen.queryByText(/^Renovado até/)).toBeNull();
    fireEvent.click(screen.getByRole('button', { name: 'Não' }));
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  });

  it('names the paying account for the line of a descendant', async () => {
    server(() =>
      lineListAnswer(
        row({ id_res: 77, reseller: { username: 'carla.sul' } }),
        row({ id: 2, username: '11112222', id_res: ME }),
      ),
    );
    await open('/users-iptv?reseller_id=tree');
    fireEvent.click(
      within(await bodyRow('84920175')).getByRole('button', { name: 'Mais 30 dias: 84920175' }),
    );
    expect((await screen.findByRole('alertdialog')).textContent).toContain(
      'A linha é de carla.sul. Quem paga é você.',
    );
    fireEvent.click(screen.getByRole('button', { name: 'Não' }));
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    fireEvent.click(
      within(await bodyRow('11112222')).getByRole('button', { name: 'Mais 30 dias: 11112222' }),
    );
    expect((await screen.findByRole('alertdialog')).textContent).not.toContain('Quem paga é você');
  });
});

it('shows an admin the lines of all accounts, and states that no reseller pays', async () => {
  const requests = answering([
    [getProfile, () => profile({ id: 1, profile: 'admin', credits: null })],
    [getDashboard, () => totals],
    [countIptvLines, () => counts],
    [listAllIptvLines, () => lineListAnswer(row())],
  ]);
  await open();
  fireEvent.click(
    within(await bodyRow('84920175')).getByRole('button', { name: 'Mais 30 dias: 84920175' }),
  );
  expect((await screen.findByRole('alertdialog')).textContent).toContain(
    'A linha é de marcelo. O crédito sai da administração, não da revenda.',
  );
  expect(calls(requests, countIptvLines)[0]?.query).toEqual({ reseller_id: 'all' });
  expect(screen.queryByRole('link', { name: 'Criar usuário' })).toBeNull();
});

describe('states of the list', () => {
  it('offers to create the first line in an empty list', async () => {
    server(() => lineListAnswer());
    await open();
    expect(await screen.findByText('Você ainda não tem linhas IPTV')).toBeDefined();
  });

  it('repeats the search without results, names the filter and can clear it', async () => {
    server(() => lineListAnswer());
    const { search } = await open('/users-iptv?search=celia%20samsung&status=Teste');
    expect(await screen.findByText('Nada para “celia samsung”')).toBeDefined();
    fireEvent.click(screen.getByRole('button', { name: 'Procurar em todas' }));
    await waitFor(() => expect(search()).toEqual({ search: 'celia samsung' }));
  });

  it('shows the reason of a failed load', async () => {
    server(() => {
      throw new Refusal('reseller_not_found');
    });
    await open();
    expect((await screen.findByRole('alert')).textContent).toContain(
      'Não foi possível encontrar a revenda',
    );
  });
});
