// @vitest-environment happy-dom
import { Refusal } from '@ramal/contract/api/errors';
import { getTreeLevel, searchResellers } from '@ramal/contract/resellers/reseller-tree';
import type { HandlerResult } from '@ramal/contract/api/endpoint';
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ME, profile } from '../../lines/test/answers.ts';
import { answering, calls, show } from '../../lines/test/screen.tsx';
import { reseller } from '../test/answers.ts';
import { ResellerTree } from './ResellerTree.tsx';

const setWidth = (width: number) =>
  (window as unknown as { happyDOM: { setViewport: (size: object) => void } }).happyDOM.setViewport(
    { width, height: 800 },
  );
beforeEach(() => setWidth(1280));
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

type Level = HandlerResult<typeof getTreeLevel>;
const top = reseller({ id: ME, username: 'marcelo', credits: 42.4, totalActives: 312 });
const norte = reseller({
  id: 1,
  username: 'nortetv',
  directResellers: 2,
  ownerId: ME,
  owner: 'marcelo',
});
const leaves = Array.from({ length: 12 }, (_, i) =>
  reseller({
    id: 100 + i,
    username: `folha${i}`,
    directResellers: 0,
    treeResellers: 0,
    ownerId: ME,
  }),
);
const blocked = reseller({ id: 2, username: 'belem.stream', status: 0, directResellers: 0 });
const manaus = reseller({ id: 11, username: 'manaus.play', ownerId: 1, owner: 'nortetv' });
const step = ({ id, username, ownerId }: typeof norte) => ({ id, username, ownerId });

const level = (
  account: Level['account'],
  path: Level['path'],
  children: Level['children'],
): Level => ({
  account,
  path,
  children,
  total: children.length,
  page: 1,
  perPage: 50,
  asOf: '21/11/2026 14:32',
});
const levels: Record<string, Level> = {
  '': level(top, [step(top)], [norte, blocked, ...leaves]),
  1: level(norte, [step(top), step(norte)], [manaus]),
  11: level(manaus, [step(top), step(norte), step(manaus)], []),
};

async function open(first?: number, acts: string[] = []) {
  const requests = answering([
    [
      getTreeLevel,
      ({ query }) => {
        const level = levels[query.under ?? ''];
        if (!level) throw new Refusal('reseller_not_found');
        return level;
      },
    ],
    [
      searchResellers,
      () => ({
        found: [
          {
            id: 11,
            username: 'manaus.play',
            email: null,
            path: [step(top), step(norte), step(manaus)],
          },
        ],
        more: false,
      }),
    ],
  ]);
  function Screen() {
    const [chosen, choose] = useState(first);
    return (
      <ResellerTree
        profile={profile()}
        chosen={chosen}
        onChoose={choose}
        actions={[
          {
            key: 'credit',
            label: 'Crédito',
            slot: 'table',
            run: ({ username }) => void acts.push(username),
          },
          { key: 'block', label: 'Bloquear', group: 'block', run: () => undefined },
        ]}
      />
    );
  }
  await show(<Screen />, '/reseller');
  return requests;
}
const nodes = (name: string) => within(screen.getByRole('list', { name })).getAllByRole('button');

describe('tree of resellers', () => {
  it('starts with the own account and the largest accounts of the first level', async () => {
    await open();
    await screen.findByText('nortetv');
    expect(nodes('Primeiro nível')).toHaveLength(9);
    expect(screen.getByRole('button', { name: /^mais 6/ })).toBeTruthy();
    expect(screen.getByText('312 ativos · 42,4 cr.')).toBeTruthy();
    expect(screen.getByText('Bloqueada')).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: /^mais 6/ }));
    expect(nodes('Primeiro nível')).toHaveLength(14);
  });

  it('opens level by level, and the panel acts on the selected account', async () => {
    const acts: string[] = [];
    await open(undefined, acts);
    fireEvent.click(await screen.findByRole('button', { name: /nortetv/ }));
    await screen.findByText('manaus.play');
    expect(nodes('Abaixo de nortetv')).toHaveLength(1);
    expect(screen.getByText('ID 1 · abaixo de você')).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Setar Crédito' }));
    expect(acts).toEqual(['nortetv']);
    expect(screen.getByRole('button', { name: 'Bloquear' })).toBeTruthy();
  });

  it('opens an account at any depth by its address, with all its ancestors', async () => {
    await open(11);
    await screen.findByText('ID 11 · abaixo de nortetv');
    await waitFor(() =>
      expect(nodes('Abaixo de nortetv')[0]!.getAttribute('aria-current')).toBe('true'),
    );
    expect(screen.getByRole('button', { name: /nortetv/ }).getAttribute('aria-expanded')).toBe(
      'true',
    );
  });

  it('offers no action on the own account', async () => {
    await open();
    await screen.findByText('nortetv');
    expect(screen.getByRole('heading', { name: 'marcelo' })).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Setar Crédito' })).toBeNull();
    expect(screen.queryByRole('button', { name: 'Bloquear' })).toBeNull();
  });

  it('finds an account at any depth and opens it', async () => {
    const requests = await open();
    await screen.findByText('nortetv');
    const field = screen.getByLabelText('Procurar na rede inteira');
    fireEvent.change(field, { target: { value: 'm' } });
    fireEvent.keyDown(field, { key: 'Enter' });
    expect(calls(requests, searchResellers)).toHaveLength(0);
    fireEvent.change(field, { target: { value: 'manaus' } });
    fireEvent.keyDown(field, { key: 'Enter' });
    const list = await screen.findByRole('list', { name: 'Encontradas' });
    fireEvent.click(within(list).getByRole('button'));
    await screen.findByText('ID 11 · abaixo de nortetv');
  });

  it('moves the focus with the arrow keys', async () => {
    await open(1);
    await screen.findByText('manaus.play');
    const key = (name: string) => fireEvent.keyDown(document.activeElement!, { key: name });
    screen.getByRole('button', { name: /nortetv/ }).focus();
    key('ArrowRight');
    expect(document.activeElement?.textContent).toContain('manaus.play');
    key('ArrowLeft');
    key('ArrowDown');
    expect(document.activeElement?.textContent).toContain('belem.stream');
  });

  it('shows a failed load and returns to the top', async () => {
    await open(999);
    await screen.findByText('Não deu para carregar a árvore');
    fireEvent.click(screen.getByRole('button', { name: 'Ir para o topo' }));
    expect(await screen.findByText('nortetv')).toBeTruthy();
  });
});

it('opens a lower level by a tap on the phone, and returns to the higher one', async () => {
  setWidth(390);
  await open();
  fireEvent.click(await screen.findByRole('button', { name: /nortetv/ }));
  await screen.findByText('manaus.play');
  expect(screen.queryByRole('button', { name: /folha0/ })).toBeNull();
  expect(screen.getByRole('heading', { name: 'nortetv' })).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Topo da árvore' }));
  await waitFor(() => expect(screen.getByText('folha0')).toBeTruthy());
});
