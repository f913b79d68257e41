// @vitest-environment happy-dom
import { Refusal } from '@ramal/contract/api/errors';
import { findLines } from '@ramal/contract/lines/find-lines';
import { extendIptvLine, getIptvLinks } from '@ramal/contract/lines/iptv-lines';
import { searchResellers } from '@ramal/contract/resellers/reseller-tree';
import { getProfile } from '@ramal/contract/sessions';
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { created, profile, row } from '../lines/test/answers.ts';
import { answering, calls, type SentRequest, show } from '../lines/test/screen.tsx';
import { currentSession, startSession } from '../foundation/api/session.ts';
import type { LineActions } from '../lines/dialogs/use-line-actions.tsx';
import type { Line } from '../lines/line.ts';
import { deletedLineActions, lineActions } from '../lines/list/line-actions.ts';
import { migrationsFrom } from '../lines/platforms/migrations.ts';
import { linePlatforms } from '../lines/platforms/platforms.ts';
import { resellerActions } from '../resellers/actions/reseller-actions.ts';
import { reseller } from '../resellers/test/answers.ts';
import type { RowAction } from '../ui/table/columns.ts';
import { markMatches, matches } from './matches.ts';
import { readAct } from './verbs.ts';
import { Palette } from './Palette.tsx';

describe('palette search', () => {
  it('ignores accents and case', () => {
    expect(matches('Dona Célia', 'CELIA')).toBe(true);
    expect(matches('Dona Celia', 'céli')).toBe(true);
    expect(matches('Dona', 'célia')).toBe(false);
  });
  it('marks matching letters and keeps the rest of the text', () => {
    expect(markMatches('Dona Célia – TV', 'cel')).toEqual([
      { text: 'Dona ', isMatch: false },
      { text: 'Cél', isMatch: true },
      { text: 'ia – TV', isMatch: false },
    ]);
    expect(markMatches('marcela', '')).toEqual([{ text: 'marcela', isMatch: false }]);
    expect(markMatches('x', 'cel').map(({ isMatch }) => isMatch)).toEqual([false]);
  });
});

const line = (id: number, more: object = {}) => ({
  id,
  platform: 'iptv',
  username: `8492017${id}`,
  password: 'segredo',
  nota: 'Dona Célia',
  whatsapp: '5511955550142',
  status: 'Ativo',
  isTrial: false,
  expDate: '21/11/2026 18:00',
  expDateTimestamp: 1_795_290_000,
  expiring: 0,
  reseller: { username: 'marcelo' },
  ...more,
});

const child = {
  id: 5944,
  username: 'celular.top',
  email: null,
  path: [
    { id: profile().id, username: 'marcelo', ownerId: null },
    { id: 5944, username: 'celular.top', ownerId: profile().id },
  ],
};

