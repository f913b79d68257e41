// @vitest-environment happy-dom
import type { WireAnswer } from '@ramal/contract/api/endpoint';
import {
  listReminders,
  sendReminderByHand,
  startReminderRun,
} from '@ramal/contract/reminders/reminder-list';
import {
  getCreditedRenewals,
  getReminders,
  listReminderSamples,
  saveReminderChannels,
  saveReminderThreshold,
} from '@ramal/contract/reminders/reminders';
import { getProfile } from '@ramal/contract/sessions';
import { useQueryClient } from '@tanstack/react-query';
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { profile } from '../lines/test/answers.ts';
import { answering, calls, show } from '../lines/test/screen.tsx';
import { ReminderHistory } from './ReminderHistory.tsx';
import { ReminderRun } from './ReminderRun.tsx';
import { Reminders } from './Reminders.tsx';

type Answer = WireAnswer<typeof getReminders>;
const channel = (name: 'hand' | 'telegram' | 'whatsapp', more: object = {}) => ({
  channel: name,
  is_on: name === 'hand',
  daily_cap: null,
  cost_cents: 0,
  reach: 118,
  problem: null,
  by: '@ramal_bot',
  ...more,
});
const answer: Answer = {
  send_at: '10:00',
  quiet_from: '21:00',
  quiet_until: '08:00',
  thresholds: [
    { kind: 'due', days: -3, is_on: true, text: 'Daqui a pouco', today: 0 },
    { kind: 'due', days: -1, is_on: true, text: 'Oi, {nome}. {valor}', today: 3 },
    { kind: 'renewed', days: 0, is_on: false, text: 'Obrigado', today: 7 },
  ],
  channels: [
    channel('hand'),
    channel('telegram'),
    channel('whatsapp', { cost_cents: 9, by: '+55 11 4000-0000' }),
  ],
  most_cents: 0,
  most_paid: 0,
  to_send: 6,
  stopped: 3,
  left_out: 0,
  takes_payments: true,
};

