import { Refusal } from '@ramal/contract/api/errors';
import { getIptvPackages } from '@ramal/contract/lines/iptv-lines';
import {
  migrateIptvToNewP2p,
  migrateIptvToP2p,
  migrateP2pToIptv,
} from '@ramal/contract/lines/line-migrations';
import { p2pUpkeepCalls, recreateIptvLine } from '@ramal/contract/lines/line-recreation';
import { newP2pLines, p2pLines } from '@ramal/contract/lines/p2p-lines';
import { getProfile } from '@ramal/contract/sessions';
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { Lines } from '../list/Lines.tsx';
import { p2pPlatform } from '../platforms/p2p.ts';
import { created, lineListAnswer, packages, profile, row } from '../test/answers.ts';
import { readRowMenu, open, server } from '../test/list.tsx';
import { p2pCreated, p2pPage, p2pRow, p2pServer, pick, products, seller } from '../test/p2p.tsx';
import { calls, show } from '../test/screen.tsx';

// Loaded before, so that no test waits for code that a list loads after its first paint.
beforeAll(() =>
  Promise.all([import('../dialogs/LineDialogs.tsx'), import('../dialogs/line-confirmations.tsx')]),
);
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const NAME = '84920175';
const {
  charged: _,
  balance: __,
  ...createdLine
} = p2pCreated({ name: '512345678', pass: 'n0vaS3nh' });
const moved = { ...createdLine, message: 'ok' };
const mayAll = () => seller({ grants: ['lines.new-p2p', 'lines.migrate-new-p2p'] });

/** An IPTV list whose row disappears after the migration. */
function iptvServer(says: () => unknown = () => moved, me = mayAll, line = row()) {
  let rows = [line];
  const move = () => {
    const answer = says();
    rows = [];
    return answer;
  };
  return server(
    () => lineListAnswer(...rows),
    [getProfile, me],
    [p2pLines.products, () => products],
    [newP2pLines.products, () => products],
    [migrateIptvToP2p, move],
    [migrateIptvToNewP2p, move],
  );
}

async function choosePackage(label: string, option: string) {
  const tiles = await screen.findByRole('radiogroup', { name: label });
  fireEvent.click(within(tiles).getByRole('radio', { name: option }));
}

describe('offered migrations', () => {
  const migrating = async () =>
    (await readRowMenu(NAME)).filter((label) => label?.startsWith('Migrar'));

  it.each([
    [
      'offers both targets with all functions and both grants',
      mayAll(),
      ['Migrar P2P', 'Migrar Novo P2P'],
    ],
    ['offers only P2P without the grant to migrate', seller(), ['Migrar P2P']],
    // The account cannot list the migrated lines, so the migration is not offered.
    [
      'offers only P2P with the grant to migrate but without new P2P',
      seller({ grants: ['lines.migrate-new-p2p'] }),
      ['Migrar P2P'],
    ],
    [
      'offers nothing if a limit allows only IPTV',
      { ...mayAll(), platforms: ['iptv' as const] },
      [],
    ],
    ['offers nothing while P2P is off', profile({ grants: ['lines.migrate-new-p2p'] }), []],
    [
      'offers P2P to an admin even while functions are off',
      profile({ profile: 'admin' }),
      ['Migrar P2P'],
    ],
  ])('%s', async (_case, me, labels) => {
    iptvServer(undefined, () => me, row({ id_res: me.id }));
    await open('/users-iptv/4821');
    expect(await migrating()).toEqual(labels);
  });

  it('offers no migration for an expired line', async () => {
    iptvServer(undefined, undefined, row({ days: -1 }));
    await open();
    expect(await migrating()).toEqual([]);
  });
});

