import { Refusal } from '@ramal/contract/api/errors';
import type { ResponseOf } from '@ramal/contract/api/endpoint';
import {
  type Database,
  type Node,
  listNodes,
  listUpgrades,
  readChangelog,
  readNodeLog,
  viewRollback,
  viewVersion,
} from '@ramal/contract/operations/nodes';
import { getProfile } from '@ramal/contract/sessions';
import { cleanup, fireEvent, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { profile } from '../lines/test/answers.ts';
import { answering, show } from '../lines/test/screen.tsx';
import { toRows } from './node-words.ts';
import { Version } from './Version.tsx';

const NOW = new Date('2026-11-20T17:32:00Z');
const ago = (seconds: number): number => NOW.getTime() / 1000 - seconds;

beforeEach(() => {
  vi.useFakeTimers({ now: NOW, toFake: ['Date'] });
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const hours = Array<'up'>(24).fill('up');

const node = (change: Partial<Node> = {}): Node => ({
  id: change.name ?? 'a',
  name: 'painel-1',
  roles: ['panel'],
  version: '1.8.2',
  state: 'up',
  startedAtTimestamp: ago(1200),
  seenAtTimestamp: ago(4),
  hours,
  requests: 312,
  answerMs: 34,
  screens: 0,
  jobs: 0,
  queue: null,
  ...change,
});

const database = (change: Partial<Database> = {}): Database => ({
  name: 'banco-1',
  role: 'primary',
  version: '18.1',
  state: 'up',
  seenAtTimestamp: null,
  hours,
  isReady: false,
  lagSeconds: null,
  lagBytes: null,
  connections: 41,
  answerMs: 2,
  ...change,
});
const standby = database({
  name: 'banco-2',
  role: 'standby',
  version: null,
  isReady: true,
  lagSeconds: 0.4,
  lagBytes: 12_300,
  connections: null,
  answerMs: null,
});

const release: ResponseOf<typeof viewVersion> = {
  version: '1.8.2',
  sinceTimestamp: ago(1200),
  upgrade: {
    fromVersion: '1.8.1',
    seconds: 48,
    copy: {
      takenAtTimestamp: ago(1260),
      bytes: 1_954_210_120,
      expiresAtTimestamp: ago(-7 * 86_400),
      isExpired: false,
      changes: 64,
      hasMoreChanges: false,
    },
  },
  news: {
    version: '1.8.2',
    date: '2026-11-20',
    changes: [
      { kind: 'added', text: 'Boxes.' },
      { kind: 'security', text: 'Needs `PostgreSQL` 17.' },
    ],
  },
};
type Upgrade = NonNullable<typeof release.upgrade>;
const copied = (change: Partial<NonNullable<Upgrade['copy']>>) => ({
  ...release,
  upgrade: { ...release.upgrade!, copy: { ...release.upgrade!.copy!, ...change } },
});

const open = async (
  nodes: () => unknown = () => ({ nodes: [node()], databases: [database(), standby] }),
  version: () => unknown = () => release,
  more: Parameters<typeof answering>[0] = [],
) => {
  answering([
    [getProfile, () => ({ ...profile(), profile: 'admin' })],
    [listNodes, nodes],
    [viewVersion, version],
    ...more,
  ]);
  return show(<Version />, '/version');
};

const rowsOf = (...nodes: Node[]) => toRows({ nodes, databases: [] }, NOW);
const databaseRows = (...databases: Database[]) => toRows({ nodes: [], databases }, NOW);

describe('rows of the nodes screen', () => {
  it.each<[Partial<Node>, string, string | undefined, string]>([
    [{}, 'Ativo', '34 ms', '312 pedidos/min'],
    [{ requests: 1, answerMs: null }, 'Ativo', undefined, '1 pedido/min'],
    [{ roles: ['player'], screens: 1204, answerMs: 9 }, 'Ativo', '9 ms', '1.204 telas'],
    [{ roles: ['worker'], jobs: 46, queue: 0 }, 'Ativo', 'fila vazia', '46 por minuto'],
    [{ roles: ['worker'], jobs: 46, queue: 12 }, 'Ativo', '12 na fila', '46 por minuto'],
    [
      { roles: ['panel', 'player', 'worker'], screens: 1, queue: 3 },
      'Ativo',
      '34 ms',
      '312 pedidos/min, 1 tela',
    ],
    [
      { roles: ['player'], state: 'draining', screens: 38 },
      'Esvaziando',
      'troca ao chegar a 0',
      '38 telas',
    ],
    [{ state: 'lost', seenAtTimestamp: ago(125) }, 'Sem sinal há 2 min', undefined, '–'],
  ])('shows health and load of the process %o', (change, label, note, now) => {
    const [row] = rowsOf(node(change));
    expect(row!.health.label).toBe(label);
    expect(row!.health.note).toBe(note);
    expect(row!.now).toBe(now);
  });

  it('names the roles of a process', () => {
    const roles = rowsOf(
      node(),
      node({ roles: ['panel', 'player', 'worker'] }),
      node({ roles: ['player', 'worker'] }),
    );
    expect(roles.map(({ role }) => role)).toEqual([
      'Painel e API',
      'Painel, player e trabalhos',
      'Player e trabalhos',
    ]);
  });

  it.each<[Partial<Database>, string, string]>([
    [{}, 'Em dia', 'pronta para assumir'],
    [{ state: 'behind', isReady: false, lagSeconds: 42 }, 'Atrasada', '–'],
    [{ state: 'unknown', isReady: false, lagSeconds: null, lagBytes: null }, 'Ligada', '–'],
    [{ state: 'lost', isReady: false, seenAtTimestamp: ago(180) }, 'Sem sinal há 3 min', '–'],
    [{ role: 'replica', isReady: false, lagSeconds: null }, 'Em dia', 'relatórios e buscas'],
  ])('shows health and load of the standby %o', (change, label, now) => {
    const [row] = databaseRows({ ...standby, ...change });
    expect(row!.health.label).toBe(label);
    expect(row!.now).toBe(now);
  });
});

describe('version screen', () => {
  it('opens the log of a process, but none of a database', async () => {
    await open(undefined, undefined, [
      [readNodeLog, () => ({ data: [{ atTimestamp: ago(60), level: 'error', text: 'no route' }] })],
    ]);
    expect(await screen.findAllByRole('button', { name: /Registro/ })).toHaveLength(1);
    fireEvent.click(screen.getByRole('button', { name: /Registro/ }));
    const log = await screen.findByRole('list', { name: 'Avisos e erros' });
    expect(within(log).getByText('no route')).toBeTruthy();
    expect(within(log).getByText('20/11/2026 14:31')).toBeTruthy();
    expect(within(log).getByText('Erro')).toBeTruthy();
  });

  it('shows the release, its backup with the effects of a rollback, and the changes', async () => {
    await open();
    const card = await screen.findByRole('region', { name: 'Versão em uso' });
    expect(within(card).getByText('Em uso desde hoje, 20/11/2026 às 14:12')).toBeTruthy();
    expect(within(card).getByText('Atualizou em 48 s.')).toBeTruthy();
    expect(card.textContent).toContain('Cópia feita antes da atualização, 14:11, 1,8 GB');
    expect(card.textContent).toContain(
      'Dá para voltar até 27/11/2026. Voltar usa esta cópia: as 64 alterações feitas depois dela saem do painel e ficam num arquivo.',
    );
    expect(within(card).getByText('Novo')).toBeTruthy();
    expect(within(card).getByText('Atenção')).toBeTruthy();
    expect(within(card).getByText('PostgreSQL').className).toBe('mono');
  });

  it.each<[string, unknown, string]>([
    [
      'an expired copy',
      copied({ isExpired: true, expiresAtTimestamp: ago(0) }),
      'A cópia foi excluída em 20/11/2026. Para voltar, use um backup.',
    ],
    [
      'no copy',
      { ...release, upgrade: { ...release.upgrade!, copy: null } },
      'A atualização foi feita sem cópia. Para voltar, use um backup.',
    ],
    [
      'no upgrade',
      { ...release, upgrade: null },
      'A próxima atualização faz uma cópia antes, e dá para voltar.',
    ],
  ])('offers no rollback with %s', async (_, version, text) => {
    await open(undefined, () => version);
    expect(await screen.findByText(text)).toBeTruthy();
    expect(screen.queryByRole('button', { name: /Voltar para/ })).toBeNull();
  });

  it.each([
    [{ changes: 0 }, 'nada foi alterado depois dela.'],
    [{ changes: 1 }, 'a alteração feita depois dela sai do painel e fica num arquivo.'],
    [{ changes: 10_000, hasMoreChanges: true }, 'as mais de 10.000 alterações feitas depois dela'],
  ])('counts the changes since the backup: %o', async (change, text) => {
    await open(undefined, () => copied(change));
    const card = await screen.findByRole('region', { name: 'Versão em uso' });
    expect(card.textContent).toContain(text);
  });

  it('shows the exchange of nodes while two releases are running', async () => {
    await open(() => ({
      nodes: [node(), node({ name: 'player-2', version: '1.8.1', state: 'draining' })],
      databases: [database()],
    }));
    expect(await screen.findByText('Trocando os nós: 1 de 2 já na 1.8.2.')).toBeTruthy();
    expect(screen.getByText('Sem banco reserva')).toBeTruthy();
  });

  it('keeps the last answer of the nodes and shows since when it is outdated', async () => {
    let isBroken = false;
    await open(() => {
      if (isBroken) throw new Refusal('forbidden');
      return { nodes: [node()], databases: [database(), standby] };
    });
    expect(await screen.findByText('painel-1')).toBeTruthy();
    isBroken = true;
    // The panel reads the nodes again each time the window gets the focus.
    vi.setSystemTime(NOW.getTime() + 60_000);
    window.dispatchEvent(new Event('visibilitychange'));
    expect(await screen.findByText(/Sem resposta dos nós desde 14:32/)).toBeTruthy();
    expect(screen.getByText('painel-1')).toBeTruthy();
  });

  it('shows the rollback command with the affected changes by kind', async () => {
    await open(undefined, undefined, [
      [
        viewRollback,
        () => ({
          fromVersion: '1.8.1',
          command: './ramal rollback',
          changes: [
            { title: 'Linha renovada', count: 60 },
            { title: 'Linha criada', count: 4 },
          ],
        }),
      ],
    ]);
    fireEvent.click(await screen.findByRole('button', { name: 'Voltar para 1.8.1…' }));
    const dialog = await screen.findByRole('dialog', { name: 'Voltar para a 1.8.1' });
    expect(within(dialog).getByText('./ramal rollback')).toBeTruthy();
    expect(within(dialog).getByText('Linha renovada').parentElement!.textContent).toBe(
      'Linha renovada60',
    );
  });

  it('opens the upgrades and the complete changelog', async () => {
    await open(undefined, undefined, [
      [
        listUpgrades,
        () => ({
          data: [
            {
              id: 2,
              fromVersion: '1.8.1',
              toVersion: '1.8.2',
              finishedAtTimestamp: ago(1200),
              seconds: 48,
              copyBytes: 2048,
            },
            {
              id: 1,
              fromVersion: null,
              toVersion: '1.8.1',
              finishedAtTimestamp: ago(90_000),
              seconds: 5,
              copyBytes: null,
            },
          ],
        }),
      ],
      [
        readChangelog,
        () => ({
          data: [
            release.news,
            {
              version: '1.8.1',
              date: '2026-11-01',
              changes: [{ kind: 'fixed', text: 'A fault.' }],
            },
          ],
        }),
      ],
    ]);
    fireEvent.click(await screen.findByRole('button', { name: 'Histórico' }));
    const upgrades = await screen.findByRole('dialog', { name: 'Histórico' });
    expect(await within(upgrades).findByText('1.8.1 → 1.8.2')).toBeTruthy();
    expect(within(upgrades).getByText('sem cópia')).toBeTruthy();
    fireEvent.click(within(upgrades).getByRole('button', { name: 'Fechar' }));
    fireEvent.click(screen.getByRole('button', { name: 'Ler tudo', hidden: true }));
    const changelog = await screen.findByRole('dialog', { name: 'O que mudou' });
    expect(await within(changelog).findByText('A fault.')).toBeTruthy();
  });
});
