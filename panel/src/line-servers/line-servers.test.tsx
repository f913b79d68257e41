import { Refusal } from '@ramal/contract/api/errors';
import {
  type LineDifference,
  type LineServer,
  type LineServerProducts,
  compareLineServer,
  createLineServer,
  deleteLineServer,
  differenceKinds,
  differenceSorts,
  editLineServer,
  getLineServerProducts,
  listLineDifferences,
  listLinePushes,
  listLineServers,
  proveLineServer,
  pushSorts,
  retryLinePushes,
  saveLineServerProducts,
  settleLineDifferences,
} from '@ramal/contract/operations/line-servers';
import { getProfile } from '@ramal/contract/sessions';
import { getTask, type Task } from '@ramal/contract/tasks';
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { profile } from '../lines/test/answers.ts';
import { type Respond, answering, calls, show } from '../lines/test/screen.tsx';
import type { Endpoint } from '@ramal/contract/api/endpoint';
import { sortKey } from '../ui/table/columns.ts';
import { differenceColumns } from './difference-columns.tsx';
import { xuiServer } from './line-server.fixtures.ts';
import { LineServers } from './LineServers.tsx';
import { LineServerScreen } from './LineServerScreen.tsx';
import { pushColumns } from './Pushes.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const now = Math.floor(Date.now() / 1000);
const server: LineServer = {
  ...xuiServer,
  provenAtTimestamp: now,
  finding: 'Respondeu: 2 pacotes, 3 bouquets e 12 linhas.',
  mapped: 2,
  lines: 12,
  waiting: 1,
  failed: 1,
  comparedAtTimestamp: now,
  comparedLines: 12,
  differences: 45,
};
const expiry: LineDifference = {
  id: 70,
  kind: 'expiry',
  lineId: 5,
  platform: 'iptv',
  remoteId: '11',
  username: '72000001',
  owner: 'marcelo',
  ours: '2026-12-20T17:32:00.000Z',
  theirs: '2030-03-17T17:46:40.000Z',
  foundAtTimestamp: now,
  ignored: false,
};
const stranger: LineDifference = {
  ...expiry,
  id: 71,
  kind: 'missing-here',
  lineId: null,
  platform: null,
  username: 'vendida-fora',
  owner: null,
  ours: '',
};
const task: Task = {
  id: 9,
  kind: 'compare-line-server',
  state: 'running',
  done: 6,
  total: 12,
  message: 'Comparando as linhas',
  createdAtTimestamp: now,
  finishedAtTimestamp: null,
};
const products: LineServerProducts = {
  own: [
    { kind: 'package', id: 1, name: 'Completo', lines: 12 },
    { kind: 'bouquet', id: 4, name: 'Canais', lines: 0 },
  ],
  offers: {
    packages: [{ id: '11', name: 'Completo XUI', bouquets: [1] }],
    bouquets: [{ id: 1, name: 'Canais XUI' }],
  },
  mapped: [{ ownKind: 'bouquet', ownId: 4, remoteId: null, remoteBouquets: [1] }],
};

const pageOf = <Row,>(data: Row[], total = data.length, page = 1) => ({
  data,
  total,
  total_exact: true,
  current_page: page,
  per_page: 100,
  last_page: Math.max(1, Math.ceil(total / 100)),
});

const rows = [expiry, stranger];

const answers = (servers: LineServer[] = [server]): (readonly [Endpoint, Respond])[] => [
  [getProfile, () => profile({ profile: 'admin' })],
  [listLineServers, () => ({ data: servers, franchises: [{ id: 1, name: 'Aurora' }] })],
  [
    listLineDifferences,
    () => ({
      ...pageOf(rows),
      counts: differenceKinds.map((kind) => ({
        kind,
        count: rows.filter((row) => row.kind === kind).length,
      })),
    }),
  ],
  [
    settleLineDifferences,
    ({ body }) => ({ message: 'ok', settled: (body.ids as number[]).length, left: [] }),
  ],
];

