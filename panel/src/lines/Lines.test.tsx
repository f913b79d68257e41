import { getDashboard } from '@ramal/contract/dashboard';
import {
  countIptvLines,
  deleteIptvLine,
  editIptvLine,
  extendIptvLine,
  getIptvLinks,
  getIptvPackages,
  listIptvLines,
  renewLinePassword,
} from '@ramal/contract/lines';
import { getProfile } from '@ramal/contract/sessions';
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { iptvLines } from './iptv.ts';
import { Lines } from './Lines.tsx';
import { counts, created, listOf, ME, packages, profile, row } from './test/answers.ts';
import { answering, calls, No, type Says, show } from './test/screen.tsx';

const totals = {
  total_watching: 0, total_resellers: 3, total_resellers_under: 3, generate_tests: 0, credits: 42.4, tickets: 0,
  new_message: false, created_users: 0, next_goal: 0, users_iptv: 3, users_p2p: 0, expiring_iptv: 0, expiring_p2p: 0,
  iptv_tests: 0, p2p_tests: 0, total_new_users: 0, total_online: 0, as_of: '20/11/2026 14:32',
  childrens: { iptv_actives: 0, iptv_expired: 0, p2p_actives: 0, p2p_expired: 0, total_tests_iptv: 0, total_tests_p2p: 0 },
};

const server = (list: Says, ...more: Parameters<typeof answering>[0]) =>
  answering([
    [getProfile, () => profile()],
    [getDashboard, () => totals],
    [countIptvLines, () => counts],
    [listIptvLines, list],
    ...more,
  ]);

const open = (address = '/users-iptv') => show(<Lines platform={iptvLines} />, address);
/** Without a layout every menu stands outside the window, and Mantine hides what does. */
const hidden = { hidden: true };

const bodyRow = async (name: string) => (await screen.findByText(name)).closest('tr')!;

async function menuOf(name: string): Promise<(string | null)[]> {
  fireEvent.click(within(await bodyRow(name)).getByRole('button', { name: `Ações de ${name}` }));
  const items = await screen.findAllByRole('menuitem', hidden);
  return items.map((item) => item.querySelector('.mantine-Menu-itemLabel')!.textContent);
}

async function choose(name: string, item: string) {
  await menuOf(name);
  fireEvent.click(screen.getByRole('menuitem', { name: new RegExp(`^${item}`), ...hidden }));
}

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

describe('what a line is offered', () => {
  const all = [
    'On/Off', 'Estender', 'Vencimento p/23:59', 'Confiança ao cliente',
    'Editar', 'Links', 'Histórico', 'Nova senha',
    'Retroceder vencimento', 'Deletar',
  ];
  const without = (...gone: string[]) => all.filter((name) => !gone.includes(name));

  it.each([
    ['an active official line: everything', row(), true, all],
    ['a disabled one: the same', row({ status: 'Desativado' }), true, all],
    [
      'a test: nothing that would prolong it',
      row({ status: 'Teste', is_trial: true, rollback_min: null }),
      false,
      without('Estender', 'Vencimento p/23:59', 'Confiança ao cliente', 'Retroceder vencimento'),
    ],
    [
      'a test that is switched off: neither',
      row({ status: 'Desativado', is_trial: true, rollback_min: null }),
      false,
      without('Estender', 'Vencimento p/23:59', 'Confiança ao cliente', 'Retroceder vencimento'),
    ],
    ['a line that has expired: no 23:59', row({ days: -2 }), true, without('Vencimento p/23:59')],
    ['trust already given: not again', row({ trusted: true }), true, without('Confiança ao cliente')],
    ['no day left to roll back to', row({ rollback_min: null }), true, without('Retroceder vencimento')],
  ])('%s', async (_case, line, renewable, menu) => {
    server(() => listOf(line));
    await open();
    const buttons = within(await bodyRow(line.username));
    expect(buttons.queryByRole('button', { name: `Mais 30 dias: ${line.username}` }) !== null).toBe(renewable);
    expect(await menuOf(line.username)).toEqual(menu);
  });
});

