import { Refusal } from '@ramal/contract/api/errors';
import { abuseExplained, blockForAbuse, dismissAbuse, getAbuseDetail } from '@ramal/contract/abuse';
import { getMomentAbuse } from '@ramal/contract/watching';
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { lineListAnswer, row } from '../lines/test/answers.ts';
import { bodyRow, choose, readRowMenu } from '../lines/test/list.tsx';
import { calls } from '../lines/test/screen.tsx';
import {
  access,
  blocked,
  detail,
  open,
  SENTENCE,
  server,
  suspect,
  viewing,
  atADesk,
} from './abuse.fixtures.tsx';

beforeEach(atADesk);
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const ADDRESS = '/users-iptv?janela=abuso&linha=7';
const ADMIN_ADDRESS = '/double-access?suspect=true&janela=abuso&linha=7';
const window_ = () => screen.findByRole('dialog', { name: 'Identificação' });
const heads = (dialog: HTMLElement) =>
  [...dialog.querySelectorAll('th')].map((head) => head.textContent);
const button = (dialog: HTMLElement, name: string | RegExp) =>
  within(dialog).findByRole('button', { name });

it('marks suspect and blocked lines with a badge and offers «Identificação» for them', async () => {
  server({ lines: () => lineListAnswer(suspect, blocked, row({ id: 9, username: '55512000' })) });
  await open('/users-iptv');
  expect((await bodyRow('84920175')).textContent).toContain('AtivoSuspeito');
  const other = await bodyRow('30809062');
  expect(other.textContent).toContain('Bloqueado');
  expect(other.textContent).not.toContain('Ativo');
  expect(await readRowMenu('55512000')).not.toContain('Detalhes do abuso');
  cleanup();
  server();
  const { search } = await open('/users-iptv');
  await choose('84920175', 'Detalhes do abuso');
  await window_();
  expect(search()).toMatchObject({ dialog: 'abuse', line: 7 });
});

it('shows the reasons as sentences above the accesses that prove them', async () => {
  server();
  await open(ADDRESS);
  const dialog = await window_();
  const sentence = await within(dialog).findByText(SENTENCE);
  expect(sentence.closest('li')!.textContent).toContain(
    '203.0.113.7198.51.100.21visto em 21/11/2026 16:32',
  );
  expect(
    sentence.compareDocumentPosition(dialog.querySelector('table')!) &
      Node.DOCUMENT_POSITION_FOLLOWING,
  ).toBeTruthy();
  expect(heads(dialog)).toEqual(['Conteúdo', 'Codificação', 'AID', 'IP', 'Quando']);
  const rows = [...dialog.querySelectorAll('tbody tr')].map((tableRow) =>
    [...tableRow.querySelectorAll('td')].map((cell) => cell.textContent),
  );
  expect(rows[0]).toEqual([
    'Canal 1',
    'HLS',
    '20261121143210-0000',
    '203.0.113.7',
    'Grupo A21/11/2026 14:32:10em andamento',
  ]);
  expect(rows[1]![4]).toBe('Grupo A21/11/2026 14:32:10até 16:02 · 1 h 30 min');
  expect(rows[2]![4]).toContain('Grupo B');
  expect(
    [...dialog.querySelectorAll<HTMLElement>('td[data-group]')].map(({ dataset }) => dataset.group),
  ).toEqual(['a', 'a', 'b']);
});

it('offers neither Double Check nor a decision to a reseller', async () => {
  server();
  await open(ADDRESS);
  const dialog = await window_();
  await within(dialog).findByText(SENTENCE);
  const names = within(dialog)
    .getAllByRole('button')
    .map((button) => button.getAttribute('aria-label') ?? button.textContent);
  expect(names).toEqual(['Como funciona?', 'Fechar', 'Fechar']);
});

it('shows the viewings during one access, with a loader and a way back', async () => {
  let answer!: () => void;
  const pending = new Promise<void>((resolve) => {
    answer = resolve;
  });
  const requests = server({
    isAdmin: true,
    more: [
      [
        getMomentAbuse,
        async () => {
          await pending;
          return [viewing(1), viewing(0)];
        },
      ],
    ],
  });
  await open(ADMIN_ADDRESS);
  const dialog = await window_();
  fireEvent.click(await button(dialog, /^Double Check: Canal 2/));
  expect((await within(dialog).findByText('Carregando...')).getAttribute('role')).toBe('status');
  expect(dialog.querySelector('[inert]')).not.toBeNull();
  expect(within(dialog).queryByRole('button', { name: 'Voltar' })).toBeNull();
  answer();
  const back = await button(dialog, 'Voltar');
  expect(within(dialog).queryByText('Carregando...')).toBeNull();
  expect(heads(dialog)).toEqual(['Usuario', 'IP', 'Stream', 'Encoding', 'AID']);
  expect(dialog.textContent).toContain('Enquanto este acesso durou: 2 acessos, de 2 endereços');
  expect(dialog.querySelector('[data-chosen]')!.textContent).toContain('Canal 2este acesso');
  expect(calls(requests, getMomentAbuse).map(({ body }) => body)).toEqual([
    { username: suspect.username, online_id: access(1).onlineId },
  ]);
  fireEvent.click(back);
  expect(heads(dialog)[0]).toBe('Conteúdo');
  expect(within(dialog).queryByRole('button', { name: 'Voltar' })).toBeNull();
});

