// @vitest-environment happy-dom
import { listSecondFactors, removeSecondFactors } from '@ramal/contract/second-factors';
import { getProfile, signOut } from '@ramal/contract/sessions';
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { currentSession, startSession } from '../foundation/api/session.ts';
import { profile } from '../lines/test/answers.ts';
import { answering, calls, show } from '../lines/test/screen.tsx';
import { SecondFactors } from './SecondFactors.tsx';

const account = (id: number, username: string, has2fa = true) => ({
  id,
  username,
  owner: 'marcelo',
  has2fa,
  passkeys: 0,
});
const accounts = [account(1, 'nortetv'), account(2, 'casadatv'), account(3, 'luizinho', false)];

beforeEach(() => startSession({ userId: 1, username: 'admin', token: 't', regPassword: 'r' }));
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

async function open(
  who: 'admin' | 'reseller' = 'admin',
  failing: readonly number[] = [],
  address = '',
) {
  const requests = answering([
    [getProfile, () => profile({ profile: who, credits: null })],
    [signOut, () => ({ message: 'ok' })],
    [
      listSecondFactors,
      () => ({
        data: accounts,
        total: 3,
        total_exact: true,
        current_page: 1,
        per_page: 50,
        last_page: 1,
      }),
    ],
    [
      removeSecondFactors,
      ({ body }) => {
        const ids = (body as { ids: number[] }).ids;
        const failed = ids.filter((id) => failing.includes(id));
        const message = failed.length > 0 ? 'Parcial: Alguns 2FA não foram excluídos.' : 'ok';
        return { message, removed: ids.length - failed.length, failed };
      },
    ],
  ]);
  await show(<SecondFactors />, `/reseller${address}`);
  return requests;
}
const tick = async (name: string) =>
  fireEvent.click(await screen.findByLabelText(`Marcar ${name}`));
const removing = () =>
  screen.getAllByRole('button', { name: /^Excluir 2FA/ })[0] as HTMLButtonElement;

it('removes nothing without a selected account, and requests fifty rows per page', async () => {
  const requests = await open();
  await screen.findByText('nortetv');
  expect(removing().disabled).toBe(true);
  expect(calls(requests, listSecondFactors)[0]!.query).toMatchObject({ per_page: '50' });
  expect((screen.getByLabelText('Marcar luizinho') as HTMLInputElement).disabled).toBe(true);
});

it('requests what the address selects', async () => {
  const requests = await open(
    'admin',
    [],
    '?search=nor&searchID=52&sort=owner&dir=desc&page=2&per_page=30',
  );
  await screen.findByText('nortetv');
  expect(calls(requests, listSecondFactors)[0]!.query).toEqual({
    search: 'nor',
    searchID: '52',
    sort: 'owner',
    dir: 'desc',
    page: '2',
    per_page: '30',
  });
  fireEvent.click(screen.getByRole('button', { name: /^NOME/ }));
  await waitFor(() =>
    expect(calls(requests, listSecondFactors).at(-1)!.query).toMatchObject({
      search: 'nor',
      searchID: '52',
      sort: 'username',
      page: '1',
    }),
  );
});

it('removes the factors of selected accounts in one call after a confirmation', async () => {
  const requests = await open();
  await tick('nortetv');
  await tick('casadatv');
  expect(removing().disabled).toBe(false);
  fireEvent.click(removing());
  expect(calls(requests, removeSecondFactors)).toHaveLength(0);
  fireEvent.click(await screen.findByRole('button', { name: 'Sim, excluir' }));
  await screen.findByText('2FA excluído de 2 contas');
  expect(calls(requests, removeSecondFactors).map(({ body }) => body)).toEqual([{ ids: [1, 2] }]);
});

it('shows which factors were not removed, and keeps those accounts selected', async () => {
  await open('admin', [2]);
  await tick('nortetv');
  await tick('casadatv');
  fireEvent.click(removing());
  fireEvent.click(await screen.findByRole('button', { name: 'Sim, excluir' }));
  await screen.findByText('Parcial: Alguns 2FA não foram excluídos.');
  expect(screen.getByText('1 conta continua marcada')).toBeDefined();
  expect(removing().textContent).toContain('(1)');
});

it('shows «Sem permissão» to other profiles and keeps their session', async () => {
  const requests = await open('reseller');
  expect(await screen.findByText('Sem permissão')).toBeDefined();
  expect(currentSession()).toBeDefined();
  expect(calls(requests, listSecondFactors)).toHaveLength(0);
});
