import { Refusal } from '@ramal/contract/api/errors';
import { acceptInvitation, getInvitation } from '@ramal/contract/referrals/invitations';
import { getCaptcha, signIn } from '@ramal/contract/sessions';
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { currentSession } from '../../foundation/api/session.ts';
import { answering, type Respond, show } from '../../lines/test/screen.tsx';
import { AcceptInvitation } from './AcceptInvitation.tsx';

beforeEach(() => localStorage.clear());
afterEach(cleanup);

const invitation = {
  inviter: 'marcelo',
  whatsapp: '5511955550142',
  welcome_text: 'Bem-vindo à rede',
  sale: 6.5,
  credits: 20,
  lines: 50,
  trials_a_day: 5,
  credits_a_day: null,
  lowest_price: 7,
  state: 'open' as const,
  expires_at_timestamp: 1_795_604_800,
};

const signedIn = {
  id: 91,
  username: 'nova.loja',
  access_token: 'token-1',
  crypt_pass: 'c',
  device_mark: 'm',
};

interface Answers {
  invitation?: Respond;
  accepted?: Respond;
  entered?: Respond;
}

async function open(answers: Answers = {}) {
  const requests = answering([
    [getInvitation, answers.invitation ?? (() => invitation)],
    [getCaptcha, () => ({ provider: 'off' })],
    [
      acceptInvitation,
      answers.accepted ?? (() => ({ message: 'Conta criada', username: 'nova.loja', credits: 20 })),
    ],
    [signIn, answers.entered ?? (() => signedIn)],
  ]);
  await show(<AcceptInvitation />, '/convite/k7m2q9x4w8ta');
  return requests;
}

async function send() {
  fireEvent.change(await screen.findByLabelText('Usuário'), { target: { value: 'nova.loja' } });
  fireEvent.change(screen.getByLabelText('Senha'), { target: { value: 'senha-segura-1' } });
  fireEvent.click(screen.getByRole('button', { name: 'Criar minha conta' }));
}

it('shows the inviter and the conditions before the account is created', async () => {
  await open();
  expect(await screen.findByRole('heading', { name: 'marcelo convidou você' })).toBeTruthy();
  const terms = screen.getByRole('region', { name: 'Condições' }).textContent;
  for (const text of ['20 créditos', 'R$ 6,50', 'até 50', 'até 5', 'R$ 7,00'])
    expect(terms).toContain(text);
  expect(terms).not.toContain('Créditos por dia');
});

it('creates the account and signs it in', async () => {
  const requests = await open();
  await send();
  await waitFor(() => expect(currentSession()?.username).toBe('nova.loja'));
  const sent = requests.find(({ name }) => name === 'accept-invitation');
  expect(sent?.body).toEqual({
    username: 'nova.loja',
    password: 'senha-segura-1',
    client_id: expect.any(String),
  });
});

it('keeps the id of the attempt after a lost answer, and renews it with other values', async () => {
  const requests = await open({
    accepted: () => {
      throw new Refusal('internal');
    },
  });
  const sendAgain = async (username: string, count: number) => {
    fireEvent.change(await screen.findByLabelText('Usuário'), { target: { value: username } });
    fireEvent.change(screen.getByLabelText('Senha'), { target: { value: 'senha-segura-1' } });
    fireEvent.click(screen.getByRole('button', { name: 'Criar minha conta' }));
    const sent = () => requests.filter(({ name }) => name === 'accept-invitation');
    await waitFor(() => expect(sent()).toHaveLength(count));
    fireEvent.click(await screen.findByRole('button', { name: 'Entendi' }));
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Entendi' })).toBeNull());
    return (sent().at(-1)!.body as { client_id: string }).client_id;
  };
  const first = await sendAgain('nova.loja', 1);
  expect(await sendAgain('nova.loja', 2)).toBe(first);
  expect(await sendAgain('outra.loja', 3)).not.toBe(first);
});

it('leads to the sign-in if the new account could not be signed in', async () => {
  await open({
    entered: () => {
      throw new Refusal('human_check_failed');
    },
  });
  await send();
  expect(await screen.findByRole('heading', { name: 'Conta criada' })).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Entrar no painel' }).getAttribute('href')).toBe(
    '/login',
  );
});

it('shows a refused name under its field', async () => {
  await open({
    accepted: () => {
      throw new Refusal('account_taken');
    },
  });
  await send();
  await waitFor(() =>
    expect(screen.getByLabelText('Usuário').getAttribute('aria-invalid')).toBe('true'),
  );
});

it.each([
  ['used', 'Este convite já foi usado'],
  ['expired', 'Este convite venceu'],
  ['revoked', 'Este convite foi revogado'],
  ['closed', 'Este convite não vale agora'],
])('says that an invitation is %s and shows no form', async (state, title) => {
  await open({ invitation: () => ({ ...invitation, state }) });
  expect(await screen.findByRole('heading', { name: title })).toBeTruthy();
  expect(screen.queryByLabelText('Usuário')).toBeNull();
});

it('says that an invitation is unknown', async () => {
  await open({
    invitation: () => {
      throw new Refusal('invitation_not_found');
    },
  });
  expect(await screen.findByRole('heading', { name: 'Não achamos este convite' })).toBeTruthy();
});