let requests: SentRequest[];
const onClose = vi.fn<() => void>();
const opened = vi.fn<typeof window.open>();
beforeEach(() => {
  onClose.mockClear();
  opened.mockClear();
  vi.stubGlobal('open', opened);
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

async function open(
  lines: object[] = [line(1), line(2, { isTrial: true, whatsapp: null })],
  me = profile(),
  resellers: object[] = [child],
) {
  requests = answering([
    [getProfile, () => me],
    [
      extendIptvLine,
      () => ({
        ...row({ days: 100 }),
        message: 'ok',
        exp_date_formatted: '',
        charged: 1,
        balance: 41.4,
      }),
    ],
    [getIptvLinks, () => created({ whatsapp: '5511955550142' })],
    [
      findLines,
      () => ({ lines, totals: [{ platform: 'iptv', total: lines.length, totalExact: true }] }),
    ],
    [searchResellers, () => ({ found: resellers, more: false })],
  ]);
  vi.stubGlobal('open', opened);
  const view = await show(<Palette profile={me} onClose={onClose} />, '/users-iptv');
  return { ...view, field: screen.getByLabelText('Buscar linhas, revendas e ações') };
}

/** The panel has read the profile before the palette opens. */
const searches = () => requests.filter(({ name }) => name !== getProfile.name);
const rowOf = async (name: RegExp) => screen.findByRole('link', { name });
const press = (key: string, more: object = {}) =>
  fireEvent.keyDown(document.activeElement!, { key, ...more });

it('offers actions before anything is typed, without a request', async () => {
  await open();
  expect(await rowOf(/Teste IPTV/)).toBeTruthy();
  expect(searches()).toEqual([]);
});

it('lists lines and resellers, followed by links to the same search in the lists', async () => {
  const { field } = await open();
  fireEvent.change(field, { target: { value: 'cel' } });
  expect((await rowOf(/Dona Célia.*84920171/)).getAttribute('href')).toMatch(/search=.*84920171/);
  expect(await rowOf(/celular\.top/)).toBeTruthy();
  // Rows show the owner, because customers can have equal names. Other rows offer to create a
  // customer with the typed text.
  expect(await rowOf(/84920171 · sua linha/)).toBeTruthy();
  expect((await rowOf(/Teste para “cel”/)).getAttribute('href')).toMatch(/kind=test.*note=/);
  expect((await rowOf(/Criar com a nota “cel”/)).getAttribute('href')).toMatch(/user-iptv\?note=/);
  expect(await rowOf(/Ver na lista de usuários IPTV, 2 resultados/)).toBeTruthy();
  expect(
    searches()
      .map(({ name }) => name)
      .toSorted(),
  ).toEqual(['find-lines', 'search-resellers']);
});

it('moves between field and rows by arrow keys, and types a letter that is no shortcut', async () => {
  const { field } = await open();
  fireEvent.change(field, { target: { value: 'cel' } });
  const first = await rowOf(/84920171/);
  field.focus();
  press('ArrowDown');
  expect(document.activeElement).toBe(first);
  press('ArrowUp');
  expect(document.activeElement).toBe(field);
  press('ArrowDown');
  press('x');
  expect(document.activeElement).toBe(field);
  expect(onClose).not.toHaveBeenCalled();
});

it('renews or opens WhatsApp by one letter on a row, but not in the field', async () => {
  const { field, search } = await open();
  fireEvent.change(field, { target: { value: 'cel' } });
  await rowOf(/84920171/);
  field.focus();
  press('r');
  expect(onClose).not.toHaveBeenCalled();
  press('ArrowDown');
  press('w');
  await waitFor(() => expect(opened).toHaveBeenCalledOnce());
  const address = decodeURIComponent(String(opened.mock.calls[0]![0]));
  expect(address).toContain('https://wa.me/5511955550142?text=Usuário: 30809062');
  press('r');
  await waitFor(() => expect(search()).toMatchObject({ dialog: 'extend', line: 1 }));
});

it('shows the number that matched, and passes a complete number to the form', async () => {
  const { field } = await open();
  fireEvent.change(field, { target: { value: '+55 (11) 95555-0142' } });
  expect(await rowOf(/Dona Célia, \+55 \(11\) 95555-0142 · sua linha/)).toBeTruthy();
  const create = await rowOf(/Criar para “\+55 \(11\) 95555-0142”/);
  expect(decodeURIComponent(create.getAttribute('href')!)).toMatch(/whatsapp="?\+5511955550142/);
  fireEvent.change(field, { target: { value: '0142' } });
  expect(await rowOf(/Criar com a nota “0142”/)).toBeTruthy();
});

it('runs an action of the first row from the field by Alt and a letter', async () => {
  const { field, search } = await open();
  fireEvent.change(field, { target: { value: 'cel' } });
  await rowOf(/84920171/);
  field.focus();
  await waitFor(() => expect(screen.queryByText('Buscando…')).toBeNull());
  press('®', { altKey: true, code: 'KeyR' });
  expect(onClose).toHaveBeenCalled();
  await waitFor(() => expect(search()).toMatchObject({ dialog: 'extend', line: 1 }));
});

it('opens the credits of a direct child reseller by one letter', async () => {
  const { field, search } = await open();
  fireEvent.change(field, { target: { value: 'cel' } });
  (await rowOf(/celular\.top/)).focus();
  press('s');
  await waitFor(() => expect(search()).toMatchObject({ dialog: 'credit', reseller: 5944 }));
});

it('makes a test official by one letter', async () => {
  const { field, search } = await open();
  fireEvent.change(field, { target: { value: 'cel' } });
  const test = await rowOf(/84920172/);
  test.focus();
  press('o');
  await waitFor(() => expect(search()).toMatchObject({ dialog: 'promote', line: 2 }));
});

it('offers neither a renewal nor WhatsApp when they are impossible', async () => {
  const { field } = await open();
  fireEvent.change(field, { target: { value: 'cel' } });
  const test = await rowOf(/84920172/);
  expect(test.textContent).not.toMatch(/Renovar|WhatsApp/);
});

it('lists a screen with a matching name before the offer to create something with that name', async () => {
  const { field } = await open([]);
  const titles = () => screen.getAllByRole('link').map(({ textContent }) => textContent);
  fireEvent.change(field, { target: { value: 'extrato' } });
  await waitFor(() => expect(titles().at(-1)).toContain('Criar com a nota “extrato”'));
  expect(titles()[0]).toContain('Extrato');
  fireEvent.change(field, { target: { value: 'xtrat' } });
  await waitFor(() => expect(titles().at(-1)).toContain('Criar com a nota “xtrat”'));
  expect(titles()[0]).toContain('Extrato');
});

it.each(['bloquear', 'desligar', 'setar crédito'])(
  'never preselects the creation of something for «%s» and an account',
  async (verb) => {
    const { field, search } = await open([]);
    fireEvent.change(field, { target: { value: `${verb} canal-livre` } });
    await rowOf(/Criar com a nota/);
    await waitFor(() => expect(screen.queryByText('Buscando…')).toBeNull());
    const titles = screen.getAllByRole('link').map(({ textContent }) => textContent);
    expect(titles.at(-1)).toContain('Criar com a nota');
    const chosen = document.querySelector('[data-palette-row][data-first]');
    expect(chosen?.textContent ?? '').not.toMatch(/Teste para|Criar/);
    field.focus();
    press('Enter');
    expect(search()).not.toHaveProperty('note');
  },
);

const fakeActs = { migrations: [] } as unknown as LineActions;
const labelsOf = <Row,>(actions: readonly RowAction<Row>[], rows: readonly Row[]): string[] =>
  actions.flatMap(({ label }) =>
    typeof label === 'string' ? [label] : rows.map((row) => label(row)),
  );
const now = new Date('2026-11-21T15:00:00Z');
const lineLabels = linePlatforms.flatMap((platform) =>
  labelsOf(lineActions({ platform, acts: fakeActs, now, toast: () => {} }), [
    { expiresAt: new Date(0), paid: true } as Line,
    { expiresAt: new Date('2030-01-01'), paid: false } as Line,
  ]),
);
const resellerLabels = (['admin', 'reseller'] as const).flatMap((kind) =>
  labelsOf(
    resellerActions({
      profile: profile({ profile: kind }),
      openDialog: () => {},
      go: () => {},
      restore: () => {},
    }),
    [reseller(), reseller({ status: 0, networkBlocked: 1, blockAdmin: 1 })],
  ),
);

describe('verb before the name of an account', () => {
  const labels = [
    ...new Set([
      ...lineLabels,
      ...resellerLabels,
      ...labelsOf(deletedLineActions(fakeActs), []),
      ...migrationsFrom(linePlatforms[0]!).map(({ label }) => label),
    ]),
  ];

  it.each(labels)('is recognised in «%s canal-livre»', (label) => {
    expect(readAct(`${label} canal-livre`)).toMatchObject({ rest: 'canal-livre' });
    expect(readAct(label)).toBeUndefined();
  });

  it.each([
    ['Bloquear Revenda cel', 'reseller', 'block'],
    ['setar credito cel', 'reseller', 'credit'],
    ['Editar Nota cel', 'line', 'note'],
    ['renovar cel', 'line', 'extend'],
  ])('«%s» searches the name and opens the dialog of the %s', async (text, target, dialog) => {
    const { field, search } = await open();
    fireEvent.change(field, { target: { value: text } });
    const row = await rowOf(target === 'line' ? /84920171/ : /celular\.top/);
    await waitFor(() => expect(screen.queryByText('Buscando…')).toBeNull());
    expect(searches().map(({ query }) => query['search'])).toEqual(['cel', 'cel']);
    fireEvent.click(row);
    await waitFor(() => expect(search()).toMatchObject({ dialog }));
    expect(search()).toHaveProperty(target);
  });
});

it.each([
  ['', profile()],
  ['', profile({ profile: 'admin', grants: ['games', 'extras', 'dns.fixed'] })],
  ['', profile({ profile: 'franchise' })],
  ['criar', profile()],
  ['usu', profile({ profile: 'admin' })],
  ['iptv', profile()],
  ['revenda', profile({ profile: 'admin' })],
  ['cel', profile()],
])('lists each address only once: «%s»', async (text, me) => {
  const { field } = await open([line(1)], me);
  fireEvent.change(field, { target: { value: text } });
  await waitFor(() => expect(screen.queryByText('Buscando…')).toBeNull());
  const addresses = screen.getAllByRole('link').map((link) => link.getAttribute('href'));
  expect(addresses.length).toBeGreaterThan(0);
  expect(addresses.filter((address, at) => addresses.indexOf(address) !== at)).toEqual([]);
});

it('opens the first row on Enter', async () => {
  const { field, search } = await open();
  fireEvent.change(field, { target: { value: 'cel' } });
  await rowOf(/84920171/);
  field.focus();
  await waitFor(() => expect(screen.queryByText('Buscando…')).toBeNull());
  press('Enter');
  expect(onClose).toHaveBeenCalled();
  await waitFor(() => expect(search()).toMatchObject({ search: '84920171' }));
});

it('opens the first row after the answer when Enter was pressed before it', async () => {
  const { field, search } = await open();
  fireEvent.change(field, { target: { value: 'cel' } });
  field.focus();
  press('Enter');
  expect(onClose).not.toHaveBeenCalled();
  await waitFor(() => expect(search()).toMatchObject({ search: '84920171' }));
  expect(onClose).toHaveBeenCalledOnce();
});

it('shows a text for no results, and an error when the search failed', async () => {
  const { field } = await open([]);
  fireEvent.change(field, { target: { value: 'zzzz' } });
  requests.length = 0;
  cleanup();
  answering([
    [
      findLines,
      () => {
        throw new Refusal('unavailable');
      },
    ],
    [
      searchResellers,
      () => {
        throw new Refusal('forbidden');
      },
    ],
  ]);
  await show(<Palette profile={profile()} onClose={onClose} />, '/users-iptv');
  fireEvent.change(screen.getByLabelText('Buscar linhas, revendas e ações'), {
    target: { value: 'zzzz' },
  });
  expect(await screen.findByText(/Não deu para buscar agora/)).toBeTruthy();
});

describe('verb with a quantity', () => {
  const settle = () => waitFor(() => expect(screen.queryByText('Buscando…')).toBeNull());
  const type = async (field: HTMLElement, value: string) => {
    fireEvent.change(field, { target: { value } });
    field.focus();
    await screen.findByRole('link', { name: /Criar com a nota/ });
    await settle();
  };
  const chosenText = () => document.querySelector('[data-first]')?.textContent ?? '';

  it.each([
    ['renovar maria 3', { name: 'maria', amount: 3, isDays: false }],
    ['renovar maria souza', { name: 'maria souza', amount: undefined, isDays: false }],
    ['renovar maria 15 dias', { name: 'maria', amount: 15, isDays: true }],
    ['renovar 84920175', { name: '84920175', amount: undefined, isDays: false }],
    ['crédito canal-livre 20,5', { name: 'canal-livre', amount: 20.5, isDays: false }],
  ])('is read from «%s»', (text, quantity) => {
    expect(readAct(text)).toMatchObject({ rest: quantity.name, quantity });
  });

  it('names cost, date and balance first, and renews after the question', async () => {
    const { field } = await open([line(1)]);
    await type(field, 'renovar célia 3');
    expect(chosenText()).toMatch(/Renovar Dona Célia por 3 meses.*3 créditos · até /);
    expect(chosenText()).toContain('saldo depois: 39,4');
    press('Enter');
    fireEvent.click(await screen.findByRole('button', { name: 'Sim, renovar' }));
    await waitFor(() =>
      expect(calls(requests, extendIptvLine)[0]?.body).toMatchObject({ credits: 3 }),
    );
  });

  it('renews at once for an account that chose to undo instead', async () => {
    const { field } = await open([line(1)], profile({ undoActs: ['renew'] }));
    await type(field, 'renovar célia');
    press('Enter');
    await waitFor(() =>
      expect(calls(requests, extendIptvLine)[0]?.body).toMatchObject({ credits: 1 }),
    );
    expect(screen.queryByRole('alertdialog')).toBeNull();
  });

  it('chooses nothing while several customers fit, with own and early ones first', async () => {
    const names = ['Ana Célia', 'Bia Célia'];
    const { field } = await open([
      line(1, { nota: names[0], expDateTimestamp: 1_795_390_000 }),
      line(2, { nota: names[1] }),
      line(3, { nota: 'Célia do Norte', reseller: { username: 'norte' }, expDateTimestamp: 1 }),
      line(4, { nota: 'Célia do Sul', reseller: { username: 'norte' }, expDateTimestamp: 2 }),
    ]);
    await type(field, 'renovar célia 2');
    const rows = screen.getAllByRole('button', { name: /^Renovar .* por 2 meses/ });
    expect(rows.map(({ textContent }) => /Renovar (.*?) por/.exec(textContent)?.[1])).toEqual([
      names[1],
      names[0],
      'Célia do Norte',
      'Célia do Sul',
    ]);
    // Login and owner tell customers with equal names apart.
    expect(rows[2]!.textContent).toContain('84920173 · norte');
    expect(chosenText()).toBe('');
    press('Enter');
    expect(onClose).not.toHaveBeenCalled();
    expect(calls(requests, extendIptvLine)).toEqual([]);
  });

  it('chooses the only customer that begins with the name and lists the others apart', async () => {
    const { field } = await open([
      line(1, { nota: 'Maria Souza' }),
      line(2, { nota: 'Ana Maria' }),
    ]);
    await type(field, 'renovar maria');
    expect(chosenText()).toContain('Renovar Maria Souza por 1 mês');
    expect(screen.getByText('Outras pessoas com este nome')).toBeTruthy();
  });

  it('lists the sold periods for another one, and leads to the credits if the balance is low', async () => {
    const { field, search } = await open([line(1)], profile({ credits: 1 }));
    await type(field, 'renovar célia 7');
    expect(
      screen.getByRole('link', { name: 'Períodos: 15 dias, 1, 2, 3, 4, 6 ou 12 meses' }),
    ).toBeTruthy();
    expect(chosenText()).toBe('');
    await type(field, 'renovar célia 3');
    expect(chosenText()).toContain('faltam 2 créditos');
    press('Enter');
    await waitFor(() => expect(onClose).toHaveBeenCalled());
    expect(search()).not.toHaveProperty('dialog');
    expect(calls(requests, extendIptvLine)).toEqual([]);
  });

  it('says what an amount of credits costs and opens its dialog', async () => {
    const { field, search } = await open([]);
    await type(field, 'crédito cel 20');
    expect(chosenText()).toMatch(/Dar 20 créditos a celular\.top.*saldo depois: 22,4/);
    press('Enter');
    await waitFor(() =>
      expect(search()).toMatchObject({ dialog: 'credit', reseller: 5944, d_credits: 20 }),
    );
  });

  it('keeps the amount when a letter opens the dialog', async () => {
    const { field, search } = await open([]);
    await type(field, 'crédito cel 20');
    press('ArrowDown');
    press('s');
    await waitFor(() => expect(search()).toMatchObject({ dialog: 'credit', d_credits: 20 }));
  });

  it('leads to the purchase when the credits are missing, and states the lowest amount', async () => {
    const { field, path } = await open([]);
    await type(field, 'crédito cel 5');
    expect(chosenText()).toContain('mínimo: 10 créditos');
    await type(field, 'crédito cel 50');
    expect(chosenText()).toContain('faltam 7,6 créditos');
    press('Enter');
    await waitFor(() => expect(path()).toBe('/buy-credits'));
  });

  it('names the typed verb and what it does', async () => {
    const { field, search } = await open([]);
    await type(field, 'desbloquear cel');
    expect(chosenText()).toMatch(/Desbloquear: celular\.top.*pede o motivo antes/);
    press('Enter');
    await waitFor(() => expect(search()).toMatchObject({ dialog: 'block', reseller: 5944 }));
  });

  it('opens the movements for «extrato» and a name', async () => {
    const { field, search } = await open([]);
    await type(field, 'extrato cel');
    expect(chosenText()).toMatch(/Extrato: celular\.top.*créditos que entraram e saíram/);
    press('Enter');
    await waitFor(() => expect(search()).toMatchObject({ dialog: 'movements', reseller: 5944 }));
  });
});

describe('a verb that fits nobody', () => {
  const typeAlone = async (value: string, me = profile()) => {
    const view = await open([], me, []);
    fireEvent.change(view.field, { target: { value } });
    view.field.focus();
    return view;
  };

  it('offers to create the customer, and Enter creates nobody', async () => {
    const { search } = await typeAlone('renovar mariia 3');
    const nobody = await rowOf(/Ninguém com “mariia”\. Criar cliente\?/);
    expect(nobody.getAttribute('href')).toMatch(/user-iptv\?note=/);
    expect(document.querySelector('[data-first]')).toBeNull();
    expect(screen.queryByRole('link', { name: /Criar com a nota/ })).toBeNull();
    press('Enter');
    expect(onClose).not.toHaveBeenCalled();
    expect(search()).not.toHaveProperty('note');
  });

  it('chooses no creation for a complete number either', async () => {
    await typeAlone('renovar 11955550142');
    const nobody = await rowOf(/Ninguém com “11955550142”/);
    expect(decodeURIComponent(nobody.getAttribute('href')!)).toContain('whatsapp="11955550142"');
    expect(document.querySelector('[data-first]')).toBeNull();
  });

  it('leads a master to the registration of a reseller', async () => {
    await typeAlone('crédito norte 20');
    const nobody = await rowOf(/Ninguém com “norte”\. Cadastrar revenda\?/);
    expect(nobody.getAttribute('href')).toBe('/reseller');
    expect(document.querySelector('[data-first]')).toBeNull();
  });

  it('chooses the screen with this name', async () => {
    await typeAlone('extrato financeiro');
    await rowOf(/Ninguém com “financeiro”/);
    expect(document.querySelector('[data-first]')?.textContent).toContain('Extrato financeiro');
  });
});

it('leads «renovar» for a test to its activation', async () => {
  const { field, search } = await open([line(2, { isTrial: true })]);
  fireEvent.change(field, { target: { value: 'renovar célia' } });
  fireEvent.click(await rowOf(/84920172/));
  await waitFor(() => expect(search()).toMatchObject({ dialog: 'promote', line: 2 }));
});

it('shows the acts of the chosen renewal on Tab', async () => {
  const { field } = await open([line(1)]);
  fireEvent.change(field, { target: { value: 'renovar célia 3' } });
  field.focus();
  await screen.findByText('Depois de fazer, dá para desfazer por 10 s');
  await waitFor(() => expect(screen.queryByText('Buscando…')).toBeNull());
  press('Tab');
  expect(await screen.findByText('Ações: Renovar Dona Célia por 3 meses')).toBeTruthy();
  expect(screen.getByRole('button', { name: /^Enviar a Dona Célia/ })).toBeTruthy();
});

it('shows the acts of the chosen row on Tab, and the results again on Escape', async () => {
  const { field } = await open([line(1)]);
  fireEvent.change(field, { target: { value: 'cel' } });
  await rowOf(/84920171/);
  field.focus();
  await waitFor(() => expect(screen.queryByText('Buscando…')).toBeNull());
  press('Tab');
  expect(await screen.findByText('Ações: Dona Célia')).toBeTruthy();
  expect(screen.getByRole('button', { name: /^Renovar Dona Célia por 3 meses/ })).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Preço do cliente: Dona Célia' })).toBeTruthy();
  expect(screen.queryByRole('link', { name: /celular\.top/ })).toBeNull();
  fireEvent(screen.getByLabelText('Buscar'), new Event('cancel', { cancelable: true }));
  expect(await rowOf(/celular\.top/)).toBeTruthy();
  expect(onClose).not.toHaveBeenCalled();
});

it('switches the colour scheme by «tema escuro» and ends the session by «sair»', async () => {
  startSession({ userId: 4821, username: 'marcelo', token: 't', regPassword: 'r' });
  const { field } = await open([]);
  fireEvent.change(field, { target: { value: 'tema claro' } });
  field.focus();
  await waitFor(() => expect(screen.queryByText('Buscando…')).toBeNull());
  press('Enter');
  await waitFor(() =>
    expect(document.documentElement.getAttribute('data-mantine-color-scheme')).toBe('light'),
  );
  fireEvent.change(field, { target: { value: 'sair' } });
  await waitFor(() => expect(screen.queryByText('Buscando…')).toBeNull());
  press('Enter');
  await waitFor(() => expect(currentSession()).toBeUndefined());
});