describe('the address', () => {
  it('is what the list is asked with, and defaults are the documents’', async () => {
    const heard = server(() => listOf(row()));
    await open('/users-iptv?search=celia&status=Teste&expiring=2&sort=username&dir=desc&page=3&per_page=30');
    await bodyRow('84920175');
    expect(calls(heard, listIptvLines)[0]?.query).toEqual({
      search: 'celia', status: 'Teste', expiring: '2', sort: 'username', dir: 'desc', page: '3', per_page: '30', reseller_id: '0',
    });
    cleanup();
    await open();
    await bodyRow('84920175');
    expect(calls(heard, listIptvLines).at(-1)?.query).toEqual({
      sort: 'exp_date', dir: 'asc', page: '1', per_page: '10', reseller_id: '0',
    });
  });

  it('takes every choice, and a filter leads back to the first page', async () => {
    server(() => listOf(row()));
    const { search } = await open('/users-iptv?page=3');
    await bodyRow('84920175');
    fireEvent.click(screen.getByRole('radio', { name: /^Desativado/ }));
    await waitFor(() => expect(search()).toEqual({ status: 'Desativado' }));
    fireEvent.click(screen.getByRole('button', { name: 'Usuário' }));
    await waitFor(() => expect(search()).toEqual({ status: 'Desativado', sort: 'username', dir: 'asc' }));
    fireEvent.click(screen.getByRole('radio', { name: 'Toda a rede' }));
    await waitFor(() => expect(search()).toMatchObject({ reseller_id: 'tree' }));
  });

  it('a reseller in the path is asked for, and it is said whose lines these are', async () => {
    const heard = server(() => listOf(row({ id_res: 77, reseller: { username: 'carla.sul' } })));
    await open('/users-iptv/77');
    expect(await screen.findByText('Linhas de carla.sul. Quem renova é quem paga.')).toBeDefined();
    expect(calls(heard, listIptvLines)[0]?.query.reseller_id).toBe('77');
    expect(within(await bodyRow('84920175')).getByText('carla.sul')).toBeDefined();
  });
});

describe('+30', () => {
  it('asks with cost and new expiry, pays with a key, reads the list again and offers the receipt', async () => {
    const later = row({ days: 40 });
    const heard = server(
      () => listOf(calls(heard, extendIptvLine).length > 0 ? later : row()),
      [extendIptvLine, () => ({ ...later, message: 'ok', exp_date_formatted: later.exp_date, charged: 1, balance: 41.4 })],
      [getIptvLinks, () => created({ id: 1, username: '84920175' })],
    );
    await open();
    fireEvent.click(within(await bodyRow('84920175')).getByRole('button', { name: 'Mais 30 dias: 84920175' }));
    const question = await screen.findByRole('alertdialog');
    expect(within(question).getByText(/^Debitar 1 crédito e renovar até \d\d\/\d\d\/\d{4}\?$/)).toBeDefined();
    expect(within(question).getByText('41,4')).toBeDefined();
    fireEvent.click(within(question).getByRole('button', { name: 'Sim, renovar' }));
    expect(await screen.findByText('Mais 30 dias para Dona Célia')).toBeDefined();
    expect(screen.getByText(/ · saldo 41,4$/)).toBeDefined();
    expect(calls(heard, extendIptvLine)).toMatchObject([{ body: { action: 1, credits: 1 }, key: expect.stringMatching(/^[0-9a-f-]{36}$/) }]);
    expect(calls(heard, listIptvLines).length).toBeGreaterThan(1);
    expect(calls(heard, getProfile).length).toBeGreaterThan(1);
    fireEvent.click(screen.getByRole('button', { name: 'Recibo' }));
    expect(await screen.findByText('1 crédito debitado · saldo 41,4')).toBeDefined();
  });

  it('refused: the question stays and says why; nothing is announced', async () => {
    server(() => listOf(row()), [
      extendIptvLine,
      () => {
        throw new No('insufficient_credits');
      },
    ]);
    await open();
    fireEvent.click(within(await bodyRow('84920175')).getByRole('button', { name: 'Mais 30 dias: 84920175' }));
    fireEvent.click(await screen.findByRole('button', { name: 'Sim, renovar' }));
    expect(await screen.findByText('Créditos insuficientes')).toBeDefined();
    expect(screen.queryByText(/^Mais 30 dias para/)).toBeNull();
    fireEvent.click(screen.getByRole('button', { name: 'Não' }));
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  });

  it('on a line of someone below it says who pays', async () => {
    server(() => listOf(row({ id_res: 77, reseller: { username: 'carla.sul' } }), row({ id: 2, username: '11112222', id_res: ME })));
    await open('/users-iptv?reseller_id=tree');
    fireEvent.click(within(await bodyRow('84920175')).getByRole('button', { name: 'Mais 30 dias: 84920175' }));
    expect((await screen.findByRole('alertdialog')).textContent).toContain('A linha é de carla.sul. Quem paga é você.');
    fireEvent.click(screen.getByRole('button', { name: 'Não' }));
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    fireEvent.click(within(await bodyRow('11112222')).getByRole('button', { name: 'Mais 30 dias: 11112222' }));
    expect((await screen.findByRole('alertdialog')).textContent).not.toContain('Quem paga é você');
  });
});

