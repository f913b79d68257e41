import { type ErrorCode, Refusal } from '@ramal/contract/api/errors';
import { getDashboard } from '@ramal/contract/dashboard';
import { getLimits } from '@ramal/contract/resellers/limits';
import {
  editReseller,
  getGrants,
  listResellers,
  moveCredits,
  setGrants,
} from '@ramal/contract/resellers/resellers';
import { getProfile } from '@ramal/contract/sessions';
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { profile } from '../../lines/test/answers.ts';
import { answering, calls, type Respond, show } from '../../lines/test/screen.tsx';
import { franchiseLabel } from './franchise.ts';
import { Resellers } from './Resellers.tsx';
import { limits, NORTETV, resellersAnswer, reseller, totals } from '../test/answers.ts';

const others = [
  reseller({ id: 6120, username: 'belem.stream', daysToDue: 97, status: 0, email: null }),
  reseller({ id: 7418, username: 'neta', isDirect: false }),
];
const refused =
  (code: ErrorCode): Respond =>
  () => {
    throw new Refusal(code);
  };
const unasked = refused('forbidden');

interface Server {
  me?: ReturnType<typeof profile>;
  move?: Respond;
  edit?: Respond;
  grant?: Respond;
}

const server = ({ me = profile(), move = unasked, edit = unasked, grant = unasked }: Server = {}) =>
  answering([
    [getProfile, () => me],
    [getDashboard, () => totals],
    [getLimits, () => limits({ creditsADay: 100, lowestPrice: 6 })],
    [
      listResellers,
      ({ query }) =>
        resellersAnswer(
          ...[reseller(), ...others].filter(
            (row) => !query.searchID || String(row.id) === query.searchID,
          ),
        ),
    ],
    [moveCredits, move],
    [editReseller, edit],
    [getGrants, () => ({ id: NORTETV, username: 'nortetv', grants: ['games'] })],
    [setGrants, grant],
  ]);

const open = (address = '') => show(<Resellers />, `/list-resellers${address}`);
const type = (field: HTMLElement, value: string) => fireEvent.change(field, { target: { value } });
const press = async (name: string | RegExp) =>
  fireEvent.click(await screen.findByRole('button', { name }));
const rowOf = async (name: string) => (await screen.findByText(name)).closest('tr')!;
const gone = (name: string) =>
  waitFor(() => expect(screen.queryByRole('dialog', { name })).toBeNull());

beforeEach(() => sessionStorage.clear());
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

