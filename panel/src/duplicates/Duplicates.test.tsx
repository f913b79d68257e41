import { Refusal } from '@ramal/contract/api/errors';
import { searchTree, viewDuplicates } from '@ramal/contract/resellers/reseller-tree';
import { getProfile } from '@ramal/contract/sessions';
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { profile } from '../lines/test/answers.ts';
import { answering, calls, type Respond, show } from '../lines/test/screen.tsx';
import { Duplicates } from './Duplicates.tsx';

const step = (id: number, username: string, owner_id: number | null) => ({
  id,
  username,
  owner_id,
});
const admin = step(1, 'admin', null);
const norte = step(2, 'norte', 1);
const ana = step(3, 'ana', 2);
const bela = step(4, 'bela', 2);
const meeting = {
  trees: [
    { id: 3, username: 'ana', path: [admin, norte, ana] },
    { id: 4, username: 'bela', path: [admin, norte, bela] },
  ],
  common: norte,
};
const shared = {
  ip: '203.0.113.2',
  revendedores: 'ana, bela',
  ids: [3, 4],
  total: 3,
  last_at: '22/11/2026 09:00',
};
const pageOf = (...data: (typeof shared)[]) => ({
  data,
  total: data.length,
  total_exact: true,
  current_page: 1,
  per_page: 10,
  last_page: 1,
});

const server = ({
  list = () => pageOf(shared),
  track = () => meeting,
  me = profile({ profile: 'admin', credits: null }),
}: { list?: Respond; track?: Respond; me?: ReturnType<typeof profile> } = {}) =>
  answering([
    [getProfile, () => me],
    [viewDuplicates, list],
    [searchTree, track],
  ]);
const open = (address = '') => show(<Duplicates />, `/view-duplicates${address}`);

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

describe('list of duplicate panels', () => {
  it('shows each address with its accounts, which link to their rows', async () => {
    server();
    await open();
    const row = (await screen.findByText('203.0.113.2')).closest('tr')!;
    expect(within(row).getByText('09:00')).toBeDefined();
    expect(within(row).getByRole('link', { name: 'bela' }).getAttribute('href')).toBe(
      '/list-resellers?searchID=4',
    );
  });

  it('searches on the server and keeps the search in the address', async () => {
    const requests = server({ list: ({ query }) => (query.search ? pageOf() : pageOf(shared)) });
    await open('?search=zeca');
    expect(await screen.findByText('Nada para “zeca”')).toBeDefined();
    fireEvent.click(screen.getByRole('button', { name: 'Ver todos' }));
    expect(await screen.findByText('203.0.113.2')).toBeDefined();
    expect(calls(requests, viewDuplicates).map(({ query }) => query.search)).toEqual([
      'zeca',
      undefined,
    ]);
  });

  it('shows a text for a day without duplicates, and an error after a failed load', async () => {
    server({ list: () => pageOf() });
    await open();
    expect(await screen.findByText('Nenhum endereço repetido hoje')).toBeDefined();
    cleanup();
    server({
      list: () => {
        throw new Refusal('forbidden');
      },
    });
    await open();
    expect(await screen.findByText('Não deu para carregar a lista')).toBeDefined();
  });

  it('is not shown to a seller', async () => {
    const requests = server({ me: profile() });
    await open();
    await waitFor(() => expect(calls(requests, getProfile).length).toBeGreaterThan(0));
    expect(screen.queryByText('Painel Duplicado')).toBeNull();
    expect(calls(requests, viewDuplicates)).toEqual([]);
  });
});

describe('«Rastrear»', () => {
  const track = async () => {
    await open();
    fireEvent.click(await screen.findByRole('button', { name: /^Rastrear/ }));
    return screen.findByRole('dialog', { name: 'Rastreio de revendas' });
  };

  it('draws the accounts as one tree and names the account where they meet', async () => {
    const requests = server();
    const dialog = await track();
    expect(await within(dialog).findByText(/se encontram em/)).toBeDefined();
    const nodes = within(dialog).getAllByRole('listitem');
    expect(nodes.map((node) => within(node).getByRole('link').textContent)).toEqual([
      'admin',
      'norte',
      'ana',
      'bela',
    ]);
    expect(nodes.map((node) => node.textContent.includes('em comum'))).toEqual([
      false,
      true,
      false,
      false,
    ]);
    expect(nodes.map((node) => node.textContent.includes('entrou hoje'))).toEqual([
      false,
      false,
      true,
      true,
    ]);
    expect(within(nodes[3]!).getByText(', abaixo de norte')).toBeDefined();
    expect(calls(requests, searchTree).map(({ body }) => body)).toEqual([{ revs: [3, 4] }]);
  });

  it('states that no account is above all of them', async () => {
    server({ track: () => ({ ...meeting, common: null }) });
    expect(await within(await track()).findByText(/Nenhuma conta está acima/)).toBeDefined();
  });

  it('reads the tree again on request after a failure', async () => {
    let fails = true;
    server({
      track: () => {
        if (fails) throw new Refusal('forbidden');
        return meeting;
      },
    });
    const dialog = await track();
    await within(dialog).findByText('Não deu para rastrear');
    fails = false;
    fireEvent.click(within(dialog).getByRole('button', { name: 'Tentar de novo' }));
    expect(await within(dialog).findByText(/se encontram em/)).toBeDefined();
  });
});
