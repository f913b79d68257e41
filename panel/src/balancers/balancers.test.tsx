import { Refusal } from '@ramal/contract/api/errors';
import {
  type Balancer,
  changeCname,
  createBalancer,
  deleteBalancer,
  editBalancer,
  getCnameAutomation,
  getCnames,
  listBalancers,
  listDns,
  setCnameAutomation,
} from '@ramal/contract/operations/balancers';
import {
  createProbeAgent,
  listProbeAgents,
  revokeProbeAgent,
} from '@ramal/contract/operations/probe-agents';
import { verifySecondFactor } from '@ramal/contract/second-factors';
import { getProfile } from '@ramal/contract/sessions';
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { profile } from '../lines/test/answers.ts';
import { answering, calls, show } from '../lines/test/screen.tsx';
import { CodePrompt } from '../second-factors/CodePrompt.tsx';
import { budgetInWords } from './Automation.tsx';
import { Balancers } from './Balancers.tsx';
import { historyInWords } from '../ui/status/HistoryStrip.tsx';
import { ProxyIp } from './ProxyIp.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const balancer = (id: number, more: Partial<Balancer> = {}): Balancer => ({
  id,
  name: `video-sp${id}`,
  ip: `200.160.4.${id}`,
  dns: `200.160.4.${id}`,
  status: 'Ativa',
  state: 'up',
  sinceTimestamp: null,
  reason: null,
  weight: 40,
  watching: 312,
  cnames: 0,
  hours: Array<'up'>(24).fill('up'),
  ...more,
});
const first = balancer(1);
const fallen = balancer(2, { status: 'Caiu', state: 'down', reason: 'connect', watching: 0 });
const cname = {
  id: 7,
  name: 'play.norte.click',
  content: fallen.ip,
  oldIp: null,
  balancer: fallen.name,
  status: 'Caiu' as const,
  changedAtTimestamp: 1_795_196_000,
  changedByItself: false,
  rehearsedAtTimestamp: null,
  record: null,
  hours: fallen.hours,
};

const automation = {
  mode: 'rehearsal' as const,
  moves: 1,
  movesADay: 6,
  last: {
    name: 'play.norte.click',
    from: 'video-sp2',
    to: 'video-sp1',
    atTimestamp: 1_795_196_000,
    rehearsed: true,
  },
};

const pageOf = <Row,>(...data: Row[]) => ({
  data,
  total: data.length,
  totalExact: true,
  currentPage: 1,
  perPage: 10,
  lastPage: 1,
});

const answers = (who: 'admin' | 'reseller') =>
  answering([
    [getProfile, () => profile({ profile: who })],
    [listBalancers, () => pageOf(first, fallen)],
    [listDns, () => pageOf(first, fallen)],
    [getCnameAutomation, () => automation],
    [setCnameAutomation, () => ({ ...automation, mode: 'on', message: 'Troca automática ligada' })],
    [getCnames, () => ({ result: [cname], isSandbox: false })],
    [createBalancer, () => ({ ...first, message: 'Balanceador salvo com sucesso!' })],
    [editBalancer, () => ({ ...first, message: 'Balanceador salvo com sucesso!' })],
    [deleteBalancer, () => ({ id: 1, watching: 312, message: 'Sai quando esvaziar' })],
    [changeCname, () => ({ result: 1, message: 'CNAME alterado com sucesso!', cname })],
  ]);

const type = (label: string, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } });

it('adds a balancer, then «Atualizar» edits one and returns to adding (T-36)', async () => {
  const requests = answers('admin');
  await show(<Balancers />, '/balancer');
  const row = (await screen.findByText('video-sp1')).closest('tr')!;
  type('Nome', 'video-sp3');
  type('IP', '200.160.4.3');
  fireEvent.click(screen.getByRole('button', { name: 'Adicionar' }));
  await waitFor(() => expect(calls(requests, createBalancer)).toHaveLength(1));
  expect(calls(requests, createBalancer)[0]!.body).toEqual({
    name: 'video-sp3',
    ip: '200.160.4.3',
    weight: '20',
  });
  fireEvent.click(within(row).getByRole('button', { name: /Editar/ }));
  expect(screen.getByLabelText<HTMLInputElement>('Nome').value).toBe('video-sp1');
  type('Peso', '10');
  const form = screen.getByRole('region', { name: 'Editar video-sp1' });
  fireEvent.click(within(form).getByRole('button', { name: 'Atualizar' }));
  expect(await screen.findByRole('button', { name: 'Adicionar' })).toBeTruthy();
  expect(calls(requests, editBalancer)[0]!.body).toMatchObject({ weight: '10' });
});