describe('«Migrar P2P»', () => {
  it('requires a package with the specified text', async () => {
    const requests = iptvServer();
    await open();
    await pick(NAME, 'Migrar P2P');
    fireEvent.click(await screen.findByRole('button', { name: 'Migrar para P2P' }));
    const dialog = await screen.findByRole('alertdialog');
    expect(within(dialog).getByText('Atenção')).toBeDefined();
    expect(
      within(dialog).getByText('É necessário selecionar um pacote para migração'),
    ).toBeDefined();
    expect(calls(requests, migrateIptvToP2p)).toEqual([]);
  });

  it.each([
    ['Migrar P2P', 'P2P', migrateIptvToP2p, 9],
    ['Migrar Novo P2P', 'Novo P2P', migrateIptvToNewP2p, 11],
  ] as const)(
    '%s opens a confirmation, then shows the new access although the row has disappeared',
    async (label, to, call, action) => {
      const requests = iptvServer();
      const { search } = await open();
      await pick(NAME, label);
      await choosePackage(`Pacote no ${to}`, 'PLANO COMPLETO');
      fireEvent.click(screen.getByRole('button', { name: `Migrar para ${to}` }));
      const question = await screen.findByRole('alertdialog');
      for (const text of [
        'Usuário e senha serão novos',
        'PLANO COMPLETO',
        'Nenhum crédito é debitado.',
      ])
        expect(question.textContent).toContain(text);
      expect(calls(requests, call)).toEqual([]);
      fireEvent.click(within(question).getByRole('button', { name: 'Sim, migrar' }));
      expect(await screen.findByText(`Usuário migrado para ${to}`)).toBeDefined();
      for (const text of ['512345678', 'n0vaS3nh', '4321'])
        expect(screen.getAllByText(text).length).toBeGreaterThan(0);
      expect(calls(requests, call)).toMatchObject([{ body: { action, productid: 1 } }]);
      await waitFor(() => expect(screen.queryByText(NAME)).toBeNull());
      expect(search()).toEqual({});
      fireEvent.click(screen.getByRole('button', { name: 'Fechar' }));
      await waitFor(() => expect(screen.queryByText('n0vaS3nh')).toBeNull());
    },
  );

  it('shows the new access too when the dialog was opened by its address', async () => {
    iptvServer();
    await open('/users-iptv?janela=migrar-p2p&linha=1');
    await choosePackage('Pacote no P2P', 'PLANO COMPLETO');
    fireEvent.click(screen.getByRole('button', { name: 'Migrar para P2P' }));
    fireEvent.click(await screen.findByRole('button', { name: 'Sim, migrar' }));
    expect(await screen.findByText('Usuário migrado para P2P')).toBeDefined();
  });

  it('opens no migration by the address that is not offered', async () => {
    iptvServer(undefined, seller);
    await open('/users-iptv?janela=migrar-new-p2p&linha=1');
    await screen.findByText(NAME);
    expect(screen.queryByRole('button', { name: 'Migrar para Novo P2P' })).toBeNull();
  });

  it('shows a rejection in the confirmation, and then the form again', async () => {
    iptvServer(() => {
      throw new Refusal('platform_off', { values: { platform: 'P2P' } });
    });
    await open();
    await pick(NAME, 'Migrar P2P');
    await choosePackage('Pacote no P2P', 'PLANO COMPLETO');
    fireEvent.click(screen.getByRole('button', { name: 'Migrar para P2P' }));
    fireEvent.click(await screen.findByRole('button', { name: 'Sim, migrar' }));
    expect(await screen.findByText('A plataforma P2P está desligada no momento.')).toBeDefined();
    fireEvent.click(screen.getByRole('button', { name: 'Não' }));
    expect(await screen.findByRole('button', { name: 'Migrar para P2P' })).toBeDefined();
  });

  it('states that a disabled line stays disabled, without a warning about the television', async () => {
    iptvServer(undefined, undefined, row({ status: 'Desativado' }));
    await open();
    await pick(NAME, 'Migrar P2P');
    await choosePackage('Pacote no P2P', 'PLANO COMPLETO');
    fireEvent.click(screen.getByRole('button', { name: 'Migrar para P2P' }));
    const question = await screen.findByRole('alertdialog');
    expect(question.textContent).toContain('a linha continua desligada');
    expect(question.textContent).not.toContain('15 segundos');
  });

  it('shows no hours after the migration of a test, because only the remaining time is kept', async () => {
    iptvServer(() => ({ ...moved, is_trial: true, test_hours: 6 }));
    await open();
    await pick(NAME, 'Migrar P2P');
    await choosePackage('Pacote no P2P', 'PLANO COMPLETO');
    fireEvent.click(screen.getByRole('button', { name: 'Migrar para P2P' }));
    fireEvent.click(await screen.findByRole('button', { name: 'Sim, migrar' }));
    await screen.findByText('Usuário migrado para P2P');
    expect(document.body.textContent).not.toContain('6 horas');
  });
});