const openList = async (servers?: LineServer[], more: (readonly [Endpoint, Respond])[] = []) => {
  const requests = answering([...answers(servers), ...more]);
  await show(<LineServers />, '/line-servers');
  return requests;
};

const openOne = async (search = '', more: (readonly [Endpoint, Respond])[] = []) => {
  const requests = answering([...answers(), ...more]);
  await show(<LineServerScreen />, `/line-servers/3${search}`);
  return requests;
};

const type = (field: HTMLElement, value: string) => fireEvent.change(field, { target: { value } });

it('sorts only by columns that the calls accept', () => {
  for (const column of differenceColumns)
    expect([undefined, ...differenceSorts]).toContain(sortKey(column));
  for (const column of pushColumns) expect([undefined, ...pushSorts]).toContain(sortKey(column));
});

it('lists servers with their state, their pending lines and their differences', async () => {
  await openList([server, { ...server, id: 4, name: 'Caído', pause: 'Não respondeu em 20 s.' }]);
  const row = (await screen.findByText('XUI São Paulo')).closest('tr')!;
  expect(row.textContent).toContain('Recebe linhas');
  expect(within(row).getByRole('link', { name: '45' }).getAttribute('href')).toBe(
    '/line-servers/3',
  );
  expect(screen.getByText('Caído').closest('tr')!.textContent).toContain('Não responde');
});

it('shows how to start without a server, and a retry after a failure', async () => {
  await openList([]);
  expect(await screen.findByText('Nenhum servidor de linhas')).toBeTruthy();
  cleanup();
  await openList(undefined, [
    [
      listLineServers,
      () => {
        throw new Refusal('unavailable');
      },
    ],
  ]);
  await screen.findByRole('button', { name: 'Tentar de novo' }, { timeout: 10_000 });
});

it('keeps the form open when the key of a new server is rejected', async () => {
  const requests = await openList(
    [],
    [
      [
        createLineServer,
        () => {
          throw new Refusal('line_server_key_refused');
        },
      ],
    ],
  );
  fireEvent.click((await screen.findAllByRole('button', { name: 'Adicionar servidor' }))[0]!);
  const dialog = await screen.findByRole('dialog');
  type(within(dialog).getByRole('textbox', { name: /^Nome/ }), 'XUI');
  type(within(dialog).getByRole('textbox', { name: 'Endereço' }), 'https://xui.exemplo/AbCd/');
  type(within(dialog).getByLabelText('Chave da API'), 'segredo');
  fireEvent.click(within(dialog).getByRole('button', { name: 'Provar e adicionar' }));
  await waitFor(() => expect(calls(requests, createLineServer)).toHaveLength(1));
  expect(calls(requests, createLineServer)[0]!.body).toEqual({
    name: 'XUI',
    kind: 'xui',
    platform: 'iptv',
    url: 'https://xui.exemplo/AbCd/',
    key: 'segredo',
    player_url: null,
    id_franchise: null,
  });
  await screen.findByRole('alertdialog');
  expect(screen.getByRole('dialog', { hidden: true })).toBe(dialog);
});

it('keeps the key of an edited server unless a new one is typed, and saves its rules', async () => {
  const requests = await openList(undefined, [
    [editLineServer, () => ({ ...server, message: 'Servidor salvo' })],
  ]);
  fireEvent.click((await screen.findAllByRole('button', { name: /^Editar/ }))[0]!);
  const dialog = await screen.findByRole('dialog');
  fireEvent.click(within(dialog).getByRole('switch', { name: /^Vencimento/ }));
  fireEvent.click(within(dialog).getByRole('button', { name: 'Salvar' }));
  await waitFor(() => expect(calls(requests, editLineServer)).toHaveLength(1));
  expect(calls(requests, editLineServer)[0]!.body).toEqual({
    name: 'XUI São Paulo',
    player_url: null,
    id_franchise: null,
    takes_new: true,
    rules: { ...server.rules, expiry: 'ours' },
  });
});

