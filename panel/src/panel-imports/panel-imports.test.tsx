import {
  applyPanelImport,
  discardPanelImport,
  getPanelImport,
  validatePanelImport,
  listPanelImportRows,
  listPanelImports,
  pullPanelImport,
  type PanelImport,
  undoPanelImport,
} from '@ramal/contract/operations/panel-imports';
import { listBouquets, listPackages } from '@ramal/contract/catalogue/catalogue-packages';
import { type LineServer, listLineServers } from '@ramal/contract/operations/line-servers';
import { getProfile } from '@ramal/contract/sessions';
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { profile } from '../lines/test/answers.ts';
import { answering, calls, show } from '../lines/test/screen.tsx';
import { xuiServer } from '../line-servers/line-server.fixtures.ts';
import { PanelImports } from './PanelImports.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const none = { brought: 0, refused: 0, undone: 0, stays: 0 };
const sent: PanelImport = {
  id: 4,
  name: 'xui.sql',
  panel: 'XUI antigo',
  source: 'dump',
  server: null,
  state: 'ready',
  resellers: 2,
  lines: 3,
  admins: 1,
  skips: [{ reason: 'linha sem um número de identificação que se leia', count: 2 }],
  packages: [{ there: 7, name: 'Completo', screens: 2, lines: 3, here: null }],
  bouquets: [],
  withoutPackage: 0,
  plan: null,
  result: null,
  outcomes: { reseller: none, line: none },
  task: null,
  createdAtTimestamp: 1_795_000_000,
  forgottenAtTimestamp: 1_795_600_000,
};
const plan = {
  owner: 1,
  packages: [{ there: 7, here: 1 }],
  bouquets: [],
  creditHundredths: 100,
  expiredDays: 30,
};
const checked: PanelImport = {
  ...sent,
  plan,
  result: {
    counts: { reseller: { new: 2, same: 0, left: 0 }, line: { new: 2, same: 0, left: 1 } },
    credits: 42.5,
    reasons: [{ kind: 'line', reason: 'É um teste.', count: 1 }],
  },
};
const nothingDue = { reseller: { new: 0, same: 0, left: 0 }, line: { new: 0, same: 0, left: 1 } };
const importedPanel: PanelImport = {
  ...checked,
  state: 'applied',
  result: { ...checked.result!, counts: nothingDue, credits: 0 },
  outcomes: { reseller: { ...none, brought: 2 }, line: { ...none, brought: 2 } },
};
/** A panel import that was stopped after its first reseller. */
const stopped: PanelImport = {
  ...checked,
  result: {
    ...checked.result!,
    counts: { reseller: { new: 1, same: 0, left: 0 }, line: { new: 2, same: 0, left: 1 } },
    credits: 2.5,
  },
  outcomes: { reseller: { ...none, brought: 1 }, line: none },
};
const row = {
  kind: 'line',
  there: 9,
  username: 'cliente-1',
  above: 'mae',
  credits: 0,
  result: 'left',
  reason: 'É um teste.',
  outcome: null,
  message: '',
} as const;

const pulled: PanelImport = {
  ...sent,
  name: 'XUI São Paulo',
  source: 'server',
  server: { id: 3, name: 'XUI São Paulo' },
  packages: [{ there: 7, name: 'Completo', screens: 2, lines: 3, here: 1 }],
};
const interrupted: PanelImport = {
  ...pulled,
  state: 'interrupted',
  task: {
    id: 9,
    kind: 'panel-import-pull',
    state: 'failed',
    done: 250,
    total: 900,
    message: 'O servidor não respondeu.',
    createdAtTimestamp: 1_795_000_000,
    finishedAtTimestamp: 1_795_000_100,
  },
};
const servers: LineServer[] = [
  xuiServer,
  { ...xuiServer, id: 4, name: 'Serviço P2P', kind: 'signed', platform: 'p2p' },
];

function server(first: PanelImport, account = profile({ profile: 'admin' })) {
  let current = first;
  const becoming = (next: PanelImport) => () => (current = next);
  return answering([
    [getProfile, () => account],
    [
      listPackages,
      () =>
        [
          {
            id: 1,
            name: 'Pacote daqui',
            bouquetIds: [],
            lines: 0,
            maxConnections: 1,
            allowsTests: true,
            version: '41',
          },
        ] as never,
    ],
    [listBouquets, () => []],
    [listPanelImports, () => ({ imports: [] })],
    [listLineServers, () => ({ data: servers, franchises: [] })],
    [pullPanelImport, becoming(pulled)],
    [getPanelImport, () => current],
    [validatePanelImport, becoming(checked)],
    [applyPanelImport, becoming(importedPanel)],
    [undoPanelImport, becoming({ ...importedPanel, state: 'undone' })],
    [discardPanelImport, () => ({ message: 'ok' })],
    [
      listPanelImportRows,
      () => ({
        data: [row],
        total: 1,
        totalExact: true,
        currentPage: 1,
        perPage: 30,
        lastPage: 1,
      }),
    ],
  ]);
}

const press = async (name: string | RegExp) =>
  fireEvent.click(await screen.findByRole('button', { name, hidden: true }));

