/**
 * Passkeys in the real product with Chromium's virtual authenticator: sign-in, second step,
 * confirmation, and separate passkeys for each host.
 */
import type { CDPSession, Page } from '@playwright/test';
import { DESKTOP, PHONE, signIn } from './support/accounts.ts';
import { expectAccessible, expectWithinScreen } from './support/screen-checks.ts';
import { DEMO_PASSWORD, expect, test } from './support/server.ts';

/** Adds a virtual device that stores passkeys and confirms every request without the user. */
async function plugIn(
  page: Page,
): Promise<{ keys: () => Promise<number>; refuse: () => Promise<void> }> {
  const cdp: CDPSession = await page.context().newCDPSession(page);
  await cdp.send('WebAuthn.enable');
  const { authenticatorId } = await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return {
    keys: async () => {
      const { credentials } = await cdp.send('WebAuthn.getCredentials', { authenticatorId });
      return credentials.length;
    },
    refuse: async () => {
      await cdp.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: false });
    },
  };
}

interface Answer {
  readonly status: number;
  readonly body: Record<string, unknown>;
}

const callApi = (page: Page, path: string, body?: object): Promise<Answer> =>
  page.evaluate(
    async ([to, sent]) => {
      const token = localStorage.getItem('ramal.token') ?? '';
      const answer = await fetch(to, {
        method: sent ? 'POST' : 'GET',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        ...(sent ? { body: JSON.stringify(sent) } : {}),
      });
      return { status: answer.status, body: await answer.json() };
    },
    [path, body] as const,
  );

/** Returns the response of the device in the browser's encoding. */
const device = (page: Page, act: 'create' | 'get', options: unknown): Promise<object> =>
  page.evaluate(
    async ([what, options]) => {
      const created =
        what === 'create'
          ? await navigator.credentials.create({
              publicKey: PublicKeyCredential.parseCreationOptionsFromJSON(options as never),
            })
          : await navigator.credentials.get({
              publicKey: PublicKeyCredential.parseRequestOptionsFromJSON(options as never),
            });
      return (created as PublicKeyCredential).toJSON() as object;
    },
    [act, options] as const,
  );

/** A new passkey requires the current password. */
const current_password = DEMO_PASSWORD;

async function addKey(page: Page): Promise<Answer> {
  const offered = await callApi(page, '/api/passkeys/options', { current_password });
  const response = await device(page, 'create', offered.body.options);
  return callApi(page, '/api/passkeys', { name: 'Chave do navegador', response });
}

async function confirmation(page: Page): Promise<string> {
  const confirmation = await callApi(page, '/api/passkeys/confirm-options', {});
  const response = await device(page, 'get', confirmation.body.options);
  const { body } = await callApi(page, '/api/passkeys/confirm', { response });
  return String(body.code_2fa);
}

async function leave(page: Page, url: string): Promise<void> {
  await page.evaluate(() => localStorage.clear());
  await page.goto(`${url}/login`);
}

async function giveNames(page: Page, username: string): Promise<void> {
  await page.getByLabel('Usuário').fill(username);
  await page.getByLabel('Senha', { exact: true }).fill(DEMO_PASSWORD);
  await expect(page.getByText('Verificado: você não é um robô')).toBeVisible({ timeout: 30_000 });
  await page.getByRole('button', { name: 'Logar' }).click();
}

const enterWithKey = (page: Page) =>
  page.getByRole('button', { name: 'Entrar com chave de acesso' }).click();