const choose = async (item: RegExp) => {
  fireEvent.click(await screen.findByRole('button', { name: 'Ações de XUI São Paulo' }));
  fireEvent.click(await screen.findByRole('menuitem', { name: item }));
};

it('tests the connection to a server', async () => {
  const requests = await openList(undefined, [
    [proveLineServer, () => ({ ...server, message: server.finding })],
  ]);
  await choose(/Testar conexão/);
  await screen.findByText(server.finding);
  expect(calls(requests, proveLineServer)).toHaveLength(1);
});

it('states why a server with lines is not deleted', async () => {
  const requests = await openList([{ ...server, lines: 2 }]);
  await choose(/Excluir/);
  await screen.findByText(/tem 2 linhas\. Desligue «Recebe linhas novas»/);
  expect(calls(requests, deleteLineServer)).toEqual([]);
});

it('deletes a server without lines after a confirmation', async () => {
  const requests = await openList(
    [{ ...server, lines: 0 }],
    [[deleteLineServer, () => ({ id: 3, message: 'Servidor excluído' })]],
  );
  await choose(/Excluir/);
  fireEvent.click(await screen.findByRole('button', { name: 'Sim, excluir' }));
  await waitFor(() => expect(calls(requests, deleteLineServer)).toHaveLength(1));
});

it('shows both sides of a difference, and resolves one after a confirmation', async () => {
  const requests = await openOne();
  const row = (await screen.findByText('72000001')).closest('tr')!;
  expect(row.textContent).toMatch(/20\/12\/2026 14:32.*17\/03\/2030/);
  expect((await screen.findByText('vendida-fora')).closest('tr')!.textContent).toContain(
    'não existe',
  );
  fireEvent.click(within(row).getByRole('button', { name: /Como no servidor/ }));
  expect(calls(requests, settleLineDifferences)).toEqual([]);
  await screen.findByText(/Nenhum crédito é debitado/);
  fireEvent.click(screen.getByRole('button', { name: 'Sim, resolver assim' }));
  await waitFor(() =>
    expect(calls(requests, settleLineDifferences).map(({ body }) => body)).toEqual([
      { act: 'theirs', ids: [70] },
    ]),
  );
  await screen.findByText('1 resolvida');
});

it('resolves all differences of a kind in parts, and lists the remaining ones with reasons', async () => {
  const many = Array.from({ length: 45 }, (_, n) => ({ ...expiry, id: n + 1, username: `u${n}` }));
  const requests = await openOne('?kind=expiry', [
    [
      listLineDifferences,
      ({ query }) => ({
        ...pageOf(query.per_page === '100' ? many : many.slice(0, 10), many.length),
        counts: [],
      }),
    ],
    [
      settleLineDifferences,
      ({ body }) => {
        const ids = body.ids as number[];
        const left = ids.includes(1)
          ? [{ id: 1, username: 'u0', reason: 'A linha não está mais aqui.' }]
          : [];
        return { message: 'ok', settled: ids.length - left.length, left };
      },
    ],
  ]);
  await screen.findByText('u0');
  fireEvent.click(screen.getByRole('checkbox', { name: /página/i }));
  fireEvent.click(await screen.findByRole('button', { name: /Selecionar os 45/ }));
  const bar = screen.getByRole('region', { name: 'Selecionados' });
  fireEvent.click(within(bar).getByRole('button', { name: 'Como no painel' }));
  await screen.findByText('45 diferenças');
  fireEvent.click(screen.getByRole('button', { name: 'Sim, resolver assim' }));
  await screen.findByText('44 resolvidas · 1 ficou');
  expect(
    calls(requests, settleLineDifferences).map(({ body }) => (body.ids as number[]).length),
  ).toEqual([20, 20, 5]);
  expect(screen.getByRole('list', { name: 'As que ficaram' }).textContent).toContain(
    'A linha não está mais aqui.',
  );
});

