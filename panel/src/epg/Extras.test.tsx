import { exportEpg, verifyEpg } from '@ramal/contract/catalogue/epg';
import { getProfile } from '@ramal/contract/sessions';
import { cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { answering, show } from '../lines/test/screen.tsx';
import { profile } from '../lines/test/answers.ts';
import { Extras } from './Extras.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const verification = {
  MODIFY: [{ name: 'Canal Um', code: 'hum.br' }],
  NEWS: [{ name: 'Canal Três', code: '' }],
  modified: 1,
  new: 1,
  exported_at_timestamp: 1_795_196_000,
};
const open = async (answer: unknown) => {
  answering([
    [getProfile, () => ({ ...profile(), grants: ['extras'] })],
    [verifyEpg, () => answer],
    [exportEpg, () => ({})],
  ]);
  await show(<Extras />, '/settings-extra');
  fireEvent.click(await screen.findByRole('button', { name: 'Verificar EPG' }));
};

it('lists modified and new channels, and closes each list', async () => {
  await open(verification);
  expect(await screen.findByText('hum.br')).toBeTruthy();
  expect(screen.getByText('sem código')).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Fechar Canais modificados' }));
  expect(screen.queryByText('hum.br')).toBeNull();
  expect(screen.getByText('Canal Três')).toBeTruthy();
});

it('states that no code changed, or that there is no spreadsheet yet', async () => {
  await open({ ...verification, MODIFY: [], NEWS: [], modified: 0, new: 0 });
  expect(await screen.findByText('Nada mudou')).toBeTruthy();
  cleanup();
  await open({ MODIFY: [], NEWS: [], modified: 0, new: 0, exported_at_timestamp: null });
  expect(await screen.findByText('Ainda não há planilha')).toBeTruthy();
});