it('Deletar starts on «Não», offers the gentler way, and does nothing until it is confirmed', async () => {
  const heard = server(() => listOf(row({ online: true, days: 9.5 })), [deleteIptvLine, () => ({ message: 'ok', id: 1 })]);
  await open();
  await choose('84920175', 'Deletar');
  const question = await screen.findByRole('alertdialog');
  expect(question.textContent).toContain('no meio do que está assistindo');
  expect(question.textContent).toContain('Os 9 dias que faltam se perdem. O crédito não volta para o seu saldo.');
  expect(question.textContent).toContain('Só quer pausar? Use On/Off.');
  expect(within(question).getByRole('button', { name: 'Não' }).dataset.autofocus).toBe('true');
  expect(calls(heard, deleteIptvLine)).toEqual([]);
  fireEvent.click(within(question).getByRole('button', { name: 'Sim, deletar' }));
  expect(await screen.findByText('Usuário deletado')).toBeDefined();
  expect(calls(heard, deleteIptvLine)).toMatchObject([{ body: { action: 2 } }]);
});

describe('Retroceder vencimento', () => {
  const line = row({ exp_date_timestamp: Date.parse('2040-12-20T23:59:00-03:00') / 1000, rollback_min: '2040-12-17' });

  async function rollBackTo(day: string) {
    await choose('84920175', 'Retroceder');
    const field = await screen.findByLabelText('Novo vencimento');
    expect(field).toMatchObject({ value: '2040-12-20', min: '2040-12-17', max: '2040-12-20' });
    fireEvent.change(field, { target: { value: day } });
    fireEvent.click(screen.getByRole('button', { name: 'Retroceder vencimento' }));
    return screen.findByRole('alertdialog');
  }

  it.each([
    ['2040-12-16', 'Só é possível retroceder no máximo até 17/12/2040'],
    ['2040-12-21', 'Só é possível retroceder no máximo até 17/12/2040'],
    ['2040-12-20', 'Escolha um dia antes do vencimento atual, 20/12/2040.'],
  ])('%s is no valid date', async (day, text) => {
    const heard = server(() => listOf(line), [editIptvLine, () => ({ ...line, message: 'ok' })]);
    await open();
    const dialog = await rollBackTo(day);
    expect(within(dialog).getByText('Data inválida')).toBeDefined();
    expect(within(dialog).getByText(text)).toBeDefined();
    expect(calls(heard, editIptvLine)).toEqual([]);
  });

  it('asks in the documented words and sends the day alone', async () => {
    const heard = server(() => listOf(line), [editIptvLine, () => ({ ...line, message: 'ok' })]);
    await open();
    const question = await rollBackTo('2040-12-18');
    expect(within(question).getByText('Deseja retroceder a data de expiração do usuário?')).toBeDefined();
    fireEvent.click(within(question).getByRole('button', { name: 'Sim, retroceder' }));
    expect(await screen.findByText('Vencimento retrocedido')).toBeDefined();
    expect(calls(heard, editIptvLine)[0]?.body).toEqual({ action: 3, flagVencimento: 1, exp_day: '2040-12-18' });
  });

  it('cannot be typed into', async () => {
    server(() => listOf(line));
    await open();
    await choose('84920175', 'Retroceder');
    const field = await screen.findByLabelText('Novo vencimento');
    expect(fireEvent.keyDown(field, { key: '1' })).toBe(false);
    expect(fireEvent.keyDown(field, { key: 'Tab' })).toBe(true);
  });
});

it('a new password is told and can be copied', async () => {
  server(() => listOf(row()), [renewLinePassword, () => ({ message: 'ok', id: 1, username: '84920175', password: 'n0vaS3nh' })]);
  await open();
  await choose('84920175', 'Nova senha');
  fireEvent.click(await screen.findByRole('button', { name: 'Sim, gerar' }));
  expect(await screen.findByText('Senha nova para Dona Célia')).toBeDefined();
  expect(screen.getByText('n0vaS3nh')).toBeDefined();
  expect(screen.getByRole('button', { name: 'Copiar' })).toBeDefined();
});