it('shows the move of the simulation, and enables the automation after a confirmation', async () => {
  const requests = answers('admin');
  await show(<Balancers />, '/balancer');
  expect(await screen.findByText(/play.norte.click iria de video-sp2 para video-sp1/)).toBeTruthy();
  fireEvent.click(await screen.findByRole('radio', { name: 'Ligada' }));
  fireEvent.click(await screen.findByRole('button', { name: 'Sim, ligar', hidden: true }));
  await waitFor(() => expect(calls(requests, setCnameAutomation)).toHaveLength(1));
  expect(calls(requests, setCnameAutomation)[0]!.body).toEqual({ mode: 'on' });
});

it('requires name and IP before a balancer is sent (V-64)', async () => {
  const requests = answers('admin');
  await show(<Balancers />, '/balancer');
  fireEvent.click(await screen.findByRole('button', { name: 'Adicionar' }));
  expect((await screen.findAllByText('Nome e IP são obrigatórios')).length).toBeGreaterThan(0);
  expect(calls(requests, createBalancer)).toEqual([]);
});

it('states that a balancer with viewers drains before it is removed', async () => {
  const requests = answers('admin');
  await show(<Balancers />, '/balancer');
  const row = (await screen.findByText('video-sp1')).closest('tr')!;
  fireEvent.click(within(row).getByRole('button', { name: /Excluir/ }));
  expect(await screen.findByText(/quando a última de 312 telas fechar/)).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Sim, excluir', hidden: true }));
  await waitFor(() => expect(calls(requests, deleteBalancer)).toHaveLength(1));
});

it('prompts for a code over the open confirmation and sends the call again with it', async () => {
  const factor = {
    enrolled: true,
    requiredFrom: null,
    mustEnrol: false,
    replacementPending: false,
  };
  const requests = answering([
    [getProfile, () => profile({ profile: 'admin', secondFactor: factor })],
    [listBalancers, () => pageOf(first, fallen)],
    [getCnameAutomation, () => automation],
    [
      verifySecondFactor,
      () => ({
        has2fa: true,
        passkeys: 0,
        recoveryCodes: 0,
        requiredFrom: null,
        mustEnrol: false,
        replacementPending: false,
      }),
    ],
    [
      deleteBalancer,
      ({ query }) => {
        if (query.code_2fa === undefined) throw new Refusal('code_2fa_missing');
        return { id: 1, watching: 312, message: 'Sai quando esvaziar' };
      },
    ],
  ]);
  await show(
    <>
      <CodePrompt />
      <Balancers />
    </>,
    '/balancer',
  );
  const row = (await screen.findByText('video-sp1')).closest('tr')!;
  fireEvent.click(within(row).getByRole('button', { name: /Excluir/ }));
  fireEvent.click(await screen.findByRole('button', { name: 'Sim, excluir', hidden: true }));
  const boxes = await screen.findAllByRole('textbox', { name: 'Código 2FA', hidden: true });
  for (const [index, box] of boxes.entries())
    fireEvent.change(box, { target: { value: String(index + 1) } });
  fireEvent.click(screen.getByRole('button', { name: 'Confirmar', hidden: true }));
  await waitFor(() =>
    expect(calls(requests, deleteBalancer).map(({ query }) => query.code_2fa)).toEqual([
      undefined,
      '123456',
    ]),
  );
  await waitFor(() => expect(screen.queryByText('Confirme com um código')).toBeNull());
});

it('moves a CNAME to another balancer after a confirmation and discards the old one', async () => {
  const requests = answers('admin');
  await show(<ProxyIp />, '/dns-settings');
  const select = await screen.findByRole('combobox', { name: 'Balanceador de play.norte.click' });
  expect((select as HTMLInputElement).value).toBe('video-sp2 (200.160.4.2)');
  expect(screen.getByLabelText('Caiu')).toBeTruthy();
  fireEvent.click(select);
  fireEvent.click(
    await screen.findByRole('option', { name: 'video-sp1 (200.160.4.1)', hidden: true }),
  );
  fireEvent.click(await screen.findByLabelText(/Descartar video-sp2/));
  expect(screen.getByRole('button', { name: 'Não', hidden: true })).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Sim, alterar', hidden: true }));
  await waitFor(() => expect(calls(requests, changeCname)).toHaveLength(1));
  expect(calls(requests, changeCname)[0]!.body).toEqual({
    id: 7,
    ip: '200.160.4.1',
    discart: true,
    discart_ip: '200.160.4.2',
  });
});

