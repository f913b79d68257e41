/** Every path of the panel, who may stand there, and what a person comes for. */
import type { Browser } from '@playwright/test';
import { readScreenFiles } from '../../../panel/first-load.ts';
import { type Account, type Stored, openPhone } from './phone.ts';

export interface Route {
  readonly path: string;
  /** Undefined: nobody is signed in. */
  readonly account: Account | undefined;
  /** The screen counts as there when this is drawn. */
  readonly content: string;
}

const CONTENT: Readonly<Record<string, string>> = {
  '/login': 'form',
  '/dashboard': 'main h2',
  '/users-iptv': '[data-list-rows] li',
  '/user-iptv': 'main form',
};

/** Most sell; what a seller may not see is looked at as somebody who may. */
const ACCOUNTS: readonly Account[] = ['master', 'especial', 'admin'];

export async function findRoutes(
  browser: Browser,
  url: string,
  sessionOf: (account: Account) => Promise<Stored>,
  only: string,
): Promise<Route[]> {
  const chosen = ['/login', ...Object.keys(readScreenFiles().screens)].filter((path) =>
    path.includes(only),
  );
  const found = new Map<string, Account | undefined>(
    chosen.includes('/login') ? [['/login', undefined]] : [],
  );
  for (const account of ACCOUNTS) {
    const phone = await openPhone(browser, await sessionOf(account));
    for (const path of chosen.filter((one) => !found.has(one))) {
      await phone.page.goto(url + path);
      const heading = phone.page.locator('h1').first();
      await heading.waitFor();
      await phone.page.waitForLoadState('networkidle');
      if ((await heading.textContent()) !== 'Sem permissão') found.set(path, account);
    }
    await phone.close();
  }
  return chosen.map((path) => ({
    path,
    account: found.get(path),
    content: CONTENT[path] ?? 'h1',
  }));
}