let opened: string[];
beforeEach(() => {
  opened = [];
  localStorage.clear();
  sessionStorage.clear();
  vi.stubGlobal('open', (url: string) => void opened.push(decodeURIComponent(url)));
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

/** Reads all data again, like a browser window that regains focus. */
function ReadAgain() {
  const client = useQueryClient();
  return <button onClick={() => void client.invalidateQueries()}>Ler de novo</button>;
}

async function open(more: Partial<Answer> = {}, ...others: Parameters<typeof answering>[0]) {
  const requests = answering([
    [getProfile, () => profile()],
    [getReminders, () => ({ ...answer, ...more })],
    [
      listReminderSamples,
      () => ({
        lines: [
          {
            id: 1,
            platform: 'iptv',
            username: '84920175',
            nota: 'Dona Célia',
            exp_date_timestamp: 1_795_500_000,
            price_cents: 3_500,
          },
        ],
        link: 'https://rm.example/p',
        pix: '',
        send_at: '10:00',
      }),
    ],
    [
      getCreditedRenewals,
      () => ({
        sent: 152,
        renewed: 94,
        rows: [
          { kind: 'due', days: -1, text_id: 1, text: 'Oi', channel: 'hand', sent: 58, renewed: 41 },
        ],
      }),
    ],
    [saveReminderThreshold, () => ({ message: 'Aviso guardado', kind: 'due', days: -1 })],
    [
      saveReminderChannels,
      () => ({ message: 'Canais guardados', channels: [], most_cents: 0, most_paid: 0 }),
    ],
    ...others,
  ]);
  await show(
    <>
      <ReadAgain />
      <Reminders />
    </>,
    '/users-iptv',
  );
  return requests;
}

it('opens the threshold with customers today, and previews its text with a real customer', async () => {
  const requests = await open();
  const area = await screen.findByLabelText<HTMLTextAreaElement>(/^Texto/);
  expect(area.value).toBe('Oi, {nome}. {valor}');
  const preview = () => screen.getByRole('region', { name: 'Como chega' }).textContent;
  await waitFor(() => expect(preview()).toContain('Oi, Dona Célia. R$ 35,00'));
  fireEvent.change(area, { target: { value: 'Olá, {nome}!' } });
  expect(preview()).toContain('Olá, Dona Célia!');
  fireEvent.click(screen.getByRole('button', { name: '{link}' }));
  expect(preview()).toContain('https://rm.example/p');
  fireEvent.click(screen.getByRole('button', { name: 'Salvar texto' }));
  await waitFor(() => expect(calls(requests, saveReminderThreshold)).toHaveLength(1));
  expect(calls(requests, saveReminderThreshold)[0]!.body).toEqual({
    threshold: 'due-1',
    text: 'Olá, {nome}!{link}',
  });
});

it('names an unknown placeholder and sends nothing', async () => {
  const requests = await open();
  const text = await screen.findByRole('textbox', { name: /^Texto/ });
  fireEvent.change(text, { target: { value: 'Oi, {nomee}' } });
  fireEvent.click(screen.getByRole('button', { name: 'Salvar texto' }));
  await screen.findByText('{nomee} não existe. Use um dos campos abaixo.');
  expect(calls(requests, saveReminderThreshold)).toEqual([]);
});

it('shows the maximum cost per day before a paid channel is enabled, and sends the shown values', async () => {
  const requests = await open();
  fireEvent.click(await screen.findByRole('switch', { name: 'WhatsApp Cloud API' }));
  expect(screen.getByText('sem custo')).toBeDefined();
  const dialog = await screen.findByRole('dialog');
  fireEvent.change(within(dialog).getByLabelText(/Mensagens por dia/), { target: { value: '50' } });
  expect(within(dialog).getByText('até R$ 4,50 por dia')).toBeDefined();
  fireEvent.click(within(dialog).getByRole('button', { name: 'Ligar, até R$ 4,50 por dia' }));
  await waitFor(() => expect(calls(requests, saveReminderChannels)).toHaveLength(1));
  expect(calls(requests, saveReminderChannels)[0]!.body).toEqual({
    channels: [
      { channel: 'hand', is_on: true },
      { channel: 'telegram', is_on: false },
      { channel: 'whatsapp', is_on: true, daily_cap: 50 },
    ],
    most_cents: 450,
  });
});

it('keeps every channel when the list is read again under the open dialog', async () => {
  let reach = 118;
  const requests = await open({}, [
    getReminders,
    () => ({
      ...answer,
      channels: answer.channels.map((channel) => ({ ...channel, reach })),
    }),
  ]);
  fireEvent.click(await screen.findByRole('switch', { name: 'Telegram' }));
  const dialog = await screen.findByRole('dialog');
  reach = 119;
  fireEvent.click(screen.getByText('Ler de novo'));
  await within(dialog).findByText(/119/);
  fireEvent.click(within(dialog).getByRole('button', { name: 'Ligar' }));
  await waitFor(() => expect(calls(requests, saveReminderChannels)).toHaveLength(1));
  expect(calls(requests, saveReminderChannels)[0]!.body.channels).toEqual([
    { channel: 'hand', is_on: true },
    { channel: 'telegram', is_on: true },
    { channel: 'whatsapp', is_on: false },
  ]);
});

it('shows what is missing when a channel cannot be enabled', async () => {
  await open({
    channels: [channel('hand'), channel('telegram', { problem: 'Ainda não há um robô.' })],
  });
  fireEvent.click(await screen.findByRole('switch', { name: 'Telegram' }));
  const dialog = await screen.findByRole('dialog');
  expect(within(dialog).getByText('Ainda não há um robô.')).toBeDefined();
  expect(within(dialog).queryByRole('button', { name: /^Ligar/ })).toBeNull();
  // Only the channel «Cobrar agora» is set up. The other channels show no cost and no limit,
  // because these are unknown.
  expect(screen.getAllByText('grátis')).toHaveLength(1);
  expect(screen.getAllByText('sem limite')).toHaveLength(1);
});

it('shows the renewals that followed the reminders', async () => {
  await open();
  const section = await screen.findByRole('region', { name: 'O que trouxe' });
  expect(section.textContent).toContain('94 de 152 renovaram');
  expect(
    within(section).getByRole('row', { name: /1 dia antes Cobrar agora 58 41 71%/ }),
  ).toBeDefined();
});

const reminder = {
  id: 7,
  line_id: 1,
  platform: 'iptv' as const,
  username: '84920175',
  nota: 'Dona Célia',
  kind: 'due' as const,
  days: -1,
};

it('«Cobrar agora» sends the text of the threshold to each customer once', async () => {
  const requests = answering([
    [getProfile, () => profile()],
    [
      startReminderRun,
      () => ({
        total: 1,
        reminders: [
          {
            ...reminder,
            whatsapp: '5511955550142',
            exp_date_timestamp: Math.floor(Date.now() / 1000) + 3_600,
            charged_at_timestamp: null,
            text: 'Oi, Dona Célia. Vence amanhã.',
          },
        ],
      }),
    ],
    [
      sendReminderByHand,
      () => ({ message: 'Cobrança anotada', id: 7, charged_at_timestamp: 1_795_500_000 }),
    ],
  ]);
  await show(<ReminderRun />, '/users-iptv');
  fireEvent.click(await screen.findByRole('button', { name: /^Enviar para/ }));
  await screen.findByRole('heading', { name: 'Você passou por todos' });
  expect(opened[0]).toContain('wa.me/5511955550142?text=Oi, Dona Célia. Vence amanhã.');
  await waitFor(() => expect(calls(requests, sendReminderByHand)).toHaveLength(1));
  expect(calls(requests, sendReminderByHand)[0]!.path).toBe('/api/reminders/7/sent');
  expect(calls(requests, startReminderRun)).toHaveLength(1);
});

const planned: WireAnswer<typeof listReminders>['data'][number] = {
  ...reminder,
  state: 'planned',
  reason: null,
  channel: null,
  planned_at_timestamp: 1_795_500_000,
  sent_at_timestamp: null,
  delivery: null,
  text: 'Oi, Dona Célia',
  renewed_at_timestamp: null,
};

it('filters the history on the phone by state with chips, and by channel in the sheet', async () => {
  const { happyDOM } = window as unknown as {
    happyDOM: { setViewport: (size: object) => void };
  };
  happyDOM.setViewport({ width: 390, height: 844 });
  const requests = answering([
    [getProfile, () => profile()],
    [
      listReminders,
      () => ({
        data: [planned],
        total: 1,
        total_exact: true,
        current_page: 1,
        per_page: 10,
        last_page: 1,
      }),
    ],
  ]);
  try {
    await show(<ReminderHistory />, '/users-iptv');
    const card = (await screen.findByText('Dona Célia')).closest('li')!;
    expect(card.textContent).toContain('84920175');
    // The card shows no sending time and no channel, because both are unknown.
    expect(card.textContent).not.toMatch(/–|Canal/);
    expect(screen.getByRole('button', { name: 'Todas', pressed: true })).toBeDefined();
    expect(screen.queryByRole('button', { name: 'Telegram' })).toBeNull();
    fireEvent.click(screen.getByRole('button', { name: 'Planejado' }));
    await waitFor(() => expect(calls(requests, listReminders).at(-1)!.query.state).toBe('planned'));
    fireEvent.click(screen.getByRole('button', { name: 'Filtros' }));
    fireEvent.click(await screen.findByRole('radio', { name: 'Telegram' }));
    await waitFor(() =>
      expect(calls(requests, listReminders).at(-1)!.query.channel).toBe('telegram'),
    );
    expect(screen.getByRole('button', { name: 'Atualizar' })).toBeDefined();
  } finally {
    happyDOM.setViewport({ width: 1280, height: 800 });
  }
});
