import { Refusal } from '@ramal/contract/api/errors';
import { getDashboard } from '@ramal/contract/dashboard';
import { getLog } from '@ramal/contract/logs';
import { requestConfirmation, confirmWithPasskey } from '@ramal/contract/passkeys';
import {
  blockNetwork,
  blockReseller,
  blockResellerAsAdmin,
  setMaster,
  deleteTree,
  previewDeletion,
  restoreReseller,
} from '@ramal/contract/resellers/reseller-acts';
import { findUser, getTreeLevel, searchResellers } from '@ramal/contract/resellers/reseller-tree';
import { editReseller, listResellers } from '@ramal/contract/resellers/resellers';
import {
  removeSecondFactor,
  replaceSecondFactor,
  verifySecondFactor,
} from '@ramal/contract/second-factors';
import { getProfile } from '@ramal/contract/sessions';
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { profile } from '../../lines/test/answers.ts';
import { answering, calls, type Respond, show } from '../../lines/test/screen.tsx';
import { Resellers } from '../list/Resellers.tsx';
import { NORTETV, resellersAnswer, reseller, totals } from '../test/answers.ts';

vi.mock('@simplewebauthn/browser', () => ({
  startAuthentication: async () => ({ id: 'k', rawId: 'k', type: 'public-key' }),
}));

const child = reseller({
  id: 6034,
  username: 'manaus.play',
  directResellers: 1,
  isDirect: false,
});
const leaf = reseller({ id: 7418, username: 'jaqueline', directResellers: 0, isDirect: false });
const admin = profile({ id: 1, profile: 'admin', credits: null });
const logPage = {
  logs: [
    {
      id: null,
      source: 0 as const,
      revenda: 'nortetv',
      revendaId: NORTETV,
      usuario: 'nortetv',
      autor: 'admin',
      acao: 'Conta bloqueada',
      date: '21/11/2026 14:32',
      ip: '',
    },
  ],
  resellers: [],
  total: 1,
  totalExact: true,
  currentPage: 1,
  perPage: 10,
  lastPage: 1,
};
const enrolled = {
  enrolled: true,
  requiredFrom: null,
  mustEnrol: false,
  replacementPending: false,
};
const noKeys = { has2fa: true, passkeys: 0, recoveryCodes: 10 };
type Answers = Parameters<typeof answering>[0];

const server = (me: ReturnType<typeof profile>, more: Answers = []) =>
  answering([
    [getProfile, () => me],
    [getDashboard, () => totals],
    [
      listResellers,
      ({ query }) => {
        if (query.under === String(NORTETV)) return resellersAnswer(child);
        if (query.under === String(child.id)) return resellersAnswer(leaf);
        return resellersAnswer(reseller());
      },
    ],
    [
      getTreeLevel,
      () => ({
        account: leaf,
        path: [{ id: leaf.id, username: leaf.username, ownerId: child.id }],
        children: [],
        total: 0,
        page: 1,
        perPage: 50,
        asOf: null,
      }),
    ],
    ...more,
  ]);
const open = (address = '') => show(<Resellers />, `/list-resellers${address}`);
const button = (name: string | RegExp) => screen.findByRole('button', { name });
const press = async (name: string | RegExp) => fireEvent.click(await button(name));
const type = async (label: string | RegExp, value: string) =>
  fireEvent.change(await screen.findByLabelText(label), { target: { value } });
const opener = (name: string) =>
  screen.findByRole('button', { name: new RegExp(`^Rede de ${name}`) });

beforeEach(() => sessionStorage.clear());
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

describe('«Setar Crédito» with an amount in the address', () => {
  it('begins with the amount', async () => {
    server(profile());
    await open(`?dialog=credit&reseller=${NORTETV}&d_credits=20.5`);
    expect(await button('Adicionar 20,5 créditos')).toBeTruthy();
    expect((await screen.findByLabelText<HTMLInputElement>('Créditos')).value).toBe('20,5');
  });

  it.each(['-20', 'vinte', '0'])('ignores %s', async (credits) => {
    server(profile());
    await open(`?dialog=credit&reseller=${NORTETV}&d_credits=${credits}`);
    expect(await button('Adicionar')).toBeTruthy();
  });
});