it('requires a package in «Migrar IPTV», and sends 0 for an empty number', async () => {
  const { charged: _c, balance: _b, ...receipt } = created({ username: '998877665' });
  const requests = p2pServer(
    p2pLines,
    () => p2pPage(p2pRow({ whatsapp: '5511955550142' })),
    [getIptvPackages, () => packages],
    [migrateP2pToIptv, () => ({ ...receipt, message: 'ok' })],
  );
  await show(<Lines platform={p2pPlatform} />, '/users-p2p');
  await pick('dona.celia', 'Migrar IPTV');
  fireEvent.change(await screen.findByLabelText(/^WhatsApp/), { target: { value: '' } });
  await choosePackage('Pacote no IPTV', 'Completo 1 tela');
  fireEvent.click(screen.getByRole('button', { name: 'Migrar para IPTV' }));
  fireEvent.click(await screen.findByRole('button', { name: 'Sim, migrar' }));
  expect(await screen.findByText('Usuário migrado para IPTV')).toBeDefined();
  expect(screen.getAllByText('998877665').length).toBeGreaterThan(0);
  expect(calls(requests, migrateP2pToIptv)).toMatchObject([
    { body: { action: 6, package: 1, whatsapp: 0 } },
  ]);
});

describe('«Recriar Linha» and «Sincronizar Linha»', () => {
  it('opens a confirmation, then shows the same access and its links', async () => {
    const { charged: _c, balance: _b, ...receipt } = created({ username: NAME });
    const requests = server(
      () => lineListAnswer(row()),
      [recreateIptvLine, () => ({ ...receipt, message: 'ok' })],
    );
    await open();
    await pick(NAME, 'Recriar Linha');
    const question = await screen.findByRole('alertdialog');
    expect(question.textContent).toContain('Usuário, senha e vencimento continuam os mesmos.');
    expect(calls(requests, recreateIptvLine)).toEqual([]);
    fireEvent.click(within(question).getByRole('button', { name: 'Sim, recriar' }));
    expect(await screen.findByText('Linha recriada')).toBeDefined();
    expect(screen.getByText('Links M3U8')).toBeDefined();
  });

  it('shows the result of the synchronisation', async () => {
    const said = 'Linha conferida: Ativo até 20/12/2026 14:32. Não há servidor externo';
    const requests = p2pServer(p2pLines, () => p2pPage(p2pRow()), [
      p2pUpkeepCalls.sync,
      () => ({ ...p2pRow(), message: said }),
    ]);
    await show(<Lines platform={p2pPlatform} />, '/users-p2p');
    await pick('dona.celia', 'Sincronizar Linha');
    const question = await screen.findByRole('alertdialog');
    expect(question.textContent).toContain('Os dados do painel valem para esta linha.');
    expect(calls(requests, p2pUpkeepCalls.sync)).toEqual([]);
    fireEvent.click(within(question).getByRole('button', { name: 'Sim, sincronizar' }));
    const shown = await screen.findByText(`Dona Célia · ${said}`);
    expect(shown).toBeDefined();
  });
});