it('starts no other action while the differences are read, and shows a failure', async () => {
  const many = Array.from({ length: 45 }, (_, n) => ({ ...expiry, id: n + 1, username: `u${n}` }));
  const answered = Promise.withResolvers<never>();
  const requests = await openOne('?kind=expiry', [
    [
      listLineDifferences,
      async ({ query }) => {
        if (query.per_page === '100') await answered.promise;
        return { ...pageOf(many.slice(0, 10), many.length), counts: [] };
      },
    ],
  ]);
  await screen.findByText('u0');
  fireEvent.click(screen.getByRole('checkbox', { name: /página/i }));
  fireEvent.click(await screen.findByRole('button', { name: /Selecionar os 45/ }));
  const bar = screen.getByRole('region', { name: 'Selecionados' });
  fireEvent.click(within(bar).getByRole('button', { name: 'Como no painel' }));
  fireEvent.click(await screen.findByRole('button', { name: 'Sim, resolver assim' }));
  await screen.findByText('0 de 45');
  const row = screen.getByText('u1').closest('tr')!;
  fireEvent.click(within(row).getByRole('button', { name: /Como no painel/ }));
  await screen.findByText('Ainda resolvendo');
  expect(screen.queryByRole('button', { name: 'Sim, resolver assim' })).toBeNull();
  answered.reject(new Refusal('line_server_not_found'));
  await screen.findByText(/interrompido/);
  expect(calls(requests, settleLineDifferences)).toEqual([]);
});

it('starts a comparison and follows it', async () => {
  await openOne('', [
    [compareLineServer, () => ({ message: 'Comparação iniciada', task })],
    [getTask, () => ({ ...task, state: 'done', done: 12, message: '12 linhas comparadas' })],
  ]);
  fireEvent.click(await screen.findByRole('button', { name: 'Comparar agora' }));
  expect(await screen.findByText('12 linhas comparadas', {}, { timeout: 9_000 })).toBeTruthy();
});

it('shows why a line is pending, and retries it at once', async () => {
  const requests = await openOne('?tab=waiting', [
    [
      listLinePushes,
      () =>
        pageOf([
          {
            id: 1,
            line_id: 5,
            username: '72000001',
            owner: 'marcelo',
            state: 'failed',
            attempts: 12,
            reason: 'O usuário já existe no servidor.',
            due_at_timestamp: null,
          },
        ]),
    ],
    [retryLinePushes, () => ({ message: '1 linha será tentada agora', count: 1 })],
  ]);
  await screen.findByText('O usuário já existe no servidor.');
  fireEvent.click(screen.getByRole('button', { name: 'Tentar tudo agora' }));
  await screen.findByText('1 linha será tentada agora');
  expect(calls(requests, retryLinePushes)).toHaveLength(1);
});

it('saves the mapping of products without the empty rows', async () => {
  const requests = await openOne('?tab=products', [
    [getLineServerProducts, () => products],
    [saveLineServerProducts, () => ({ ...products, message: 'Correspondência salva' })],
  ]);
  await screen.findByText('Canais XUI');
  fireEvent.click(screen.getByRole('button', { name: 'Salvar correspondência' }));
  await waitFor(() => expect(calls(requests, saveLineServerProducts)).toHaveLength(1));
  expect(calls(requests, saveLineServerProducts)[0]!.body).toEqual({
    mapped: [{ own_kind: 'bouquet', own_id: 4, remote_id: null, remote_bouquets: [1] }],
  });
});

it('shows a text for a server that no longer exists', async () => {
  answering(answers([]));
  await show(<LineServerScreen />, '/line-servers/3');
  expect(await screen.findByText('Este servidor não existe mais')).toBeTruthy();
});

it('links lines that exist only on the server to their import', async () => {
  await openOne('', [[listLineDifferences, () => ({ ...pageOf([stranger]), counts: [] })]]);
  const link = await screen.findByRole('link', { name: 'Trazer linhas deste servidor' });
  expect(link.getAttribute('href')).toBe('/panel-imports?server=3');
  const row = (await screen.findByText('vendida-fora')).closest('tr')!;
  expect(within(row).getByRole('button', { name: /^Trazer linhas deste servidor/ })).toBeTruthy();
});