it('requires the mapping of each package, and sends the mapped products', async () => {
  const requests = server(sent);
  await show(<PanelImports />, '/panel-imports?move=4');
  fireEvent.click(await screen.findByLabelText('O que é «Completo»', { selector: 'input' }));
  fireEvent.click(
    (await screen.findAllByRole('option', { name: 'Pacote daqui', hidden: true }))[0]!,
  );
  await press('Conferir');
  await waitFor(() => expect(calls(requests, validatePanelImport)).toHaveLength(1));
  expect(calls(requests, validatePanelImport)[0]!.body).toMatchObject({
    packages: [{ there: 7, here: 1 }],
    bouquets: [],
    credit_hundredths: 100,
  });
  expect(await screen.findByText('2 a trazer · 1 de fora')).toBeTruthy();
});

it.each([sent, checked, importedPanel])(
  'counts rows that are not imported',
  async (panelImport) => {
    server(panelImport);
    await show(<PanelImports />, '/panel-imports?move=4');
    expect(
      await screen.findByText('2 × linha sem um número de identificação que se leia', {
        exact: false,
      }),
    ).toBeTruthy();
  },
);

it('shows why rows are left out, and imports the others after a confirmation', async () => {
  const requests = server(checked);
  await show(<PanelImports />, '/panel-imports?move=4');
  expect(await screen.findByText('Linha: É um teste.')).toBeTruthy();
  expect(await screen.findByText('cliente-1')).toBeTruthy();
  await press('Trazer');
  expect(await screen.findByText('42,5 créditos', { exact: false, selector: 'b' })).toBeTruthy();
  expect(calls(requests, applyPanelImport)).toEqual([]);
  await press('Sim, trazer');
  await waitFor(() => expect(calls(requests, applyPanelImport)).toHaveLength(1));
});

it('confirms only the remaining rows when a stopped import continues, and requires a code for their credits', async () => {
  const { secondFactor: factor } = profile();
  const requests = server(
    stopped,
    profile({
      profile: 'admin',
      creditsWithoutCode: 10,
      secondFactor: { ...factor, enrolled: true },
    }),
  );
  await show(<PanelImports />, '/panel-imports?move=4');
  expect(await screen.findByText('1 a trazer · 1 vieram')).toBeTruthy();
  await press('Continuar');
  const dialog = within(await screen.findByRole('dialog', { name: 'Trazer de XUI antigo?' }));
  expect(dialog.getByText('1 revenda', { selector: 'b' })).toBeTruthy();
  expect(dialog.getByText('2,5 créditos', { selector: 'b' })).toBeTruthy();
  expect(dialog.getByText('2 linhas', { selector: 'b' })).toBeTruthy();
  expect(dialog.queryByLabelText(/Código 2FA/)).toBeNull();
  await press('Sim, trazer');
  await waitFor(() => expect(calls(requests, applyPanelImport)).toHaveLength(1));
});

it('undoes an import after a confirmation, and no longer offers to discard it', async () => {
  const requests = server(importedPanel);
  await show(<PanelImports />, '/panel-imports?move=4');
  expect(await screen.findByText('2 vieram · 1 de fora')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Descartar' })).toBeNull();
  await press('Desfazer');
  await press('Sim, desfazer');
  await waitFor(() => expect(calls(requests, undoPanelImport)).toHaveLength(1));
});

it('reads a registered server after a confirmation, with the mapping of that server', async () => {
  const requests = server(sent);
  await show(<PanelImports />, '/panel-imports?server=3');
  expect(
    await screen.findByRole('dialog', { name: /Trazer linhas de XUI São Paulo/ }),
  ).toBeTruthy();
  expect(screen.queryByText('Serviço P2P')).toBeNull();
  expect(calls(requests, pullPanelImport)).toEqual([]);
  await press('Ler o servidor');
  await waitFor(() => expect(calls(requests, pullPanelImport)).toHaveLength(1));
  expect(calls(requests, pullPanelImport)[0]!.body).toEqual({ server: 3 });
  await press('Conferir');
  await waitFor(() => expect(calls(requests, validatePanelImport)).toHaveLength(1));
  expect(calls(requests, validatePanelImport)[0]!.body).toMatchObject({
    packages: [{ there: 7, here: 1 }],
  });
});

it('shows why a reading was interrupted, and continues it', async () => {
  const requests = server(interrupted);
  await show(<PanelImports />, '/panel-imports?move=4');
  expect(await screen.findByText(/O servidor não respondeu\./)).toBeTruthy();
  await press('Continuar a leitura');
  await waitFor(() => expect(calls(requests, pullPanelImport)).toHaveLength(1));
  expect(await screen.findByRole('button', { name: 'Conferir' })).toBeTruthy();
});

it('states that customers can still watch after the import from a server is undone', async () => {
  server({ ...importedPanel, source: 'server', server: { id: 3, name: 'XUI São Paulo' } });
  await show(<PanelImports />, '/panel-imports?move=4');
  await press('Desfazer');
  expect(await screen.findByText(/O servidor fica como está/)).toBeTruthy();
});

it('is not shown to a reseller and sends no request', async () => {
  const requests = answering([[getProfile, () => profile()]]);
  await show(<PanelImports />, '/panel-imports');
  expect(await screen.findByText('Esta tela não faz parte do seu acesso')).toBeTruthy();
  expect(calls(requests, listPanelImports)).toEqual([]);
});