test('a passkey signs in alone, is accepted as second step, and confirms an act once', async ({
  page,
  demo,
}) => {
  await page.setViewportSize(DESKTOP);
  const { keys, refuse } = await plugIn(page);
  await signIn(page, demo.url, 'loja-centro', DEMO_PASSWORD);
  const added = await addKey(page);
  expect([added.status, (added.body.recovery_codes as string[]).length, await keys()]).toEqual([
    200, 10, 1,
  ]);

  await leave(page, demo.url);
  await expectAccessible(page);
  await expectWithinScreen(page);
  await enterWithKey(page);
  await page.waitForURL('**/dashboard');

  await leave(page, demo.url);
  await giveNames(page, 'loja-centro');
  await expect(page.getByText('Sua conta pede uma chave de acesso para entrar.')).toBeVisible();
  await expectAccessible(page);
  await expectWithinScreen(page);
  await page.getByRole('button', { name: 'Usar chave de acesso' }).click();
  await page.waitForURL('**/dashboard');

  const { body } = await callApi(page, '/api/passkeys');
  const [key] = body.data as { id: number; here: boolean }[];
  expect(key?.here).toBe(true);
  const removal = `/api/passkeys/${key!.id}/remove`;
  // A wrong password does not consume the code, because the password is checked first.
  const code_2fa = await confirmation(page);
  expect((await callApi(page, '/api/passkeys/options', { code_2fa })).status).toBe(422);
  const credentials = { current_password, code_2fa };
  expect((await callApi(page, '/api/passkeys/options', credentials)).status).toBe(200);
  expect((await callApi(page, removal, { code_2fa })).body.code).toBe('code_2fa_wrong');
  expect((await callApi(page, removal, { code_2fa: await confirmation(page) })).status).toBe(200);

  // The device still has the passkey, but the passkey no longer signs in.
  await leave(page, demo.url);
  await enterWithKey(page);
  await expect(page.getByRole('alertdialog')).toContainText('A chave de acesso não foi aceita.');
  await page.getByRole('button', { name: 'Entendi' }).click();
  await refuse();
  await enterWithKey(page);
  await expect(page.getByRole('alertdialog')).toContainText(
    'O aparelho não confirmou a chave de acesso.',
  );
});

test('the host of a brand is a separate relying party', async ({ page, demo }) => {
  await page.setViewportSize(PHONE);
  const aurora = demo.url.replace('localhost', 'aurora.localhost');
  const { keys } = await plugIn(page);
  await signIn(page, demo.url, 'loja-bairro', DEMO_PASSWORD);
  const added = await addKey(page);
  const codes = added.body.recovery_codes as string[];

  // On the host of the brand the device has no passkey, so the sign-in does not request one.
  await page.goto(`${aurora}/login`);
  await expectAccessible(page);
  await expectWithinScreen(page);
  await enterWithKey(page);
  await expect(page.getByRole('alertdialog')).toContainText('O aparelho não confirmou');
  await page.getByRole('button', { name: 'Entendi' }).click();
  await giveNames(page, 'loja-bairro');
  await expect(page.getByLabel('Código de recuperação')).toBeVisible();
  await expectAccessible(page);
  await expectWithinScreen(page);
  await expect(page.getByRole('button', { name: 'Usar chave de acesso' })).toHaveCount(0);
  await page.getByLabel('Código de recuperação').fill(codes[0]!);
  await page.getByRole('button', { name: 'Logar' }).click();
  await page.waitForURL('**/dashboard');
  const { body } = await callApi(page, '/api/passkeys');
  expect(body.data).toMatchObject([{ host: 'localhost', here: false }]);
  expect((await callApi(page, '/api/passkeys/confirm-options', {})).body.code).toBe(
    'passkey_none_here',
  );

  // Creates a passkey on the host of the brand. Afterwards the device has one passkey for each of
  // the two hosts.
  expect(await keys()).toBe(1);
  await page.goto(`${demo.url}/dashboard`);
  const code_2fa = await confirmation(page);
  await page.goto(`${aurora}/dashboard`);
  const offered = await callApi(page, '/api/passkeys/options', {
    current_password,
    code_2fa,
  });
  expect(offered.body.options).toMatchObject({
    rp: { id: 'aurora.localhost', name: 'Aurora Play' },
    excludeCredentials: [],
  });
  const response = await device(page, 'create', offered.body.options);
  expect((await callApi(page, '/api/passkeys', { name: 'Na Aurora', response })).status).toBe(200);
  expect(await keys()).toBe(2);
  await leave(page, aurora);
  await enterWithKey(page);
  await page.waitForURL('**/dashboard');
});
