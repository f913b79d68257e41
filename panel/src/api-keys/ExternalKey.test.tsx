import { Refusal } from '@ramal/contract/api/errors';
import {
  type ApiKey,
  getExternalKey,
  makeExternalKey,
  revokeExternalKey,
} from '@ramal/contract/api-keys';
import { getProfile } from '@ramal/contract/sessions';
import { cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { profile } from '../lines/test/answers.ts';
import { answering, calls, show } from '../lines/test/screen.tsx';
import { ExternalKey } from './ExternalKey.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const secret: ApiKey['secrets'][number] = {
  prefix: 'rml_7kQx2mVr4p',
  createdAtTimestamp: 1_795_196_000,
  endsAtTimestamp: null,
  lastUsedAtTimestamp: null,
  lastUsedIp: null,
};
const key = (change: Partial<ApiKey> = {}): ApiKey => ({
  id: 7,
  name: 'Integração externa',
  scopes: ['lines:write', 'credits:read'],
  addresses: [],
  endsAtTimestamp: null,
  creditsADay: null,
  creditsToday: 0,
  createdBy: 'admin',
  createdAtTimestamp: 1_795_196_000,
  isExternal: true,
  active: true,
  refusedIp: null,
  refusedAtTimestamp: null,
  secrets: [secret],
  ...change,
});
const WHOLE = `${secret.prefix}_${'a'.repeat(49)}`;

/** Opens the dialog with a fake server, which changes its stored key with each call. */
async function open(present: ApiKey | null) {
  let held = present;
  const requests = answering([
    [getProfile, () => profile({ profile: 'admin' })],
    [getExternalKey, () => ({ id: 5210, username: 'nortetv', key: held })],
    [
      makeExternalKey,
      () => {
        const former = { ...secret, prefix: 'rml_q5GsAAAAAA', ends_at_timestamp: 4_000_000_000 };
        held = key({ secrets: held ? [secret, former] : [secret] });
        return { ...held, message: 'Chave externa pronta', key: WHOLE };
      },
    ],
    [
      revokeExternalKey,
      () => {
        held = null;
        return { id: 7, message: 'Chave revogada. Ela não vale mais.' };
      },
    ],
  ]);
  const closed = vi.fn<() => void>();
  await show(
    <ExternalKey reseller={{ id: 5210, username: 'nortetv' }} onClose={closed} />,
    '/list-resellers',
  );
  return Object.assign(requests, { closed });
}

const hidden = { hidden: true };
const press = async (name: string) =>
  fireEvent.click(await screen.findByRole('button', { name, ...hidden }));

it('creates a key after a confirmation and shows it in full once', async () => {
  const requests = await open(null);
  await press('Criar chave');
  expect(calls(requests, makeExternalKey)).toEqual([]);
  await press('Sim, criar');
  expect(await screen.findByText(WHOLE)).toBeDefined();
  expect(screen.getByText('Linhas, Créditos · ler')).toBeDefined();
  expect(calls(requests, makeExternalKey)[0]!.path).toContain('5210');
});

it('keeps the new key on the screen until the user confirms the copy', async () => {
  const { closed } = await open(null);
  await press('Criar chave');
  await press('Sim, criar');
  await screen.findByText(WHOLE);
  fireEvent.keyDown(document.body, { key: 'Escape' });
  expect(screen.getByRole('button', { name: 'Fechar', ...hidden })).toHaveProperty(
    'disabled',
    true,
  );
  expect(closed).not.toHaveBeenCalled();
  await press('Já copiei');
  expect(closed).toHaveBeenCalledTimes(1);
});

it('shows only the prefix of an existing key, with the last use of any of its secrets', async () => {
  await open(
    key({
      secrets: [
        secret,
        {
          ...secret,
          prefix: 'rml_q5GsAAAAAA',
          lastUsedAtTimestamp: 1_795_196_000,
          lastUsedIp: '203.0.113.90',
        },
      ],
    }),
  );
  expect(await screen.findByText(`${secret.prefix}…`)).toBeDefined();
  expect(screen.getByText(/203\.0\.113\.90/)).toBeDefined();
  expect(screen.queryByText(WHOLE)).toBeNull();
});

it('rotates the key and shows how long the former key remains valid', async () => {
  await open(key());
  await press('Trocar');
  expect(await screen.findByText('A chave anterior vale por mais 24 horas.')).toBeDefined();
  await press('Sim, trocar');
  expect(await screen.findByText(WHOLE)).toBeDefined();
  expect(await screen.findByText(/rml_q5GsAAAAAA… · acaba/)).toBeDefined();
});

it('revokes the key after a confirmation and removes it from the screen', async () => {
  const requests = await open(key());
  await press('Revogar');
  await press('Sim, revogar');
  expect(await screen.findByText('Ainda não há chave')).toBeDefined();
  expect(calls(requests, revokeExternalKey)).toHaveLength(1);
});

it('shows a failure and reads the key again on request', async () => {
  answering([
    [getProfile, () => profile({ profile: 'admin' })],
    [
      getExternalKey,
      () => {
        throw new Refusal('internal');
      },
    ],
  ]);
  await show(
    <ExternalKey reseller={{ id: 5210, username: 'nortetv' }} onClose={() => undefined} />,
    '/list-resellers',
  );
  expect(await screen.findByText('Não deu para carregar a chave')).toBeDefined();
});
