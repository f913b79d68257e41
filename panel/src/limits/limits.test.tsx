import { Refusal } from '@ramal/contract/api/errors';
import type { HandlerResult } from '@ramal/contract/api/endpoint';
import { getLimits, setLimits } from '@ramal/contract/resellers/limits';
import { getProfile } from '@ramal/contract/sessions';
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { profile } from '../lines/test/answers.ts';
import { answering, calls, type Respond, show } from '../lines/test/screen.tsx';
import { LimitsDialog } from './LimitsDialog.tsx';
import { OwnLimits } from './OwnLimits.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

type Limits = HandlerResult<typeof getLimits>;
const none = {
  lines: null,
  trialsADay: null,
  creditsADay: null,
  lowestPrice: null,
  platforms: null,
};

/**
 * Limits of the account `nortetv`. It has its own limit of ten tests a day. Its ancestor accounts
 * set a limit of 200 lines and a lowest price, and disable one platform.
 */
const limits = (change: Partial<Limits> = {}): Limits => ({
  id: 5210,
  username: 'nortetv',
  own: { ...none, trialsADay: 10 },
  above: { ...none, lines: 200, lowestPrice: 5, platforms: ['iptv', 'p2p'] },
  aboveFrom: { ...none, lines: 'marcelo', lowestPrice: 'Administração', platforms: 'marcelo' },
  effective: {
    ...none,
    trialsADay: 10,
    lines: 200,
    lowestPrice: 5,
    platforms: ['iptv', 'p2p'],
  },
  effectiveFrom: {
    ...none,
    trialsADay: 'marcelo',
    lines: 'marcelo',
    lowestPrice: 'Administração',
    platforms: 'marcelo',
  },
  used: { lines: 84, trialsToday: 3, creditsToday: 12.5 },
  maySet: true,
  ...change,
});

const server = (set: Respond) =>
  answering([
    [getLimits, () => limits()],
    [setLimits, set],
  ]);
const closed = vi.fn<() => void>();
const open = () =>
  show(
    <LimitsDialog reseller={{ id: 5210, username: 'nortetv' }} onClose={closed} />,
    '/list-resellers',
  );
const row = async (title: string) => (await screen.findByText(title)).closest('li')!;
const limit = async (title: string) =>
  fireEvent.click(within(await row(title)).getByRole('switch', { name: `Limitar: ${title}` }));
const type = (title: string, value: string) =>
  fireEvent.change(screen.getByRole('textbox', { name: title }), { target: { value } });
const save = () => fireEvent.click(screen.getByRole('button', { name: 'Salvar' }));

it('shows the effective limits, the accounts that set them, and the used part', async () => {
  server(() => undefined);
  await open();
  expect((await row('Linhas')).textContent).toContain('Vale 200, de marcelo');
  expect((await row('Linhas')).textContent).toContain('Agora: 84 de 200');
  expect((await row('Testes por dia')).textContent).toContain('Hoje: 3 de 10');
  expect((await row('Créditos por dia')).textContent).toContain('Hoje: 12,5');
  expect((await row('Menor preço')).textContent).toContain('Vale R$ 5,00, da Administração');
  expect((await row('Plataformas')).textContent).toContain('Vale IPTV e P2P, de marcelo');
  expect(screen.getByRole('textbox', { name: 'Testes por dia' })).toHaveProperty('value', '10');
  const switches = screen.getAllByRole<HTMLInputElement>('switch');
  expect(switches.map(({ checked }) => checked)).toEqual([false, true, false, false, false]);
});

it('sends only the changed limits', async () => {
  const requests = server(() => ({ ...limits(), message: 'Limites salvos com sucesso' }));
  await open();
  await limit('Testes por dia');
  await limit('Linhas');
  type('Linhas', '50x');
  await limit('Créditos por dia');
  type('Créditos por dia', '32,5');
  await limit('Plataformas');
  fireEvent.click(screen.getByRole('checkbox', { name: 'P2P' }));
  expect(screen.getByRole('checkbox', { name: 'Novo P2P' })).toHaveProperty('disabled', true);
  save();
  const question = await screen.findByRole('alertdialog', { name: 'Mudar os limites?' });
  expect(question.textContent).toContain(
    'Linhas: 50 · Testes por dia: sem limite · Créditos por dia: 32,5 · Plataformas: IPTV',
  );
  expect(question.textContent).toContain('que já existem continuam como estão');
  expect(calls(requests, setLimits)).toEqual([]);
  fireEvent.click(within(question).getByRole('button', { name: 'Sim, salvar' }));
  await screen.findByText('Limites salvos com sucesso');
  expect(calls(requests, setLimits)[0]?.body).toEqual({
    lines: 50,
    trials_a_day: null,
    credits_a_day: 32.5,
    platforms: ['iptv'],
  });
  expect(closed).toHaveBeenCalledOnce();
});

it('keeps the button enabled, and shows a text and sends nothing without a change', async () => {
  const requests = server(() => undefined);
  await open();
  await row('Linhas');
  save();
  const warning = await screen.findByRole('alertdialog');
  expect(within(warning).getByText('Nenhum limite mudou. Mude um deles e salve.')).toBeDefined();
  expect(calls(requests, setLimits)).toEqual([]);
});

it('rejects looser limits before sending, and shows the rejections of the server', async () => {
  const requests = server(() => {
    throw new Refusal('limit_looser', {
      fields: { lines: 'O máximo que pode ser é 20, definido por marcelo.' },
    });
  });
  await open();
  await limit('Linhas');
  type('Linhas', '201');
  save();
  const warning = await screen.findByRole('alertdialog');
  const most = 'O máximo que pode ser é 200, definido por marcelo.';
  expect(within(warning).getByText(most)).toBeDefined();
  fireEvent.click(within(warning).getByRole('button'));
  expect(
    await screen.findByText(most, { selector: '.mantine-Input-error, .mantine-TextInput-error' }),
  ).toBeDefined();
  expect(calls(requests, setLimits)).toEqual([]);
  type('Linhas', '');
  save();
  const empty = 'Informe um número inteiro ou desligue «Limitar».';
  const missing = await screen.findByRole('alertdialog');
  expect(within(missing).getByText(empty)).toBeDefined();
  fireEvent.click(within(missing).getByRole('button', { name: 'Entendi' }));
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  type('Linhas', '199');
  save();
  fireEvent.click(await screen.findByRole('button', { name: 'Sim, salvar' }));
  expect(
    await screen.findAllByText('O máximo que pode ser é 20, definido por marcelo.'),
  ).not.toEqual([]);
});

it('shows own limits with their origin, and nothing without limits or to an admin', async () => {
  const requests = answering([
    [getProfile, () => profile()],
    [getLimits, () => limits()],
  ]);
  await show(<OwnLimits />, '/list-resellers');
  const card = (await screen.findByText('Meus limites')).closest('section')!;
  expect(card.textContent).toContain('Testes por diadefinido por marcelo10Hoje: 3 de 10');
  expect(card.textContent).not.toContain('Créditos por dia');
  expect(calls(requests, getLimits)).toHaveLength(1);
  cleanup();
  answering([
    [getProfile, () => profile()],
    [getLimits, () => limits({ effective: none })],
  ]);
  await show(<OwnLimits />, '/list-resellers');
  await waitFor(() => expect(screen.queryByText('Meus limites')).toBeNull());
});
