import { errorText, Refusal } from '@ramal/contract/api/errors';
import {
  getDnsProvider,
  getRegistrar,
  saveRegistrar,
} from '@ramal/contract/operations/dns-providers';
import * as contract from '@ramal/contract/operations/hostnames';
import {
  type HostnamePurchase,
  listHostnamePurchases,
} from '@ramal/contract/operations/hostname-purchases';
import { verifySecondFactor } from '@ramal/contract/second-factors';
import { getProfile } from '@ramal/contract/sessions';
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { answering, calls, show } from '../lines/test/screen.tsx';
import { profile } from '../lines/test/answers.ts';
import { hostnameColumns } from './hostname-columns.tsx';
import { Hostnames } from './Hostnames.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const hostname: contract.Hostname = {
  id: 7,
  dns: 'marcelotv.top',
  description: null,
  buyValue: null,
  dueDateFormatted: '14/08/2099',
  status: 1,
  health: 'up',
  downSinceTimestamp: null,
  answerMs: 84,
  blockedIn: [],
  isRotation: true,
  isCurrent: true,
  order: 1,
  isShared: false,
  sharedWith: 0,
  isActiveShared: true,
  autorenew: false,
  creditsRenew: 10,
  renewValue: null,
  idRes: 4821,
  owner: 'marcelo',
  renewalFailure: null,
  isSandbox: false,
  record: null,
};
const registrar = {
  registrar: 'namesilo' as const,
  balance: 48.2,
  balanceAtTimestamp: 1_795_196_000,
  provenAtTimestamp: 1_795_196_000,
  refused: true,
};
const links = { rotation: 'marcelotv.top', own: null, shared: null, used: 'rotation' } as const;
const offers: contract.HostnameOffer[] = [
  { domain: 'nova.top', price: null, renew: null, credits: 3, creditsRenew: 5, duration: 1 },
  { domain: 'nova.click', price: null, renew: null, credits: 6, creditsRenew: 12, duration: 1 },
];

const open = async (
  more: Parameters<typeof answering>[0] = [],
  change: Parameters<typeof profile>[0] = {},
) => {
  const requests = answering([
    [
      getProfile,
      () =>
        profile({
          credits: 42.4,
          secondFactor: { ...profile().secondFactor, enrolled: true },
          ...change,
        }),
    ],
    [
      verifySecondFactor,
      () => ({
        has2fa: true,
        passkeys: 0,
        recoveryCodes: 10,
        requiredFrom: null,
        mustEnrol: false,
        replacementPending: false,
      }),
    ],
    [
      contract.listHostnames,
      () => ({ data: [hostname], isSandbox: false, links, tutorialVideo: null }),
    ],
    [listHostnamePurchases, () => ({ data: [] })],
    ...more,
  ]);
  await show(<Hostnames />, '/dns');
  return requests;
};

async function press(button: string, title: string, answer: string, fact = '') {
  fireEvent.click(screen.getByRole('button', { name: button, hidden: true }));
  await answerTo(title, answer, fact);
}

async function answerTo(title: string, answer: string, fact: string) {
  const question = await screen.findByRole('alertdialog', { name: title });
  expect(question.textContent).toContain(fact);
  fireEvent.click(within(question).getByRole('button', { name: answer }));
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
}

async function choose(item: string | RegExp) {
  fireEvent.click(
    await screen.findByRole('button', { name: /Mais.*marcelotv.top|Ações.*marcelotv.top/ }),
  );
  fireEvent.click(await screen.findByRole('menuitem', { name: item, hidden: true }));
}

it('requires a second factor first, with links to set it up and to return', async () => {
  await open([], { secondFactor: { ...profile().secondFactor, enrolled: false } });
  expect(await screen.findByRole('link', { name: 'Configurar 2FA' })).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Voltar' })).toBeTruthy();
  expect(screen.queryByText('marcelotv.top')).toBeNull();
});