describe('tree in the list of resellers', () => {
  it('opens level by level with one request each, and keeps the open rows in the address', async () => {
    const requests = server(profile());
    const { search } = await open();
    const first = await opener('nortetv');
    expect(first.getAttribute('aria-expanded')).toBe('false');
    expect(calls(requests, listResellers)).toHaveLength(1);
    fireEvent.click(first);
    fireEvent.click(await opener('manaus.play'));
    expect(await screen.findByText('jaqueline')).toBeDefined();
    expect(calls(requests, listResellers).map(({ query }) => query.under)).toEqual([
      undefined,
      '5210',
      '6034',
    ]);
    expect(search()).toEqual({ expanded: ['5210', '5210.6034'] });
    expect(screen.queryByRole('button', { name: /^Rede de jaqueline/ })).toBeNull();
    fireEvent.click(await opener('nortetv'));
    await waitFor(() => expect(screen.queryByText('jaqueline')).toBeNull());
    expect(search()).toEqual({});
  });

  it('opens and closes with the arrow keys of the focused row', async () => {
    server(profile());
    await open();
    const row = (await opener('nortetv')).closest('tr')!;
    fireEvent.keyDown(row, { key: 'ArrowLeft' });
    expect(screen.queryByText('manaus.play')).toBeNull();
    fireEvent.keyDown(row, { key: 'ArrowRight' });
    expect(await screen.findByText('manaus.play')).toBeDefined();
    fireEvent.keyDown(row, { key: 'ArrowLeft' });
    await waitFor(() => expect(screen.queryByText('manaus.play')).toBeNull());
  });

  it('shows that a branch failed to load, and loads it again', async () => {
    let down = true;
    server(profile(), [
      [
        listResellers,
        ({ query }) => {
          if (query.under !== undefined && down) throw new Refusal('forbidden');
          return query.under === undefined ? resellersAnswer(reseller()) : resellersAnswer(child);
        },
      ],
    ]);
    await open();
    fireEvent.click(await opener('nortetv'));
    const again = await button('Tentar de novo: rede de nortetv');
    down = false;
    fireEvent.click(again);
    expect(await screen.findByText('manaus.play')).toBeDefined();
  });

  it('shows own and network counts with their time', async () => {
    server(profile());
    await open();
    const cell = (await screen.findByText('128')).closest('td')!;
    expect(cell.textContent).toBe('128 / 705');
    expect(cell.title).toContain('Rede contada em 21/11/2026 14:32');
    expect((await screen.findByText('46')).parentElement?.textContent).toBe('46 na árvore');
  });

  it('finds the account of a dialog at any depth', async () => {
    const requests = server(profile());
    await open(`?janela=editar&revenda=${leaf.id}`);
    expect(await screen.findByText(`jaqueline · ID ${leaf.id}`)).toBeDefined();
    expect(calls(requests, getTreeLevel)[0]?.query).toEqual({ under: String(leaf.id) });
  });
});

