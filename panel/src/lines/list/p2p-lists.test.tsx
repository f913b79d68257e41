import { getDashboard } from '@ramal/contract/dashboard';
import { getProfile } from '@ramal/contract/sessions';
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { Lines } from './Lines.tsx';
import { ME, profile } from '../test/answers.ts';
import { bodyRow, readRowMenu, totals } from '../test/list.tsx';
import { p2pCreated, p2pPage, p2pRow, p2pServer, pick, services } from '../test/p2p.tsx';
import { answering, calls as callsOf, show } from '../test/screen.tsx';

const oneLine = { total: 1, exact: true };

beforeEach(() => {
  sessionStorage.clear();
  // A wide screen shows all columns.
  const { happyDOM } = window as unknown as { happyDOM: { setViewport: (size: object) => void } };
  happyDOM.setViewport({ width: 1440, height: 900 });
});
// A list loads the dialogs after its first paint. They are loaded here, so that no test waits.
beforeAll(() =>
  Promise.all([import('../dialogs/LineDialogs.tsx'), import('../dialogs/line-confirmations.tsx')]),
);
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

describe.each(services)('list of %s lines', (label, { platform, calls }) => {
  const open = (search = '') =>
    show(<Lines platform={platform} />, platform.definition.listPath + search);

  it('shows the specified title, button and columns', async () => {
    p2pServer(calls, () => p2pPage(p2pRow()));
    await open();
    await bodyRow('dona.celia');
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe(
      `Listagem de Usuários ${label}`,
    );
    expect(screen.getByRole('button', { name: 'Atualizar' })).toBeDefined();
    expect(screen.getByRole('link', { name: 'Cria Usuário P2P' }).getAttribute('href')).toBe(
      platform.definition.createPath,
    );
    const headings = screen.getAllByRole('columnheader').map((heading) => heading.textContent);
    expect(headings.slice(0, 8)).toEqual([
      // Column of the checkboxes.
      '',
      'Usuário',
      'Senha',
      'Status',
      'Início',
      'Vencimento',
      'Dono',
      'Nota',
    ]);
    const sorts = ['Usuário', 'Início', 'Vencimento'];
    for (const name of sorts) expect(screen.getByRole('button', { name })).toBeDefined();
    const row = within(await bodyRow('dona.celia'));
    for (const text of ['Ativo', 'marcelo', 'k7Tq29xm', 'Dona Célia', 'TV da sala'])
      expect(row.getByText(text)).toBeDefined();
  });

  it('offers the specified actions and none of another platform', async () => {
    p2pServer(calls, () => p2pPage(p2pRow()));
    await open();
    expect(await readRowMenu('dona.celia')).toEqual([
      'On/Off',
      'Estender',
      'Vencimento p/23:59',
      'Confiança ao cliente (Adicionar 48 Horas)',
      'Editar',
      'Links',
      'Link de renovação',
      'Lembretes',
      'Preço do cliente',
      'Editar Nota',
      'Editar Pacote',
      'Histórico',
      'Nova senha',
      'Migrar IPTV',
      'Recriar Linha',
      'Sincronizar Linha',
      'Retroceder vencimento',
      'Deletar',
    ]);
  });

  it('explains a missing password with a text and offers no new password', async () => {
    p2pServer(calls, () => p2pPage(p2pRow({ pass: '-' })));
    await open();
    expect(
      within(await bodyRow('dona.celia')).getByText('somente ativação no painel'),
    ).toBeDefined();
    expect(await readRowMenu('dona.celia')).not.toContain('Nova senha');
  });

  it('sends the filters in the wire format and ignores an unknown filter', async () => {
    const requests = p2pServer(calls, () => p2pPage(p2pRow()));
    await open('?search=celia&status=Desativado&expiring=0&sort=created_at&dir=desc&page=2');
    await bodyRow('dona.celia');
    expect(callsOf(requests, calls.list)[0]?.query).toEqual({
      search: 'celia',
      status: '0',
      expiring: '0',
      sort: 'startTime',
      dir: 'desc',
      page: '2',
      per_page: '10',
      reseller_id: '0',
    });
    cleanup();
    await open('?status=online');
    await bodyRow('dona.celia');
    expect(callsOf(requests, calls.list).at(-1)?.query).toEqual({
      sort: 'endTime',
      dir: 'asc',
      page: '1',
      per_page: '10',
      reseller_id: '0',
    });
    const filters = within(screen.getByRole('radiogroup', { name: 'Status' }));
    expect(filters.getByRole('radio', { name: /^Todos/, checked: true })).toBeDefined();
    expect(
      filters
        .getAllByRole('radio')
        .map((radio) => radio.closest('label')?.textContent ?? radio.textContent),
    ).toEqual(['Todos3', 'Ativo3', 'Teste0', 'Desativado0']);
  });

  it.each([
    ['active', p2pRow(), 0],
    ['a running test', p2pRow({ status: 2, is_trial: true, rollback_min: null }), 0],
    ['off', p2pRow({ status: 0 }), 1],
    ['a test that is off', p2pRow({ status: 0, is_trial: true, rollback_min: null }), 1],
  ])('sends On/Off for a line that is %s', async (_case, line, on) => {
    const requests = p2pServer(calls, () => p2pPage(line), [
      calls.toggle,
      () => ({ ...line, message: 'ok' }),
    ]);
    await open();
    await pick('dona.celia', 'On/Off');
    const question = await screen.findByRole('alertdialog');
    // Ramal does not play P2P lines itself, so the text must not mention a picture that stops.
    expect(question.textContent).not.toMatch(/15 segundos|tocar|TV de/);
    fireEvent.click(within(question).getByRole('button', { name: /^Sim/ }));
    await screen.findByText(/^Usuário (ligado|desligado)$/);
    expect(callsOf(requests, calls.toggle).map(({ body }) => body)).toEqual([{ action: 0, on }]);
  });

  it('sends an idempotency key with +30 and shows the receipt of the platform', async () => {
    const later = p2pRow({ days: 40 });
    const requests = p2pServer(
      calls,
      () => p2pPage(callsOf(requests, calls.extend).length > 0 ? later : p2pRow()),
      [
        calls.extend,
        () => ({
          ...later,
          message: 'ok',
          exp_date_formatted: later.endTime,
          charged: 1,
          balance: 41.4,
        }),
      ],
      [calls.receipt, () => p2pCreated({ id: 1, name: 'dona.celia' })],
    );
    await open();
    fireEvent.click(
      within(await bodyRow('dona.celia')).getByRole('button', { name: 'Mais 30 dias: dona.celia' }),
    );
    fireEvent.click(await screen.findByRole('button', { name: 'Sim, renovar' }));
    fireEvent.click(await screen.findByRole('button', { name: 'Recibo' }));
    expect(await screen.findByText('1 crédito debitado · saldo 41,4')).toBeDefined();
    expect(await screen.findByRole('button', { name: /Copiar Simples/ })).toBeDefined();
    expect(callsOf(requests, calls.extend)).toMatchObject([
      { body: { action: 1, credits: 1 }, key: expect.stringMatching(/^[0-9a-f-]{36}$/) },
    ]);
  });

  it.each([
    ['Vencimento p/23:59', 'endOfDay', { action: 10 }],
    ['Confiança ao cliente (Adicionar 48 Horas)', 'trust', { action: 7 }],
    ['Deletar', 'remove', { action: 2 }],
  ] as const)('sends the action of «%s» after the confirmation', async (item, act, body) => {
    const line = p2pRow();
    const requests = p2pServer(calls, () => p2pPage(line), [
      calls[act],
      () => ({ ...line, message: 'ok', exp_date_formatted: line.endTime }),
    ]);
    await open();
    await pick('dona.celia', item);
    fireEvent.click(await screen.findByRole('button', { name: /^Sim/ }));
    await waitFor(() => expect(callsOf(requests, calls[act])).toHaveLength(1));
    expect(callsOf(requests, calls[act])[0]?.body).toEqual(body);
  });

  it('changes the user name only after a confirmation, and sends no other field', async () => {
    const line = p2pRow({ whatsapp: '5511955550142' });
    const requests = p2pServer(calls, () => p2pPage(line), [
      calls.edit,
      () => ({ ...line, message: 'ok' }),
    ]);
    await open();
    fireEvent.click(await bodyRow('dona.celia'));
    fireEvent.click(await screen.findByRole('button', { name: 'Trocar o usuário', hidden: true }));
    const field = await screen.findByRole('textbox', { name: 'Usuário', hidden: true });
    fireEvent.change(field, { target: { value: 'celia.sala' } });
    fireEvent.keyDown(field, { key: 'Enter' });
    fireEvent.click(await screen.findByRole('button', { name: 'Sim, trocar' }));
    await waitFor(() => expect(callsOf(requests, calls.edit)).toHaveLength(1));
    expect(callsOf(requests, calls.edit)[0]?.body).toEqual({
      action: 3,
      flagVencimento: 0,
      name: 'celia.sala',
    });
  });

  it('saves the note with «Editar Nota» when the focus leaves it, and keeps the name', async () => {
    const line = p2pRow();
    const requests = p2pServer(calls, () => p2pPage(line), [
      calls.editNote,
      () => ({ ...line, message: 'ok' }),
    ]);
    await open();
    await pick('dona.celia', 'Editar Nota');
    const note = await screen.findByRole('textbox', { name: 'Anotações', hidden: true });
    fireEvent.change(note, { target: { value: 'Quarto' } });
    fireEvent.blur(note);
    await waitFor(() =>
      expect(callsOf(requests, calls.editNote).map(({ body }) => body)).toEqual([
        { action: 4, nota: 'Dona Célia – Quarto' },
      ]),
    );
  });

  it('shows the current package in «Editar Pacote» and sends product_id', async () => {
    const line = p2pRow();
    const requests = p2pServer(calls, () => p2pPage(line), [
      calls.editProduct,
      () => ({ ...line, message: 'ok' }),
    ]);
    await open();
    await pick('dona.celia', 'Editar Pacote');
    expect(await screen.findByLabelText('PLANO COMPLETO SEM ADULTOS')).toHaveProperty(
      'checked',
      true,
    );
    expect(screen.queryByText('Manter plano atual')).toBeNull();
    fireEvent.click(screen.getByLabelText('PLANO COMPLETO'));
    fireEvent.click(screen.getByRole('button', { name: 'Salvar', hidden: true }));
    await waitFor(() =>
      expect(callsOf(requests, calls.editProduct).map(({ body }) => body)).toEqual([
        { action: 5, product_id: 1 },
      ]),
    );
  });

  it('shows an admin the lines of all accounts, without a button to create one', async () => {
    const requests = answering([
      [getProfile, () => profile({ id: 1, profile: 'admin', credits: null })],
      [getDashboard, () => totals],
      [calls.count, () => ({ all: oneLine, Ativo: oneLine, Teste: oneLine, Desativado: oneLine })],
      [calls.list, () => p2pPage(p2pRow())],
    ]);
    await open();
    await bodyRow('dona.celia');
    expect(callsOf(requests, calls.list)[0]?.query.reseller_id).toBe('tree');
    expect(callsOf(requests, calls.count)[0]?.query).toEqual({ reseller_id: 'tree' });
    expect(screen.queryByRole('link', { name: 'Cria Usuário P2P' })).toBeNull();
  });

  it('requests the lines of the reseller in the path and names the paying account', async () => {
    const requests = p2pServer(calls, () =>
      p2pPage(p2pRow({ id_res: ME + 1, reseller: { username: 'carla.sul' } })),
    );
    await open('/77');
    expect(
      await screen.findByText('Linhas de carla.sul. Renovar aqui gasta os seus créditos.'),
    ).toBeDefined();
    expect(callsOf(requests, calls.list)[0]?.query.reseller_id).toBe('77');
  });
});