it('shows a seller its columns and the hostname that the links use', async () => {
  await open();
  await screen.findByRole('button', { name: 'DNS Compartilhada' });
  const heads = (await screen.findAllByRole('columnheader')).map(({ textContent }) => textContent);
  expect(heads).toEqual(
    expect.arrayContaining(['ID', 'DNS', 'Atual Rodizio', 'DNS Compartilhada na árvore', 'Ordem']),
  );
  expect(heads).not.toContain('Descrição');
  const order = screen.getByRole('region', { name: 'O que vai nos links' });
  expect(order.textContent).toContain('rodízio marcelotv.top');
});

it('shows an admin description and value, and the button for adding a hostname', async () => {
  await open([], { profile: 'admin' });
  const heads = (await screen.findAllByRole('columnheader')).map(({ textContent }) => textContent);
  expect(heads).toEqual(expect.arrayContaining(['Descrição', 'Valor']));
  expect(heads).not.toContain('Ordem');
  expect(screen.getByRole('button', { name: 'Cadastrar à mão' })).toBeTruthy();
});

it('accepts only letters and digits, requests all extensions, and buys the selected offer for its term', async () => {
  const requests = await open([
    [
      contract.verifyHostnames,
      () => ({ reply: { code: 300, invalid: [], available: offers, unavailable: ['nova.cfd'] } }),
    ],
    [
      contract.createHostname,
      () => ({ message: 'DNS comprado com sucesso!', id: 1, state: 'done' }),
    ],
  ]);
  fireEvent.click(await screen.findByRole('button', { name: 'Consultar' }));
  expect(await screen.findByText('Preencha os campos corretamente!')).toBeTruthy();
  expect(calls(requests, contract.verifyHostnames)).toEqual([]);
  const name = screen.getByRole('textbox', { name: /Comprar um DNS só seu/ });
  fireEvent.change(name, { target: { value: 'No va-!' } });
  expect(name).toHaveProperty('value', 'nova');
  expect(screen.getByText(/^Só letras e números/)).toBeTruthy();
  fireEvent.change(name, { target: { value: ' Nova.TOP ' } });
  expect(name).toHaveProperty('value', 'nova');
  fireEvent.change(name, { target: { value: 'nova.click' } });
  fireEvent.click(screen.getByRole('button', { name: 'Consultar' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Comprar DNS' }));
  expect(calls(requests, contract.verifyHostnames)[0]?.body).toEqual({
    domains: ['nova.top', 'nova.click', 'nova.cfd', 'nova.sbs'],
  });
  // The requested extension is first and preselected.
  expect(dialog.getByRole('button', { name: 'Comprar por 6 créditos' })).toBeTruthy();
  expect(dialog.getByText('nova.cfd')).toBeTruthy();
  fireEvent.click(dialog.getByRole('button', { name: 'Comprar nova.top' }));
  fireEvent.click(dialog.getByRole('radio', { name: '2 anos' }));
  expect(dialog.getByText('34,4')).toBeTruthy();
  dialog
    .getAllByRole('textbox', { name: 'Código 2FA' })
    .forEach((box, place) => fireEvent.change(box, { target: { value: '123456'[place] } }));
  fireEvent.click(dialog.getByRole('button', { name: 'Comprar por 8 créditos' }));
  await waitFor(() =>
    expect(calls(requests, contract.createHostname)[0]?.body).toMatchObject({
      domain: 'nova.top',
      duration: 2,
      code_2fa: '123456',
    }),
  );
});

it('preselects the cheapest extension until another one is chosen', async () => {
  await open([
    [
      contract.verifyHostnames,
      () => ({
        reply: { code: 300, invalid: [], available: offers.toReversed(), unavailable: [] },
      }),
    ],
  ]);
  const extension = await screen.findByRole('combobox', { name: 'Extensão' });
  expect(extension).toHaveProperty('value', '.top');
  fireEvent.change(screen.getByRole('textbox', { name: /Comprar um DNS só seu/ }), {
    target: { value: 'nova' },
  });
  fireEvent.click(screen.getByRole('button', { name: 'Consultar' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Comprar DNS' }));
  expect(dialog.getByRole('button', { name: 'Comprar por 3 créditos' })).toBeTruthy();
});

it('excludes a shared hostname or uses it again, only for this account', async () => {
  const requests = await open([
    [contract.listSharedHostnames, () => ({ data: [{ ...hostname, owner: 'norte' }] })],
    [
      contract.toggleSharedHostname,
      () => ({ message: 'DNS desativado com sucesso!', isActiveShared: false }),
    ],
  ]);
  fireEvent.click(await screen.findByRole('button', { name: 'DNS Compartilhada' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'DNS Compartilhada' }));
  expect(await dialog.findByText('norte')).toBeTruthy();
  await press('Desativar marcelotv.top', 'Desativar marcelotv.top?', 'Não');
  expect(calls(requests, contract.toggleSharedHostname)).toEqual([]);
  await press('Desativar marcelotv.top', 'Desativar marcelotv.top?', 'Sim, desativar');
  await screen.findByText('DNS desativado com sucesso!');
  expect(calls(requests, contract.toggleSharedHostname).map(({ path }) => path)).toEqual([
    '/api/remove-shared-dns/marcelotv.top',
  ]);
});

const done = { message: 'Feito' };
const acts = [
  {
    call: contract.enableHostnameRenewal,
    row: {},
    item: /Renovar sozinho/,
    title: 'Ligar a renovação automática de marcelotv.top?',
    fact: 'hoje 10 créditos',
    yes: 'Sim, ligar',
    respond: () => done,
  },
  {
    call: contract.disableHostnameRenewal,
    row: { autorenew: true },
    item: /Renovar sozinho/,
    title: 'Desligar a renovação automática de marcelotv.top?',
    fact: 'vence em 14/08/2099',
    yes: 'Sim, desligar',
    respond: () => done,
  },
  {
    call: contract.rotateHostname,
    row: {},
    item: 'Remover do rodízio',
    title: 'Remover marcelotv.top do rodízio?',
    fact: 'Seus links novos passam ao seguinte',
    yes: 'Sim, remover',
    respond: () => ({ ...done, isRotation: false }),
  },
  {
    call: contract.rotateHostname,
    row: { isRotation: false, isCurrent: false },
    item: 'Pôr no rodízio',
    title: 'Pôr marcelotv.top no rodízio?',
    fact: 'Fica no fim da ordem',
    yes: 'Sim, pôr',
    respond: () => ({ ...done, isRotation: true }),
  },
  {
    call: contract.shareHostname,
    row: {},
    item: 'Compartilhar na árvore',
    title: 'Compartilhar marcelotv.top na árvore?',
    fact: 'Todas as revendas abaixo de você',
    yes: 'Sim, compartilhar',
    respond: () => done,
  },
  {
    call: contract.shareHostname,
    row: { isShared: true },
    item: 'Não compartilhar mais',
    title: 'Não compartilhar mais marcelotv.top?',
    fact: 'Sai dos links novos',
    yes: 'Sim, parar',
    respond: () => done,
  },
] as const;

it.each(acts)(
  'opens a confirmation before the action: $title',
  async ({ call, row, item, title, fact, yes, respond }) => {
    const listed = {
      data: [{ ...hostname, ...row }],
      isSandbox: false,
      links,
      tutorialVideo: null,
    };
    const requests = await open([
      [contract.listHostnames, () => listed],
      [call, respond],
    ]);
    await choose(item);
    await answerTo(title, 'Não', fact);
    expect(calls(requests, call)).toEqual([]);
    await choose(item);
    await answerTo(title, yes, fact);
    await screen.findByText('Feito');
    expect(calls(requests, call)).toHaveLength(1);
  },
);

it('confirms the setup of a hostname in preparation, and shows a failure in the confirmation', async () => {
  const preparing = { ...hostname, status: 0 as const };
  const requests = await open([
    [
      contract.listHostnames,
      () => ({ data: [preparing], isSandbox: false, links, tutorialVideo: null }),
    ],
    [
      contract.configureHostname,
      () => {
        throw new Refusal('registrar_silent');
      },
    ],
  ]);
  const button = await screen.findByRole('button', { name: /^Sincronizar/ });
  fireEvent.click(button);
  await answerTo('Sincronizar marcelotv.top?', 'Não', 'Não gasta mais créditos.');
  expect(calls(requests, contract.configureHostname)).toEqual([]);
  fireEvent.click(button);
  const question = within(await screen.findByRole('alertdialog'));
  fireEvent.click(question.getByRole('button', { name: 'Sim, sincronizar' }));
  expect((await question.findByRole('alert')).textContent).toContain(errorText('registrar_silent'));
  expect(calls(requests, contract.configureHostname)).toHaveLength(1);
});

it('shows the specified text for a name that is not sold (V-68, M-102)', async () => {
  const invalid = ['nova.top'];
  await open([
    [
      contract.verifyHostnames,
      () => ({ reply: { code: 300, invalid, available: [], unavailable: [] } }),
    ],
  ]);
  fireEvent.change(await screen.findByRole('textbox', { name: /Comprar um DNS só seu/ }), {
    target: { value: 'nova' },
  });
  fireEvent.click(screen.getByRole('button', { name: 'Consultar' }));
  await screen.findByRole('alertdialog', { name: 'Dominio invalido um erro!' });
  expect(screen.queryByRole('dialog', { name: 'Comprar DNS' })).toBeNull();
});

it.each([
  ['that the admin bought', 4821, true],
  ['of another account', 12, false],
])('requires a code to remove an own purchase only: hostname %s', async (_, owner, asks) => {
  const requests = await open([
    [
      contract.listHostnames,
      () => ({
        data: [{ ...hostname, idRes: owner }],
        isSandbox: false,
        links,
        tutorialVideo: null,
      }),
    ],
    [contract.removeHostname, () => ({ message: 'DNS deletado com sucesso!', isRemoved: true })],
  ]);
  fireEvent.click(
    await screen.findByRole('button', { name: /Mais.*marcelotv.top|Ações.*marcelotv.top/ }),
  );
  fireEvent.click(await screen.findByRole('menuitem', { name: 'Remover', hidden: true }));
  const dialog = await screen.findByRole(asks ? 'dialog' : 'alertdialog', {
    name: /Remover este DNS/,
  });
  expect(within(dialog).queryAllByRole('textbox').length > 0).toBe(asks);
  if (asks) return;
  fireEvent.click(within(dialog).getByRole('button', { name: 'Sim, remover' }));
  await waitFor(() => expect(calls(requests, contract.removeHostname)[0]?.body).toEqual({}));
});

it('restores a removed hostname without a code', async () => {
  const requests = await open([
    [contract.listRemovedHostnames, () => ({ data: [hostname] })],
    [contract.removeHostname, () => ({ message: 'DNS ativado com sucesso!', isRemoved: false })],
  ]);
  fireEvent.click(await screen.findByRole('button', { name: 'DNS Removida' }));
  fireEvent.click(await screen.findByRole('button', { name: 'Ativar marcelotv.top' }));
  fireEvent.click(await screen.findByRole('button', { name: 'Sim, ativar' }));
  await waitFor(() => expect(calls(requests, contract.removeHostname)[0]?.body).toEqual({}));
});

it('states when the list is not complete', async () => {
  const many = Array.from({ length: contract.MAX_HOSTNAMES_LISTED }, (_, n) => ({
    ...hostname,
    id: n + 1,
    dns: `nome-${n}.top`,
  }));
  await open([
    [contract.listHostnames, () => ({ data: many, isSandbox: false, links, tutorialVideo: null })],
  ]);
  expect(await screen.findByText(/Só os 1\.000 DNS mais novos aparecem aqui/)).toBeTruthy();
});

it('shows account, event and date of each log entry', async () => {
  await open([
    [
      contract.listHostnameLogs,
      () => ({
        data: [
          {
            id: 91,
            idUser: 1,
            username: 'admin',
            description: 'DNS pronto: marcelotv.top',
            date: '20/11/2026 14:00',
            ip: null,
          },
        ],
        total: 1,
        totalExact: true,
        currentPage: 1,
        perPage: 10,
        lastPage: 1,
      }),
    ],
  ]);
  fireEvent.click(await screen.findByRole('button', { name: 'Logs' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Logs' }));
  expect(await dialog.findByText('DNS pronto: marcelotv.top')).toBeTruthy();
  expect(dialog.getByText('20/11/2026 14:00')).toBeTruthy();
});

it('shows the response of a hostname, the networks that block it, and the start of a failure', async () => {
  const now = Math.floor(Date.now() / 1000);
  const listed = [
    hostname,
    { ...hostname, id: 8, dns: 'praia.cfd', blockedIn: ['Vivo, SP'] },
    {
      ...hostname,
      id: 9,
      dns: 'tela.sbs',
      health: 'down' as const,
      downSinceTimestamp: now - 720,
    },
    { ...hostname, id: 10, dns: 'nova.click', status: 0 as const },
    {
      ...hostname,
      id: 11,
      dns: 'mao.top',
      renewalFailure: 'O registrador está sem saldo.',
      record: {
        state: 'foreign' as const,
        ip: '200.160.4.18',
        found: ['198.51.100.1'],
        foundAtTimestamp: now,
        problem: null,
        wasOurs: true,
      },
    },
  ];
  await open([
    [
      contract.listHostnames,
      () => ({
        data: listed,
        isSandbox: false,
        links,
        tutorialVideo: 'https://v.example/dns.mp4',
      }),
    ],
  ]);
  const rowText = async (dns: string) => (await screen.findByText(dns)).closest('tr')!.textContent;
  expect(await rowText('praia.cfd')).toContain('BLOCKEDVivo, SP');
  expect(await rowText('tela.sbs')).toContain('Caiuhá 12 min');
  expect(await rowText('nova.click')).toContain('Preparando zona');
  expect(await rowText('mao.top')).toContain('Alterado por fora');
  expect(screen.getAllByText('84 ms').length).toBe(1);
  expect(screen.getByText('O registrador está sem saldo.')).toBeTruthy();
  expect(screen.getByText('Como ter um DNS só seu')).toBeTruthy();
});

it('shows the steps of a running purchase, and the returned credits of an undone one', async () => {
  const purchase: HostnamePurchase = {
    id: 1,
    dns: 'marcelotv.click',
    kind: 'new',
    state: 'registered',
    years: 1,
    credits: 6,
    value: null,
    reason: null,
    isSandbox: false,
    reservedAt: 1_795_196_000,
    orderedAt: 1_795_196_010,
    registeredAt: 1_795_196_060,
    endedAt: null,
  };
  await open([
    [
      listHostnamePurchases,
      () => ({
        data: [
          purchase,
          {
            ...purchase,
            id: 2,
            dns: 'marcelotv.cfd',
            state: 'refunded' as const,
            credits: 5,
            reason: 'O nome foi vendido antes',
            registeredAt: null,
            endedAt: 1_795_196_090,
          },
          { ...purchase, id: 3, dns: 'pronta.top', state: 'done' as const },
        ],
      }),
    ],
  ]);
  const way = within(await screen.findByRole('region', { name: 'Comprando: marcelotv.click' }));
  expect(way.getByText('Zona e registros').closest('li')?.getAttribute('aria-current')).toBe(
    'step',
  );
  const undone = screen.getByRole('region', { name: 'Compra desfeita: marcelotv.cfd' });
  expect(within(undone).getByText('5 créditos de volta')).toBeTruthy();
  expect(within(undone).getByText('O nome foi vendido antes')).toBeTruthy();
  expect(screen.queryByRole('region', { name: /pronta.top/ })).toBeNull();
  fireEvent.click(within(undone).getByRole('button', { name: 'Esconder marcelotv.cfd' }));
  await waitFor(() => expect(screen.queryByRole('region', { name: /marcelotv.cfd/ })).toBeNull());
});

it('shows hours, networks and changes in the history of a hostname', async () => {
  await open([
    [
      contract.getHostnameHealth,
      () => ({
        dns: 'marcelotv.top',
        hours: [...Array<'up'>(23).fill('up'), 'down'] as const,
        days: Array<'up'>(90).fill('up'),
        uptime: 99.8,
        certificateEndsFormatted: '20/01/2027',
        places: [
          { name: 'Vivo, SP', failed: 'connect', answerMs: null, atTimestamp: 1_795_196_000 },
        ],
        changes: [{ atTimestamp: 1_795_196_000, description: 'DNS parou de responder' }],
      }),
    ],
  ]);
  fireEvent.click(
    await screen.findByRole('button', { name: /Mais.*marcelotv.top|Ações.*marcelotv.top/ }),
  );
  fireEvent.click(
    await screen.findByRole('menuitem', { name: 'Histórico de saúde', hidden: true }),
  );
  const dialog = within(await screen.findByRole('dialog', { name: 'Histórico de saúde' }));
  expect(await dialog.findByText('99,8 % das vezes')).toBeTruthy();
  expect(dialog.getByRole('img', { name: 'Últimas 24 horas: 1 hora fora do ar' })).toBeTruthy();
  expect(dialog.getByText('Não aceita conexões')).toBeTruthy();
  expect(dialog.getByText('DNS parou de responder')).toBeTruthy();
});

it('shows an admin the registrar and the DNS provider, and tests a new key before saving it', async () => {
  const requests = await open(
    [
      [getRegistrar, () => registrar],
      [
        getDnsProvider,
        () => ({
          provider: 'powerdns' as const,
          powerdnsUrl: 'http://127.0.0.1:8081',
          account: null,
          nameServers: ['ns1.norte.click'],
          target: '200.160.4.18',
          provenAtTimestamp: 1_795_196_000,
          finding: null,
          records: 12,
          foreign: 1,
        }),
      ],
      [saveRegistrar, () => ({ ...registrar, message: 'Registrador salvo' })],
    ],
    { profile: 'admin' },
  );
  fireEvent.click(await screen.findByRole('button', { name: 'Provedores' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Provedores' }));
  expect(await dialog.findByText('Chave recusada')).toBeTruthy();
  expect(dialog.getByText(/12 registros do painel, 1 por fora/)).toBeTruthy();
  fireEvent.click(dialog.getByRole('button', { name: 'Trocar registrador' }));
  const form = within(await screen.findByRole('dialog', { name: 'Trocar registrador' }));
  fireEvent.click(form.getByRole('button', { name: 'Salvar' }));
  expect(await form.findByText('O campo Chave é necessário.')).toBeTruthy();
  fireEvent.change(form.getByLabelText(/^Chave/), { target: { value: ' abc123 ' } });
  form
    .getAllByRole('textbox', { name: 'Código 2FA' })
    .forEach((box, place) => fireEvent.change(box, { target: { value: '123456'[place] } }));
  fireEvent.click(form.getByRole('button', { name: 'Salvar' }));
  await waitFor(() =>
    expect(calls(requests, saveRegistrar)[0]?.body).toEqual({
      registrar: 'namesilo',
      key: 'abc123',
      code_2fa: '123456',
    }),
  );
});

it('labels the due date of a card, and leaves absent values out', () => {
  const onCard = (isAdmin: boolean, key: string) =>
    hostnameColumns(isAdmin, new Date('2026-11-28T12:00:00Z')).find((column) => column.key === key)!
      .cardCell!;
  const shown = (dueDateFormatted: string | null) =>
    render(<p>{onCard(false, 'due')({ ...hostname, dueDateFormatted })}</p>).container.textContent;
  expect([shown(null), shown('30/06/2027')]).toEqual(['Sem vencimento', 'Vence em 30/06/2027']);
  expect(onCard(false, 'order')({ ...hostname, order: null })).toBeNull();
  expect(onCard(true, 'description')({ ...hostname, description: null })).toBeNull();
  expect(onCard(true, 'buy_value')({ ...hostname, buyValue: null })).toBeNull();
});