it('shows the reason when the viewings of an access cannot be read, and can return', async () => {
  server({
    isAdmin: true,
    more: [
      [
        getMomentAbuse,
        () => {
          throw new Refusal('viewing_not_found');
        },
      ],
    ],
  });
  await open(ADMIN_ADDRESS);
  const dialog = await window_();
  fireEvent.click(await button(dialog, /^Double Check: Canal 2/));
  await within(dialog).findByText('Não deu para ver este momento');
  expect(within(dialog).queryByText(SENTENCE)).toBeNull();
  fireEvent.click(await button(dialog, 'Voltar'));
  expect(await within(dialog).findByText(SENTENCE)).toBeDefined();
});

it('enables the decision only after the reasons are shown', async () => {
  let answer!: () => void;
  const pending = new Promise<void>((resolve) => {
    answer = resolve;
  });
  server({
    isAdmin: true,
    more: [
      [
        getAbuseDetail,
        async () => {
          await pending;
          return detail(3);
        },
      ],
    ],
  });
  await open(ADMIN_ADDRESS);
  const dialog = await window_();
  const decisions = [
    await button(dialog, 'Bloquear'),
    await button(dialog, 'Descartar suspeita'),
  ] as HTMLButtonElement[];
  expect(decisions.map(({ disabled }) => disabled)).toEqual([true, true]);
  answer();
  await within(dialog).findByText(SENTENCE);
  expect(decisions.map(({ disabled }) => disabled)).toEqual([false, false]);
});

it('opens and closes the explanation of the detection', async () => {
  server();
  await open(ADDRESS);
  const dialog = await window_();
  const ask = await button(dialog, 'Como funciona?');
  const explanation = document.getElementById(ask.getAttribute('aria-controls')!)!;
  expect(explanation.hidden).toBe(true);
  fireEvent.click(ask);
  expect(ask.getAttribute('aria-expanded')).toBe('true');
  expect(explanation.hidden).toBe(false);
  expect(explanation.textContent).toBe(abuseExplained.join(''));
  expect(explanation.textContent).toContain('O AID identifica cada acesso');
  fireEvent.click(ask);
  expect(explanation.hidden).toBe(true);
});

it('shows twenty accesses a page, keeps the page after a Double Check, and resets it for new accesses', async () => {
  let logs = 45;
  server({
    isAdmin: true,
    more: [
      [getAbuseDetail, () => detail(logs)],
      [getMomentAbuse, () => [viewing(20)]],
    ],
  });
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() });
  await open(ADMIN_ADDRESS);
  const dialog = await window_();
  await within(dialog).findByText(SENTENCE);
  const shown = () =>
    [...dialog.querySelectorAll('tbody tr td:first-child')].map((cell) => cell.textContent);
  expect([shown().length, shown()[0], shown().at(-1)]).toEqual([20, 'Canal 1', 'Canal 20']);
  fireEvent.click(await button(dialog, 'Página 3'));
  expect(shown()).toEqual(['Canal 41', 'Canal 42', 'Canal 43', 'Canal 44', 'Canal 45']);
  fireEvent.click(await button(dialog, 'Página 2'));
  fireEvent.click(await button(dialog, /^Double Check: Canal 21,/));
  fireEvent.click(await button(dialog, 'Voltar'));
  expect(shown()[0]).toBe('Canal 21');
  logs = 46;
  vi.setSystemTime(Date.now() + 60_000);
  window.dispatchEvent(new Event('visibilitychange'));
  await waitFor(() => expect(shown()[0]).toBe('Canal 1'));
  expect(dialog.textContent).toContain('1–20 de 46 acessos');
});

it.each([
  ['Bloquear', blockForAbuse, 'Sim, bloquear', 'Usuário bloqueado por abuso', 'em segundos'],
  ['Descartar suspeita', dismissAbuse, 'Sim, descartar', 'Suspeita descartada', 'não contam mais'],
] as const)(
  '%s: opens a confirmation, runs the action and reads the list again',
  async (label, call, yes, toast, effect) => {
    let lines = [suspect];
    const requests = server({
      isAdmin: true,
      lines: () => lineListAnswer(...lines),
      more: [
        [
          call,
          () => {
            lines = [];
            return { message: toast, id: suspect.id };
          },
        ],
      ],
    });
    const { search } = await open(ADMIN_ADDRESS);
    const dialog = await window_();
    await within(dialog).findByText(SENTENCE);
    fireEvent.click(await button(dialog, label));
    const question = await screen.findByRole('alertdialog');
    expect(question.textContent).toContain(effect);
    expect(calls(requests, call)).toEqual([]);
    fireEvent.click(await button(question, yes));
    expect(await screen.findByText(toast)).toBeDefined();
    await screen.findByText('Nenhuma linha suspeita');
    expect(calls(requests, call).map(({ path }) => path)).toEqual([call.path.replace(':id', '7')]);
    await waitFor(() => expect(search()).toEqual({ suspect: true }));
  },
);

it('keeps the dialog open and shows the reason when another admin already blocked the line', async () => {
  server({
    isAdmin: true,
    more: [
      [
        blockForAbuse,
        () => {
          throw new Refusal('line_blocked_already');
        },
      ],
    ],
  });
  await open(ADMIN_ADDRESS);
  const dialog = await window_();
  await within(dialog).findByText(SENTENCE);
  fireEvent.click(await button(dialog, 'Bloquear'));
  const question = await screen.findByRole('alertdialog');
  fireEvent.click(await button(question, 'Sim, bloquear'));
  expect(await within(question).findByText(/Esta linha já está bloqueada por abuso/)).toBeDefined();
});
