/** Sign-in, and other steps that several journeys share. */
import type { Browser, BrowserContext, Locator, Page } from '@playwright/test';
import { solveAltcha } from '../../server/test/solve-altcha.ts';
import { DEMO_PASSWORD, expect } from './server.ts';

type Challenge = Parameters<typeof solveAltcha>[0];

export const DESKTOP = { width: 1280, height: 860 };
export const PHONE = { width: 390, height: 844 };

/** Types name and password, waits for the human verification like a user, and submits. */
export async function signIn(
  page: Page,
  url: string,
  username: string,
  password: string,
): Promise<void> {
  await page.goto(`${url}/login`);
  await page.getByLabel('Usuário').fill(username);
  await page.getByLabel('Senha', { exact: true }).fill(password);
  await expect(page.getByText('Verificado: você não é um robô')).toBeVisible({ timeout: 30_000 });
  await page.getByRole('button', { name: 'Logar' }).click();
  await page.waitForURL('**/dashboard');
}

export async function choosePackage(page: Page, name = 'Completo, 1 tela'): Promise<void> {
  const [words = name] = name.split(', ');
  const tile = page
    .getByRole('radiogroup', { name: /^Pacote/ })
    .getByRole('radio', { name: words });
  const list = page.getByRole('combobox', { name: 'Pacote' });
  await tile.or(list).first().waitFor();
  if ((await tile.count()) > 0) return tile.first().check();
  await list.click();
  await page.getByRole('option', { name }).click();
}

/**
 * Chooses a radio button whose value is stored in the address or on the server. It may become
 * checked only after the press, which `check` does not wait for.
 */
export async function chooseRadio(radio: Locator): Promise<void> {
  await radio.click();
  await expect(radio).toBeChecked();
}

/** Stores the colour scheme directly, without the switch. */
export async function preferScheme(page: Page, scheme: 'dark' | 'light'): Promise<void> {
  await page.addInitScript((stored) => localStorage.setItem('ramal.tema', stored), scheme);
}

const storedSessions = new Map<string, Awaited<ReturnType<BrowserContext['storageState']>>>();

/**
 * Opens a browser context for an account of the demo. Each account signs in once for all journeys
 * of a worker. The page is at an address without scripts, so that a journey loads only its screens.
 * Journeys that measure layout shifts load the fonts before, because the shift of a late font depends
 * on the speed of the machine.
 */
export async function openAs(
  browser: Browser,
  url: string,
  username: string,
  { viewport = DESKTOP, password = DEMO_PASSWORD, hasTouch = false, loadsFonts = false } = {},
): Promise<Page> {
  const account = `${url} ${username}`;
  const storageState = storedSessions.get(account);
  const context = await browser.newContext({
    viewport,
    hasTouch,
    ...(storageState && { storageState }),
  });
  const page = await context.newPage();
  await page.goto(`${url}/healthz`);
  // The stored session may have ended in another journey of the same worker.
  if (!storageState || (await callApi(page, '/api/get-profile')).status !== 200) {
    await startSession(page, username, password);
    storedSessions.set(account, await context.storageState());
  }
  if (loadsFonts) {
    await page.goto(`${url}/dashboard`);
    await page.getByRole('navigation').first().waitFor();
    await page.evaluate(() => document.fonts.ready.then(() => undefined));
  }
  return page;
}

/** Signs in by the API, and stores the session as the sign-in screen does. */
async function startSession(page: Page, username: string, password: string): Promise<void> {
  const { body: check } = await callApi(page, '/api/captcha');
  const { status, body } = await callApi(page, '/api/login', {
    username,
    password,
    g_recaptcha_response: await solveAltcha(check.challenge as Challenge),
  });
  expect([username, status, body]).toEqual([
    username,
    200,
    expect.objectContaining({ access_token: expect.any(String) }),
  ]);
  await page.evaluate(
    (session) => {
      for (const [key, value] of Object.entries(session)) localStorage.setItem(key, value);
    },
    {
      'ramal.id': String(body.id),
      'ramal.usuario': String(body.username),
      'ramal.token': String(body.access_token),
      'ramal.senha-de-registro': String(body.crypt_pass),
    },
  );
}

export interface Answer {
  readonly status: number;
  readonly body: Record<string, unknown>;
}

export const callApi = (
  page: Page,
  path: string,
  body?: object,
  httpMethod: 'GET' | 'POST' | 'PUT' = body ? 'POST' : 'GET',
): Promise<Answer> =>
  page.evaluate(
    async ([to, sent, method]) => {
      const token = localStorage.getItem('ramal.token') ?? '';
      const answer = await fetch(to, {
        method,
        headers: {
          authorization: `Bearer ${token}`,
          'content-type': 'application/json',
          'idempotency-key': crypto.randomUUID(),
        },
        ...(sent ? { body: JSON.stringify(sent) } : {}),
      });
      return { status: answer.status, body: await answer.json() };
    },
    [path, body, httpMethod] as const,
  );

/** Calls the API as the user of the page, and expects a success. Returns the body. */
export async function callApiOk(
  page: Page,
  path: string,
  body: object,
): Promise<Record<string, unknown>> {
  const answer = await callApi(page, path, body);
  expect([path, answer.status, answer.body]).toEqual([path, 200, expect.anything()]);
  return answer.body;
}