describe('«Confirmar Ação»', () => {
  const blocked: Respond = () => ({
    message: 'Revenda bloqueada com sucesso',
    data: reseller({ status: 0 }),
  });

  it('fills the reason and enables the button by one press on a usual reason', async () => {
    server(profile(), [[blockReseller, blocked]]);
    await open(`?janela=bloquear&revenda=${NORTETV}`);
    const yes = await button('Sim, bloquear');
    for (const { textContent } of within(screen.getByLabelText('Motivos comuns')).getAllByRole(
      'button',
    )) {
      await press(textContent!);
      expect(screen.getByLabelText('Motivo')).toHaveProperty('value', textContent);
      expect(yes).toHaveProperty('disabled', false);
    }
  });

  it('requires a reason of ten characters and shows how many are missing', async () => {
    const requests = server(profile(), [[blockReseller, blocked]]);
    const { search } = await open(`?janela=bloquear&revenda=${NORTETV}`);
    const yes = await button('Sim, bloquear');
    await type('Motivo', 'nove letr ');
    expect(yes).toHaveProperty('disabled', true);
    expect(screen.getByText(/10 caracteres\. Falta 1 caractere\./)).toBeDefined();
    const field = screen.getByLabelText('Motivo');
    fireEvent.keyDown(field, { key: 'Enter' });
    fireEvent.keyDown(field, { key: 'Enter', ctrlKey: true });
    fireEvent.submit(field.closest('form')!);
    expect(field.getAttribute('aria-invalid')).toBe('true');
    expect(calls(requests, blockReseller)).toEqual([]);
    await type('Motivo', 'não pagou a recarga ');
    expect(screen.queryByText(/10 caracteres/)).toBeNull();
    expect(yes).toHaveProperty('disabled', false);
    fireEvent.click(yes);
    expect(await screen.findByText('Revenda bloqueada com sucesso')).toBeDefined();
    expect(calls(requests, blockReseller)[0]?.body).toEqual({
      action: 4,
      reason: 'não pagou a recarga',
      blocked: true,
    });
    await waitFor(() => expect(search()).toEqual({}));
  });

  it.each([
    ['bloquear', profile(), blockReseller, { status: 0 }, 'Sim, desbloquear', false],
    ['bloquear-adm', admin, blockResellerAsAdmin, {}, 'Sim, bloquear', true],
    ['bloquear-rede', admin, blockNetwork, {}, 'Sim, bloquear', true],
    ['bloquear-rede', admin, blockNetwork, { networkBlocked: 1 }, 'Sim, desbloquear', false],
  ] as const)(
    'sends the state that its button names, whatever the current state is: %s',
    async (dialog, me, call, account, yes, blocked) => {
      const requests = server(me, [
        [listResellers, () => resellersAnswer(reseller(account))],
        [call, () => ({ message: 'Feito', count: 3, data: reseller() })],
      ]);
      await open(`?janela=${dialog}&revenda=${NORTETV}`);
      await type('Motivo', 'não pagou a recarga');
      await press(yes);
      await waitFor(() => expect(calls(requests, call)[0]?.body).toMatchObject({ blocked }));
    },
  );

  it('keeps the reason when the server rejects the block', async () => {
    server(profile(), [
      [
        blockReseller,
        () => {
          throw new Refusal('blocked_by_admin');
        },
      ],
    ]);
    await open(`?janela=bloquear&revenda=${NORTETV}`);
    await type('Motivo', 'não pagou a recarga');
    await press('Sim, bloquear');
    expect(
      await screen.findByText('Bloqueada pela administração: só ela pode desbloquear.'),
    ).toBeDefined();
    await press('Entendi');
    expect(await screen.findByLabelText('Motivo')).toHaveProperty('value', 'não pagou a recarga');
  });
});

describe('«Deletar» on a reseller', () => {
  const impact = {
    resellers: 8,
    lines: 900,
    activeLines: 705,
    activeTests: 6,
    credits: 165.4,
    owner: 'marcelo',
    moving: 0,
  };
  const done: Respond = () => ({
    message: 'Árvore excluída com sucesso',
    id: NORTETV,
    toll: impact,
  });

  it('shows the impact and requires the typed name', async () => {
    const requests = server(admin, [
      [previewDeletion, () => impact],
      [deleteTree, done],
    ]);
    await open(`?janela=excluir-rede&revenda=${NORTETV}`);
    expect((await screen.findByText('900 linhas')).parentElement?.textContent).toContain(
      '705 ativas e 6 testes param',
    );
    expect(screen.getByText('165,4 créditos').parentElement?.textContent).toContain(
      'o saldo de marcelo',
    );
    expect(calls(requests, previewDeletion)[0]?.query).toEqual({ reach: 'tree' });
    const yes = await button('Sim, deletar');
    await type('Digite nortetv para confirmar', 'norte');
    fireEvent.click(yes);
    await press('Entendi');
    expect(screen.getByText('Digite nortetv para confirmar.')).toBeDefined();
    expect(calls(requests, deleteTree)).toEqual([]);
    await type('Digite nortetv para confirmar', 'NorteTV');
    fireEvent.click(yes);
    expect(await screen.findByText('Árvore excluída com sucesso')).toBeDefined();
    expect(calls(requests, deleteTree)[0]?.body).toEqual({ action: 8 });
  });

  it('requires a code or the passkey from an account with a second factor, and sends it', async () => {
    const me = { ...admin, secondFactor: enrolled };
    const factors = {
      has2fa: true,
      passkeys: 1,
      recoveryCodes: 10,
      requiredFrom: null,
      mustEnrol: false,
      replacementPending: false,
    };
    const requests = server(me, [
      [previewDeletion, () => impact],
      [deleteTree, done],
      [verifySecondFactor, () => factors],
      [requestConfirmation, () => ({ options: {} })],
      [confirmWithPasskey, () => ({ code2fa: 'confirmação-de-um-minuto' })],
    ]);
    await open(`?janela=excluir-rede&revenda=${NORTETV}`);
    await screen.findByText('900 linhas');
    await type('Digite nortetv para confirmar', 'nortetv');
    await press('Sim, deletar');
    expect(await screen.findByText('Código 2FA não informado!')).toBeDefined();
    expect(calls(requests, deleteTree)).toEqual([]);
    await press('Usar chave de acesso');
    expect(await screen.findByText(/^Confirmado com a chave de acesso/)).toBeDefined();
    await press('Sim, deletar');
    await waitFor(() =>
      expect(calls(requests, deleteTree)[0]?.body).toEqual({
        action: 8,
        code_2fa: 'confirmação-de-um-minuto',
      }),
    );
  });

  it('restores a deletion from «Excluídas» and shows what was restored', async () => {
    const gone = reseller({ deletedAt: '20/11/2026 10:00', restorableUntil: '20/12/2026 10:00' });
    const requests = server(admin, [
      [listResellers, () => resellersAnswer(gone)],
      [
        restoreReseller,
        () => ({
          message: 'Revenda restaurada com sucesso',
          resellers: 8,
          lines: 900,
          credits: 100,
          missingCredits: 65.4,
        }),
      ],
    ]);
    await open();
    fireEvent.click(await screen.findByRole('radio', { name: 'Excluídas' }));
    await waitFor(() =>
      expect(calls(requests, listResellers).at(-1)?.query.status).toBe('deleted'),
    );
    expect(await screen.findByText('20/11/2026 10:00')).toBeDefined();
    await press('Ações de nortetv');
    fireEvent.click(await screen.findByRole('menuitem', { name: 'Restaurar', hidden: true }));
    await press('Sim, restaurar');
    expect(
      await screen.findByText('8 revendas · 900 linhas · 100 créditos · faltaram 65,4 créditos'),
    ).toBeDefined();
  });
});

