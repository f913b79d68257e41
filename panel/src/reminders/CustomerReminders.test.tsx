// @vitest-environment happy-dom
import type { WireAnswer } from '@ramal/contract/api/endpoint';
import {
  getLineReminders,
  inviteCustomerToTelegram,
  saveLineReminders,
} from '@ramal/contract/reminders/customers';
import { useQueryClient } from '@tanstack/react-query';
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { answering, calls, show } from '../lines/test/screen.tsx';
import { CustomerReminders } from './CustomerReminders.tsx';

type Answer = WireAnswer<typeof getLineReminders>;

const at = 1_795_000_000;
const answer: Answer = {
  email: 'celia@exemplo.com',
  left_out: false,
  stopped: null,
  replies: [],
  telegram: { bot: 'ramal_bot', connected: false },
  reminders: [
    {
      id: 9,
      kind: 'due',
      days: -1,
      state: 'unknown',
      reason: 'O WhatsApp não confirmou o envio.',
      channel: 'whatsapp',
      planned_at_timestamp: at,
      sent_at_timestamp: at,
    },
  ],
};
const line = { id: 7, username: 'celia7', note: 'Dona Célia' };

let opened: string[];
beforeEach(() => {
  opened = [];
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
    [getLineReminders, () => ({ ...answer, ...more })],
    [saveLineReminders, () => ({ message: 'Lembretes deste cliente guardados', id: 7 })],
    [
      inviteCustomerToTelegram,
      () => ({
        url: 'https://t.me/ramal_bot?start=abc',
        message: 'Abra este link: https://t.me/ramal_bot?start=abc',
        whatsapp: '5511955550142',
        expires_at: at,
      }),
    ],
    ...others,
  ]);
  await show(
    <>
      <ReadAgain />
      <CustomerReminders line={line as never} onClose={() => undefined} />
    </>,
    '/users-iptv',
  );
  return requests;
}
const wants = () => screen.findByLabelText<HTMLInputElement>('Recebe lembretes');
const save = () => fireEvent.click(screen.getByRole('button', { name: 'Salvar' }));

it('shows the replies that were not understood as a stop, with their channel', async () => {
  await open({
    replies: [
      { channel: 'whatsapp', text: 'não quero mais nada disso', at },
      { channel: 'telegram', text: 'quem é?', at },
    ],
  });
  const list = await screen.findByRole('list', { name: 'Respostas não entendidas', hidden: true });
  expect([...list.children].map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(/^WhatsApp «não quero mais nada disso»/),
    expect.stringMatching(/^Telegram «quem é\?»/),
  ]);
});

it('excludes a customer from reminders and keeps the e-mail address', async () => {
  const requests = await open();
  fireEvent.click(await wants());
  save();
  await waitFor(() => expect(calls(requests, saveLineReminders)).toHaveLength(1));
  expect(calls(requests, saveLineReminders)[0]!.body).toMatchObject({
    email: 'celia@exemplo.com',
    left_out: true,
    resumed: false,
  });
});

it('shows that the customer stopped the reminders, and resumes them only with a tick', async () => {
  const requests = await open({ stopped: { by: 'whatsapp', at } });
  expect((await wants()).checked).toBe(false);
  expect(screen.getByText(/pediu para parar pelo WhatsApp/)).toBeTruthy();
  fireEvent.click(await wants());
  save();
  await waitFor(() => expect(calls(requests, saveLineReminders)).toHaveLength(1));
  expect(calls(requests, saveLineReminders)[0]!.body).toMatchObject({ resumed: true });
});

it.each([
  ['nothing was ticked', {}, 0],
  ['the box was ticked before', { left_out: true }, 1],
])('keeps a stop that arrives while the form is open when %s', async (_, before, clicks) => {
  let now: Answer = { ...answer, ...before };
  const requests = await open({}, [getLineReminders, () => now]);
  for (let click = 0; click < clicks; click++) fireEvent.click(await wants());
  expect((await wants()).checked).toBe(true);
  now = { ...now, stopped: { by: 'portal', at } };
  fireEvent.click(screen.getByText('Ler de novo'));
  await screen.findByText(/pediu para parar pelo portal/);
  expect((await wants()).checked).toBe(false);
  save();
  await waitFor(() => expect(calls(requests, saveLineReminders)).toHaveLength(1));
  expect(calls(requests, saveLineReminders)[0]!.body).toMatchObject({ resumed: false });
});

it('creates a link to the bot and sends it by WhatsApp', async () => {
  await open();
  fireEvent.click(await screen.findByRole('button', { name: 'Criar link do Telegram' }));
  fireEvent.click(await screen.findByRole('button', { name: 'Enviar no WhatsApp' }));
  expect(opened.join()).toContain('Abra este link');
});

it('shows each sent reminder with its channel, and marks uncertain ones', async () => {
  await open();
  expect((await screen.findByText(/incerto · WhatsApp Cloud API/)).textContent).toContain(
    'não confirmou',
  );
});
