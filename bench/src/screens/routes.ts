/** Every path of the panel, with an authorised account and the selector of its main content. */
import type { Browser, Page } from '@playwright/test';
import { readScreenFiles } from '../../../panel/first-load.ts';
import { type Account, type Sessions, openPhone } from './phone.ts';

export interface Route {
  readonly path: string;
  /** Account that opens the screen. Undefined for a screen without a sign-in. */
  readonly account: Account | undefined;
  /** Selector of the main content. The screen counts as loaded when this element is drawn. */
  readonly content: string;
}

const CONTENT: Readonly<Record<string, string>> = {
  '/login': 'form',
  '/dashboard': 'main h2',
  '/users-iptv': '[data-list-rows] li',
  '/user-iptv': 'main form',
};

/**
 * Accounts in the order of preference. Most screens are opened as a seller, and the others as an
 * account with permission.
 */
const ACCOUNTS: readonly Account[] = ['master', 'especial', 'admin'];

export async function findRoutes(
  browser: Browser,
  url: string,
  sessions: Sessions,
  only: string,
): Promise<Route[]> {
  const chosen = ['/login', ...Object.keys(readScreenFiles().screens)].filter((path) =>
    only.split('|').some((text) => path.includes(text)),
  );
  const accounts = new Map<string, Account | undefined>(
    chosen.includes('/login') ? [['/login', undefined]] : [],
  );
  for (const account of ACCOUNTS) {
    let phone = await openPhone(browser, await sessions.of(account));
    for (const path of chosen.filter((route) => !accounts.has(route))) {
      const outcome = await visit(phone.page, url, path);
      if (outcome === 'there') accounts.set(path, account);
      if (outcome !== 'signed-out') continue;
      await phone.close();
      sessions.forget(account);
      phone = await openPhone(browser, await sessions.of(account));
    }
    await phone.close();
  }
  const closed = chosen.filter((path) => !accounts.has(path));
  if (closed.length > 0) throw new Error(`nobody of the demo may see ${closed.join(' ')}`);
  return chosen.map((path) => ({
    path,
    account: accounts.get(path),
    content: CONTENT[path] ?? 'h1',
  }));
}

async function visit(
  page: Page,
  url: string,
  path: string,
): Promise<'there' | 'refused' | 'signed-out'> {
  await page.goto(url + path);
  const heading = page.locator('h1').first();
  await heading.waitFor();
  await page.waitForLoadState('networkidle');
  if (new URL(page.url()).pathname === '/login') return 'signed-out';
  return (await heading.textContent()) === 'Sem permissão' ? 'refused' : 'there';
}