describe('additional actions of an admin', () => {
  it('finds the owner of a customer', async () => {
    const path = [
      { id: 2, username: 'master', ownerId: null },
      { id: NORTETV, username: 'nortetv', ownerId: 2 },
    ];
    const line = {
      id: 9,
      username: '84920175',
      kind: 'line',
      platform: 'IPTV',
      ownerId: NORTETV,
      owner: 'nortetv',
      path,
    };
    const requests = server(admin, [[findUser, () => ({ found: [line] })]]);
    const { search } = await open();
    await press('Procurar por usuário');
    const dialog = await screen.findByRole('dialog', { name: 'Pesquisar Revenda por usuário' });
    fireEvent.change(within(dialog).getByLabelText('Usuário'), { target: { value: '84920175' } });
    fireEvent.click(within(dialog).getByRole('button', { name: 'Procurar' }));
    expect(await within(dialog).findByText('master › nortetv')).toBeDefined();
    expect(calls(requests, findUser)[0]?.body).toEqual({ username: '84920175' });
    fireEvent.click(within(dialog).getByRole('link', { name: 'Ver na lista' }));
    await waitFor(() => expect(search()).toEqual({ searchID: NORTETV }));
  });

  it('opens the search of owners at the address of an earlier version too', async () => {
    server(admin);
    const { search } = await open('?procurar=true');
    const dialog = await screen.findByRole('dialog', { name: 'Pesquisar Revenda por usuário' });
    fireEvent.click(within(dialog).getAllByRole('button', { name: 'Fechar' })[0]!);
    await waitFor(() => expect(search()).toEqual({}));
  });

  it('shows the log of an account and changes its permission of master', async () => {
    const requests = server(admin, [
      [getLog, () => logPage],
      [
        setMaster,
        () => ({ message: 'Permissão alterada com sucesso', data: reseller({ isMaster: 0 }) }),
      ],
    ]);
    await open();
    await press('Ações de nortetv');
    fireEvent.click(await screen.findByRole('menuitem', { name: 'Registros', hidden: true }));
    fireEvent.click(await screen.findByRole('menuitem', { name: 'Logs Revenda', hidden: true }));
    const dialog = await screen.findByRole('dialog', { name: 'Logs Revenda' });
    expect(await within(dialog).findByText('Conta bloqueada')).toBeDefined();
    expect(calls(requests, getLog)[0]?.query.reseller).toBe(String(NORTETV));
    expect(
      within(dialog).getByRole('link', { name: 'Abrir em Logs Geral' }).getAttribute('href'),
    ).toBe(`/log?reseller=${NORTETV}`);
    fireEvent.click(within(dialog).getByRole('switch', { name: /^Permissão de master/ }));
    await press('Sim, remover');
    await waitFor(() => expect(calls(requests, setMaster)[0]?.body.isMaster).toBe(false));
  });

  it('shows a seller the log without the switch', async () => {
    server(profile(), [[getLog, () => logPage]]);
    await open(`?dialog=log&reseller=${NORTETV}`);
    const dialog = await screen.findByRole('dialog', { name: 'Logs Revenda' });
    expect(await within(dialog).findByText('Conta bloqueada')).toBeDefined();
    expect(within(dialog).queryByRole('switch')).toBeNull();
  });

  it('shows the specified title when the second factor could not be removed', async () => {
    server(admin, [
      [
        removeSecondFactor,
        () => {
          throw new Refusal('forbidden');
        },
      ],
    ]);
    await open();
    await press('Ações de nortetv');
    fireEvent.click(await screen.findByRole('menuitem', { name: 'Excluir 2fa', hidden: true }));
    await press('Sim, excluir');
    expect(await screen.findByText('Erro ao excluir 2FA')).toBeDefined();
  });

  it('creates a new second factor only after a confirmation, and draws its QR code locally', async () => {
    const prepared = {
      qrCodeUrl: 'otpauth://totp/x?secret=ABC',
      secret: 'ABCDEFGH',
      username: 'nortetv',
      message: 'ok',
    };
    const requests = server(admin, [[replaceSecondFactor, () => prepared]]);
    await open(`?janela=qr2fa&revenda=${NORTETV}`);
    await button('Sim, gerar');
    expect(calls(requests, replaceSecondFactor)).toEqual([]);
    await press('Sim, gerar');
    expect(await screen.findByRole('img', { name: 'QR code' })).toBeDefined();
    expect(screen.getByText('ABCDEFGH')).toBeDefined();
  });

  it('shows the specified title when no new QR code could be created', async () => {
    server(admin, [
      [
        replaceSecondFactor,
        () => {
          throw new Refusal('forbidden');
        },
      ],
    ]);
    await open(`?dialog=second-factor&reseller=${NORTETV}`);
    await press('Sim, gerar');
    expect(
      await screen.findByText('Erro ao recuperar o QR Code 2FA deste revendedor.'),
    ).toBeDefined();
  });

  it('requires a code to set the password of another admin, but not of a reseller', async () => {
    const requests = server({ ...admin, secondFactor: enrolled }, [
      [listResellers, () => resellersAnswer(reseller({ profile: 'admin', isDirect: false }))],
      [verifySecondFactor, () => ({ ...enrolled, ...noKeys })],
      [editReseller, () => ({ message: 'Revenda alterada com sucesso', data: reseller() })],
    ]);
    await open(`?janela=editar&revenda=${NORTETV}`);
    await screen.findByLabelText(/^Nova senha/);
    expect(screen.queryByText('Código 2FA')).toBeNull();
    await type(/^Nova senha/, 'nova-senha-1');
    await press('Salvar');
    expect(await screen.findByText('Código 2FA não informado!')).toBeDefined();
    const [first] = document.querySelectorAll('[data-code-boxes] input');
    fireEvent.paste(first!, { clipboardData: { getData: () => '123456' } });
    await press('Salvar');
    await press('Sim, alterar');
    await waitFor(() =>
      expect(calls(requests, editReseller)[0]?.body).toMatchObject({ code_2fa: '123456' }),
    );
  });

  it('moves a reseller below another one, but not below its own network', async () => {
    const owner = {
      id: child.id,
      username: 'manaus.play',
      email: null,
      path: [{ id: NORTETV, username: 'nortetv', ownerId: 2 }],
    };
    const other = { id: 77, username: 'manausnet', email: null, path: [] };
    const requests = server(admin, [
      [searchResellers, () => ({ found: [owner, other], more: false })],
      [editReseller, () => ({ message: 'Revenda alterada com sucesso', data: reseller() })],
    ]);
    await open(`?janela=editar&revenda=${NORTETV}`);
    const field = (await screen.findAllByLabelText('Dono')).find(
      (element) => element.tagName === 'INPUT',
    )!;
    // The field needs the focus. A change without the focus counts as filled in by the browser.
    field.focus();
    fireEvent.change(field, { target: { value: 'manaus' } });
    fireEvent.click(await screen.findByText('manausnet', {}, { timeout: 2500 }));
    expect(screen.queryByRole('option', { name: /manaus\.play/, hidden: true })).toBeNull();
    await press('Salvar');
    expect(
      (await screen.findByText('manausnet', { selector: '[role="alertdialog"] b' })).parentElement
        ?.textContent,
    ).toContain('com 7 revendas da rede');
    await press('Sim, alterar');
    await waitFor(() => expect(calls(requests, editReseller)[0]?.body.newMaster).toBe(77));
  });
});