describe('Links', () => {
  const links = async () => {
    await open();
    await choose('84920175', 'Links');
    return screen.findByRole('button', { name: /^Tipo de link/ });
  };

  it('begins with every link again each time it opens', async () => {
    server(() => listOf(row()), [getIptvLinks, () => created({ id: 1, links_Xcloud: 'Provedor: ramal4' })]);
    fireEvent.click(await links());
    fireEvent.click(await screen.findByRole('menuitem', { name: /^STB/, ...hidden }));
    expect((await screen.findByLabelText('Texto que será copiado')).textContent).toContain('STB\nhttp://stb.example');
    fireEvent.click(screen.getByRole('button', { name: 'Fechar' }));
    await waitFor(() => expect(screen.queryByText('Links e dados de acesso')).toBeNull());
    await choose('84920175', 'Links');
    expect((await screen.findByRole('button', { name: /^Tipo de link/ })).textContent).toContain('Todos');
  });

  it('has no X-CLOUD where the flag hides it', async () => {
    server(() => listOf(row()), [getIptvLinks, () => created({ id: 1 })]);
    fireEvent.click(await links());
    const types = (await screen.findAllByRole('menuitem', hidden)).map((item) => item.querySelector('.mantine-Menu-itemLabel')!.textContent);
    expect(types).toEqual(['Todos', 'M3U8', 'SSIPTV', 'Smarters', 'Android', 'STB', 'WEB PLAYER', 'Completo']);
  });
});

describe('Editar', () => {
  const shown = () => listOf(row({ whatsapp: '5511955550142' }));

  it('sends what it shows, keeps the plan, and a blank number as 0', async () => {
    const heard = server(shown, [getIptvPackages, () => packages], [editIptvLine, () => ({ ...row(), message: 'ok' })]);
    await open();
    await choose('84920175', 'Editar');
    expect(await screen.findByDisplayValue('Manter plano atual')).toBeDefined();
    fireEvent.change(screen.getByLabelText(/^WhatsApp/), { target: { value: '' } });
    fireEvent.change(screen.getByLabelText('Anotações'), { target: { value: 'Seu Osvaldo' } });
    fireEvent.click(screen.getByRole('button', { name: 'Salvar' }));
    expect(await screen.findByText('Usuário editado')).toBeDefined();
    expect(calls(heard, editIptvLine)[0]?.body).toEqual({
      action: 3, flagVencimento: 0, isCustomPackage: false, package: 0, username: '84920175', whatsapp: 0, nota: 'Seu Osvaldo',
    });
  });

  it('refuses to empty the name and the note, since empty text is not sent', async () => {
    const heard = server(shown, [getIptvPackages, () => packages]);
    await open();
    await choose('84920175', 'Editar');
    fireEvent.change(await screen.findByLabelText('Usuário'), { target: { value: '' } });
    fireEvent.change(screen.getByLabelText('Anotações'), { target: { value: ' ' } });
    fireEvent.click(screen.getByRole('button', { name: 'Salvar' }));
    const dialog = await screen.findByRole('alertdialog');
    expect(within(dialog).getAllByRole('listitem').map((item) => item.textContent)).toEqual([
      'O campo Usuário é necessário.',
      'O campo Anotações é necessário.',
    ]);
    expect(calls(heard, editIptvLine)).toEqual([]);
  });

  it('stands in the address with what was typed, and is forgotten when it is left', async () => {
    sessionStorage.clear();
    server(shown, [getIptvPackages, () => packages]);
    const { search, unmount } = await open();
    await choose('84920175', 'Editar');
    fireEvent.change(await screen.findByLabelText('Anotações'), { target: { value: 'Seu Osvaldo' } });
    expect(search()).toEqual({ janela: 'editar', linha: 1 });
    unmount();
    const again = await open('/users-iptv?janela=editar&linha=1');
    expect(await screen.findByDisplayValue('Seu Osvaldo')).toBeDefined();
    fireEvent.click(screen.getByRole('button', { name: 'Cancelar' }));
    await waitFor(() => expect(again.search()).toEqual({}));
    await choose('84920175', 'Editar');
    expect(await screen.findByDisplayValue('Dona Célia – TV da sala')).toBeDefined();
  });
});

describe('the faces of the list', () => {
  it('empty: invites to the first act', async () => {
    server(() => listOf());
    await open();
    expect(await screen.findByText('Você ainda não tem linhas IPTV')).toBeDefined();
  });

  it('nothing found: repeats the search, names the filter and undoes it', async () => {
    server(() => listOf());
    const { search } = await open('/users-iptv?search=celia%20samsung&status=Teste');
    expect(await screen.findByText('Nada para “celia samsung”')).toBeDefined();
    fireEvent.click(screen.getByRole('button', { name: 'Procurar em todas' }));
    await waitFor(() => expect(search()).toEqual({ search: 'celia samsung' }));
  });

  it('failed: says what happened', async () => {
    server(() => {
      throw new No('reseller_not_found');
    });
    await open();
    expect((await screen.findByRole('alert')).textContent).toContain('Não foi possível encontrar a revenda');
  });
});