it('shows other profiles the CNAMEs without a form and with disabled selects (Q-SECONDBAL)', async () => {
  answers('reseller');
  await show(<ProxyIp />, '/dns-settings');
  const select = await screen.findByRole('combobox', { name: 'Balanceador de play.norte.click' });
  expect((select as HTMLInputElement).disabled).toBe(true);
  expect(screen.queryByRole('button', { name: 'Adicionar' })).toBeNull();
  expect(screen.queryByRole('button', { name: 'Cadastrar CNAME' })).toBeNull();
});

it.each([
  [Array<'up'>(24).fill('up'), 'Últimas 24 horas: sem falhas'],
  [
    ['down', 'trouble', 'trouble'] as const,
    'Últimas 24 horas: 1 hora fora do ar, 2 horas com falhas',
  ],
  [['none', 'none'] as const, 'Últimas 24 horas: ainda sem verificação'],
])('describes the history of a balancer in words', (hours, text) => {
  expect(historyInWords(hours)).toBe(text);
});

it('shows the key of a new probe agent once, and revokes it after a confirmation', async () => {
  const place = {
    id: 4,
    name: 'Vivo, SP',
    prefix: 'rmp_0123456789',
    state: 'voting' as const,
    reportedAtTimestamp: 1_795_196_000,
    reportedIp: '177.54.148.9',
    targets: 7,
    failing: 1,
  };
  const requests = answering([
    [getProfile, () => profile({ profile: 'admin' })],
    [listBalancers, () => pageOf(first)],
    [getCnameAutomation, () => automation],
    [listProbeAgents, () => ({ data: [place], own: 'doubtful' as const })],
    [
      createProbeAgent,
      () => ({
        ...place,
        id: 5,
        message: 'Criado',
        key: 'rmp_0123456789_segredo',
        command: 'npm run probe',
      }),
    ],
    [revokeProbeAgent, () => ({ id: 4, message: 'Chave revogada' })],
  ]);
  await show(<Balancers />, '/balancer');
  fireEvent.click(await screen.findByRole('button', { name: 'Pontos de verificação' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Pontos de verificação' }));
  expect((await dialog.findByText('Vivo, SP')).closest('li')?.textContent).toContain('6 de 7');
  expect(dialog.getByText('a rede dele falha')).toBeTruthy();
  fireEvent.change(dialog.getByLabelText('Novo ponto'), { target: { value: 'Claro' } });
  fireEvent.click(dialog.getByRole('button', { name: 'Criar chave' }));
  expect(await dialog.findByText('rmp_0123456789_segredo')).toBeTruthy();
  expect(dialog.getByText('npm run probe')).toBeTruthy();
  expect(calls(requests, createProbeAgent)[0]!.body).toMatchObject({ name: 'Claro' });
  fireEvent.click(dialog.getByRole('button', { name: 'Revogar Vivo, SP' }));
  fireEvent.click(await screen.findByRole('button', { name: 'Sim, revogar', hidden: true }));
  await waitFor(() => expect(calls(requests, revokeProbeAgent)).toHaveLength(1));
  // The key is shown once, so the dialog stays open until the user confirms the copy.
  fireEvent.keyDown(document.body, { key: 'Escape' });
  expect(dialog.getByText('rmp_0123456789_segredo')).toBeTruthy();
  fireEvent.click(dialog.getByRole('button', { name: 'Já copiei a chave', hidden: true }));
  expect(dialog.queryByText('rmp_0123456789_segredo')).toBeNull();
  fireEvent.keyDown(document.body, { key: 'Escape' });
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

it.each([
  ['on', 1, '5 mudanças ainda possíveis hoje'],
  ['on', 5, '1 mudança ainda possível hoje'],
  ['on', 6, 'Nenhuma mudança possível agora: as 6 de 24 horas foram usadas'],
  ['off', 0, 'Desligada: nenhum CNAME muda sozinho'],
  ['rehearsal', 2, 'Ensaio: nada é movido; 4 de 6 mudanças ainda ensaiáveis hoje'],
] as const)('states the daily budget in mode %s after %i moves', (mode, moves, words) => {
  expect(budgetInWords({ ...automation, mode, moves, movesADay: 6 })).toBe(words);
});

it('shows the remaining automatic moves next to the CNAMEs', async () => {
  answers('admin');
  await show(<ProxyIp />, '/dns-settings');
  expect(await screen.findByText(`Troca automática: ${budgetInWords(automation)}`)).toBeTruthy();
});