describe('list of resellers', () => {
  it('shows each reseller, and marks old top-ups and blocks in words too', async () => {
    server();
    await open();
    expect((await rowOf('nortetv')).textContent).toContain('(92) 95555-0118');
    const waiting = await rowOf('belem.stream');
    expect(within(waiting).getByText('97 dias')).toBeDefined();
    expect(within(waiting).getByText('Sim')).toBeDefined();
  });

  it('has tree and export in the filter sheet of the phone, and the sums below the cards', async () => {
    const { happyDOM } = window as unknown as {
      happyDOM: { setViewport: (size: object) => void };
    };
    happyDOM.setViewport({ width: 390, height: 844 });
    try {
      server();
      await open();
      const card = (await screen.findByText('nortetv')).closest('li')!;
      const sums = await screen.findByText('na árvore');
      expect(card.compareDocumentPosition(sums)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
      expect(screen.queryByRole('radiogroup', { name: 'Mostrar como' })).toBeNull();
      await press('Ordem e visões');
      const sheet = within(await screen.findByRole('dialog', { name: 'Ordem e visões' }));
      expect(sheet.getByRole('button', { name: 'Exportar Excel' })).toBeDefined();
      expect(sheet.queryByRole('button', { name: 'Procurar por usuário' })).toBeNull();
      fireEvent.click(sheet.getByRole('radio', { name: 'Árvore' }));
      expect(await screen.findByRole('radio', { name: 'Lista' })).toBeDefined();
    } finally {
      happyDOM.setViewport({ width: 1280, height: 800 });
    }
  });

  it('offers credits for direct children only, and to an admin for all accounts with credits', async () => {
    server();
    await open();
    expect(
      within(await rowOf('nortetv')).getByRole('button', { name: 'Créditos Add: nortetv' }),
    ).toBeDefined();
    expect(
      within(await rowOf('neta')).queryByRole('button', { name: /^(Setar Crédito|Créditos Add)/ }),
    ).toBeNull();
    cleanup();
    server({ me: profile({ profile: 'admin', credits: null }) });
    await open();
    await screen.findByText('Dono');
    expect(
      within(await rowOf('neta')).getByRole('button', { name: /^Setar Crédito/ }),
    ).toBeDefined();
  });

  it('offers neither credit nor registration without the permission of master', async () => {
    server({ me: profile({ isMaster: false }) });
    await open();
    const row = within(await rowOf('nortetv'));
    expect(row.queryByRole('button', { name: /^(Setar Crédito|Créditos Add)/ })).toBeNull();
    expect(row.queryByRole('button', { name: /^Editar/ })).toBeNull();
    expect(screen.queryByRole('link', { name: 'Cadastrar revenda' })).toBeNull();
    cleanup();
    server();
    await open();
    expect(await screen.findByRole('link', { name: 'Cadastrar revenda' })).toBeDefined();
  });

  it('shows the specified column names', async () => {
    server();
    await open();
    await rowOf('nortetv');
    for (const name of ['Ativos / Ativos Árvore', 'Whatsapp', 'Última Recarga', 'E-mail'])
      expect(screen.getByRole('columnheader', { name })).toBeDefined();
    expect(screen.getByRole('button', { name: 'Créditos Add: nortetv' }).textContent).toBe(
      'Créditos Add',
    );
  });

  it('shows an admin the e-mail as a tooltip in a narrow table, and «-» for an unnamed franchise', async () => {
    server({ me: profile({ profile: 'admin', credits: null }) });
    await open();
    await screen.findByText('Dono');
    const row = await rowOf('nortetv');
    expect(within(row).getByTitle(/contato@nortetv\.exemplo$/)).toBeDefined();
    expect(franchiseLabel(7, [{ id: 1, name: 'Norte' }])).toBe('-');
    expect(franchiseLabel(1, [{ id: 1, name: 'Norte' }])).toBe('Norte');
  });

  it('opens the lines of a reseller on the sold platforms, with their counts', async () => {
    const flags = { ...profile().flags, p2p: true };
    server({ me: profile({ flags }) });
    const { path } = await open();
    const menu = async () => {
      fireEvent.click(
        within(await rowOf('nortetv')).getByRole('button', { name: 'Ações de nortetv' }),
      );
      return screen.findAllByRole('menuitem', { hidden: true });
    };
    const items = await menu();
    const accounts = items.filter((item) => item.textContent?.startsWith('Contas'));
    expect(accounts.map((item) => item.textContent)).toEqual([
      `Contas IPTV${reseller().totalIptv}`,
      `Contas P2P${reseller().totalUp2p}`,
    ]);
    fireEvent.click(accounts[1]!);
    await waitFor(() => expect(path()).toBe(`/users-p2p/${NORTETV}`));
    cleanup();
    server({ me: profile({ flags, profile: 'admin', credits: null }) });
    await open();
    await screen.findByText('Dono');
    expect(
      (await menu()).map((item) => item.textContent).filter((text) => text?.startsWith('Contas')),
    ).toEqual([`Contas IPTV${reseller().totalIptv}`, `Contas P2P${reseller().totalUp2p}`]);
  });

  it('requests what the address selects', async () => {
    const requests = server();
    await open('?search=norte&sort=credits&dir=desc&page=2&per_page=30');
    await rowOf('nortetv');
    expect(calls(requests, listResellers)[0]?.query).toEqual({
      search: 'norte',
      sort: 'credits',
      dir: 'desc',
      page: '2',
      per_page: '30',
    });
  });

  it('lists all levels if the address says so, and the children again', async () => {
    const requests = server();
    const { search } = await open('?levels=all');
    await rowOf('nortetv');
    expect(calls(requests, listResellers)[0]?.query).toMatchObject({ levels: 'all' });
    fireEvent.click(await screen.findByRole('button', { name: /^Níveis/ }));
    fireEvent.click(await screen.findByRole('menuitem', { name: 'Só diretas', hidden: true }));
    await waitFor(() => expect(search()).toEqual({}));
    await waitFor(() =>
      expect(calls(requests, listResellers).at(-1)?.query.levels).toBeUndefined(),
    );
  });

  it('searches a second after the last letter, and at once on Enter', async () => {
    const requests = server();
    const { search } = await open();
    await rowOf('nortetv');
    type(screen.getByRole('searchbox', { name: 'Usuário, WhatsApp ou ID' }), 'belem');
    await new Promise((done) => setTimeout(done, 600));
    expect(search()).toEqual({});
    await waitFor(() => expect(search()).toEqual({ search: 'belem' }), { timeout: 1500 });
    const field = screen.getByRole('searchbox');
    type(field, '5210');
    fireEvent.keyDown(field, { key: 'Enter' });
    await waitFor(() => expect(search()).toEqual({ search: '5210' }));
    await waitFor(() => expect(calls(requests, listResellers).at(-1)?.query.search).toBe('5210'));
  });

  it('shows the ID of the address, and removes it when other text is typed', async () => {
    const requests = server();
    const { search } = await open('?searchID=5210');
    await rowOf('nortetv');
    const field = screen.getByRole<HTMLInputElement>('searchbox');
    expect(field.value).toBe('5210');
    expect(calls(requests, listResellers)[0]?.query.searchID).toBe('5210');
    type(field, 'belem');
    fireEvent.keyDown(field, { key: 'Enter' });
    await waitFor(() => expect(search()).toEqual({ search: 'belem' }));
  });

  it('shows a text for a search without results, and clears the search', async () => {
    answering([
      [getProfile, () => profile()],
      [getDashboard, () => totals],
      [listResellers, () => resellersAnswer()],
    ]);
    const { search } = await open('?search=ninguem');
    expect(await screen.findByText('Nada para “ninguem”')).toBeDefined();
    fireEvent.click(screen.getByText('Limpar busca'));
    await waitFor(() => expect(search()).toEqual({}));
    expect(await screen.findByText('Você ainda não tem revendas')).toBeDefined();
  });
});

describe('«Setar Crédito»', () => {
  const done =
    (credits: number): Respond =>
    () => ({
      message: 'Créditos adicionados com sucesso para nortetv',
      data: reseller({ credits: 85.2 + credits }),
      balance: 42.4 - credits,
    });
  const send = () => press(/^(Adicionar|Retirar) \d/);

  it('shows both balances and the sale, moves the credits, and shows a toast', async () => {
    const requests = server({ move: done(20) });
    const { search } = await open();
    await press('Créditos Add: nortetv');
    await waitFor(() => expect(search()).toEqual({ dialog: 'credit', reseller: NORTETV }));
    await press('20');
    const effect = screen.getByText('Valor da venda').closest('dl')!;
    await waitFor(() => expect(effect.textContent).toContain('22,4'));
    expect(effect.textContent).toContain('105,2');
    expect(effect.textContent).toContain('R$ 130,00');
    await send();
    expect(await screen.findByText('Créditos adicionados com sucesso para nortetv')).toBeDefined();
    expect(calls(requests, moveCredits)[0]?.body).toEqual({ action: 0, credits: 20, sale: 6.5 });
    const opened = vi.spyOn(window, 'open').mockReturnValue(null);
    await press('Avisar +55 (92) 95555-0118 no WhatsApp');
    expect(decodeURIComponent(String(opened.mock.lastCall?.[0]))).toBe(
      'https://wa.me/5592955550118?text=Olá, nortetv. Sua recarga de 20 créditos já está no painel. Saldo agora: 105,2 créditos.',
    );
    await waitFor(() => expect(search()).toEqual({}));
  });

  it('shows what the limits of ancestor accounts leave', async () => {
    server();
    await open(`?janela=credito&revenda=${NORTETV}`);
    expect(await screen.findByText('Restam 70 créditos hoje, definido por franquia')).toBeDefined();
    expect(screen.getByText('Menor preço: R$ 6,00, definido por franquia')).toBeDefined();
  });

  it('withdraws credits, including the complete balance', async () => {
    const requests = server({ move: done(-85.2) });
    await open(`?janela=credito&revenda=${NORTETV}`);
    fireEvent.click(await screen.findByRole('radio', { name: 'Retirar' }));
    await press('Tudo · 85,2');
    await send();
    await waitFor(() => expect(calls(requests, moveCredits)[0]?.body.credits).toBe(-85.2));
  });

  it('selects the withdrawal when a minus is typed', async () => {
    const requests = server({ move: done(-10) });
    await open(`?dialog=credit&reseller=${NORTETV}`);
    type(await screen.findByRole('textbox', { name: 'Créditos' }), '-');
    expect(screen.getByRole('radio', { name: 'Retirar' })).toHaveProperty('checked', true);
    type(screen.getByRole('textbox', { name: 'Créditos' }), '-10');
    expect(screen.getByRole('textbox', { name: 'Créditos' })).toHaveProperty('value', '10');
    await send();
    await waitFor(() => expect(calls(requests, moveCredits)[0]?.body.credits).toBe(-10));
  });

  it('rejects an invalid amount before sending', async () => {
    const requests = server();
    await open(`?janela=credito&revenda=${NORTETV}`);
    type(await screen.findByRole('textbox', { name: 'Créditos' }), '9');
    await press('Adicionar 9 créditos');
    const dialog = await screen.findByRole('alertdialog');
    expect(within(dialog).getByText('A operação mínima é de 10 créditos.')).toBeDefined();
    expect(calls(requests, moveCredits)).toEqual([]);
  });

  it('shows the rejection of the server and keeps the input', async () => {
    server({ move: refused('insufficient_credits') });
    await open(`?janela=credito&revenda=${NORTETV}`);
    await press('20');
    await send();
    const question = await screen.findByRole('alertdialog');
    expect(await within(question).findByText('Créditos insuficientes')).toBeDefined();
    fireEvent.click(within(question).getByRole('button', { name: 'Entendi' }));
    expect(await screen.findByRole('textbox', { name: 'Créditos' })).toHaveProperty('value', '20');
  });

  it('keeps the same key until the call succeeds, and then uses a new one', async () => {
    const answers: Respond[] = [
      refused('insufficient_credits'),
      () => {
        throw new TypeError('Failed to fetch');
      },
      done(20),
      done(10),
    ];
    let turn = 0;
    const requests = server({ move: (request) => answers[turn++]!(request) });
    await open(`?janela=credito&revenda=${NORTETV}`);
    await press('20');
    await send();
    await press('Entendi');
    await send();
    // The failed request is repeated automatically.
    expect(
      await screen.findByText(
        'Créditos adicionados com sucesso para nortetv',
        {},
        { timeout: 4000 },
      ),
    ).toBeDefined();
    await gone('Setar Crédito');
    await press('Créditos Add: nortetv');
    await press('10');
    await send();
    await waitFor(() => expect(calls(requests, moveCredits)).toHaveLength(4));
    const keys = calls(requests, moveCredits).map(({ key }) => key);
    expect(new Set(keys.slice(0, 3)).size).toBe(1);
    expect(keys[3]).not.toBe(keys[0]);
    expect(keys[3]).toMatch(/^[0-9a-f-]{36}$/);
  });

  it('restores input and key after a reload, and starts again after «Cancelar»', async () => {
    const requests = server({ move: done(30) });
    await open(`?janela=credito&revenda=${NORTETV}`);
    await press('30');
    type(screen.getByLabelText(/^Motivo/), 'Pix recebido');
    const stored = JSON.parse(
      sessionStorage.getItem(`ramal.rascunho.0.move-credits-${NORTETV}`)!,
    ) as { key: string };
    cleanup();
    await open(`?janela=credito&revenda=${NORTETV}`);
    expect(await screen.findByRole('textbox', { name: 'Créditos' })).toHaveProperty('value', '30');
    await send();
    await waitFor(() => expect(calls(requests, moveCredits)[0]?.key).toBe(stored.key));
    await gone('Setar Crédito');
    await press('Créditos Add: nortetv');
    await press('40');
    await press('Cancelar');
    await gone('Setar Crédito');
    await press('Créditos Add: nortetv');
    expect(await screen.findByRole('textbox', { name: 'Créditos' })).toHaveProperty('value', '');
  });
});

describe('«Editar Revenda»', () => {
  const done: Respond = ({ body }) => ({
    message: 'Revenda alterada com sucesso',
    data: reseller({ username: String(body.username) }),
  });

  it('sends the complete contact, and a password only if one is typed', async () => {
    const requests = server({ edit: done });
    await open();
    await press('Editar: nortetv');
    type(await screen.findByLabelText('Usuário'), 'norte.tv');
    await press('Salvar');
    expect(
      await screen.findByText('norte.tv', { selector: '[role="alertdialog"] b' }),
    ).toBeDefined();
    await press('Sim, alterar');
    expect(await screen.findByText('Revenda alterada com sucesso')).toBeDefined();
    expect(calls(requests, editReseller)[0]?.body).toEqual({
      action: 1,
      username: 'norte.tv',
      email: '+5592955550118',
      email_contact: 'contato@nortetv.exemplo',
    });
  });

  it('states the effects of a new password before it is set', async () => {
    const requests = server({ edit: done });
    await open(`?janela=editar&revenda=${NORTETV}`);
    await press('Gerar');
    await press('Salvar');
    expect(await screen.findByText(/os acessos abertos são encerrados/)).toBeDefined();
    await press('Sim, alterar');
    await waitFor(() =>
      expect(calls(requests, editReseller)[0]?.body.password).toMatch(/^[a-z2-9]{12}$/),
    );
  });

  it('shows the specified dialog for a forbidden character in the password', async () => {
    const requests = server({ edit: done });
    await open(`?janela=editar&revenda=${NORTETV}`);
    type(await screen.findByLabelText(/^Nova senha/), 'senha;com;pontos');
    await press('Salvar');
    const dialog = await screen.findByRole('alertdialog');
    expect(within(dialog).getByRole('heading', { name: 'Erro' })).toBeDefined();
    expect(
      within(dialog).getByText('A senha não pode conter alguns caracteres especiais'),
    ).toBeDefined();
    expect(calls(requests, editReseller)).toEqual([]);
  });

  it('marks the field that the server rejected', async () => {
    server({ edit: refused('account_taken') });
    await open(`?janela=editar&revenda=${NORTETV}`);
    await press('Salvar');
    await press('Sim, alterar');
    const question = await screen.findByRole('alertdialog');
    expect(
      await within(question).findByText('Já existe uma conta com este usuário.'),
    ).toBeDefined();
    fireEvent.click(within(question).getByRole('button', { name: 'Não' }));
    await waitFor(() =>
      expect(screen.getByLabelText('Usuário').getAttribute('aria-invalid')).toBe('true'),
    );
  });

  it('has no field for the own password, which has a separate screen', async () => {
    server({ me: profile({ id: NORTETV, profile: 'admin', credits: null }) });
    await open(`?janela=editar&revenda=${NORTETV}`);
    await screen.findByLabelText('Usuário');
    await waitFor(() => expect(screen.queryByLabelText(/^Nova senha/)).toBeNull());
  });
});

describe('«Permissões»', () => {
  it('grants and revokes permissions after a confirmation that names each', async () => {
    const requests = server({
      me: profile({ profile: 'admin', credits: null }),
      grant: () => ({
        message: 'Permissões alteradas com sucesso',
        id: NORTETV,
        username: 'nortetv',
        grants: ['logs.export'],
      }),
    });
    await open(`?janela=permissoes&revenda=${NORTETV}`);
    fireEvent.click(await screen.findByRole('switch', { name: /^Jogos do dia/ }));
    fireEvent.click(screen.getByRole('switch', { name: /^Exportar logs/ }));
    await press('Salvar');
    const question = await screen.findByRole('alertdialog');
    expect(question.textContent).toContain('Ganha: Exportar logs.');
    expect(question.textContent).toContain('Perde: Jogos do dia.');
    await press('Sim, alterar');
    expect(await screen.findByText('Permissões alteradas com sucesso')).toBeDefined();
    expect(calls(requests, setGrants)[0]?.body).toEqual({ grants: ['logs.export'] });
  });

  it('saves nothing when no permission was changed', async () => {
    server({ me: profile({ profile: 'admin', credits: null }) });
    await open(`?janela=permissoes&revenda=${NORTETV}`);
    const games = await screen.findByRole('switch', { name: /^Jogos do dia/ });
    fireEvent.click(games);
    fireEvent.click(games);
    await press('Salvar');
    expect(
      await screen.findByText('Nenhuma permissão mudou. Mude uma delas e salve.'),
    ).toBeDefined();
  });
});
