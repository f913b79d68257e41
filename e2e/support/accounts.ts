/** Sign-in, and other steps that several journeys share. */
import type { Browser, BrowserContext, Locator, Page } from '@playwright/test';
import { DEMO_PASSWORD, expect } from './server.ts';

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
 * of a worker.
 */
export async function openAs(
  browser: Browser,
  url: string,
  username: string,
  { viewport = DESKTOP, password = DEMO_PASSWORD, hasTouch = false } = {},
): Promise<Page> {
  const account = `${url} ${username}`;
  const storageState = storedSessions.get(account);
  const context = await browser.newContext({
    viewport,
    hasTouch,
    ...(storageState && { storageState }),
  });
  const page = await context.newPage();
  if (storageState) await page.goto(`${url}/dashboard`);
  // The stored session may have ended in another journey of the same worker.
  if (!storageState || (await isAtSignIn(page))) {
    await signIn(page, url, username, password);
    storedSessions.set(account, await context.storageState());
  }
  return page;
}

async function isAtSignIn(page: Page): Promise<boolean> {
  const form = page.getByRole('button', { name: 'Logar' });
  await form.or(page.getByRole('navigation').first()).first().waitFor();
  return await form.isVisible();
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
