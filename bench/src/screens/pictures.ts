/**
 * Takes pictures of every screen at the widths of a phone, a tablet and a desktop, in dark and
 * light.
 */
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import type { Browser, Page } from '@playwright/test';
import type { Route } from './routes.ts';
import { type Sessions, PHONE, openPhone } from './phone.ts';

const LOOKS = [
  { name: '390', look: PHONE },
  { name: '820', look: { viewport: { width: 820, height: 1180 }, hasTouch: true } },
  { name: '1280', look: { viewport: { width: 1280, height: 800 } } },
] as const;
const SCHEMES = ['dark', 'light'] as const;

export async function takePictures(
  browser: Browser,
  url: string,
  routes: readonly Route[],
  sessions: Sessions,
  folder: string,
): Promise<number> {
  let taken = 0;
  for (const { name, look } of LOOKS)
    for (const scheme of SCHEMES) {
      const into = path.join(folder, `${name}-${scheme}`);
      await mkdir(into, { recursive: true });
      for (const account of new Set(routes.map((route) => route.account))) {
        const stored = { ...(account && (await sessions.of(account))), 'ramal.tema': scheme };
        const phone = await openPhone(browser, stored, { locale: 'pt-BR', ...look });
        for (const route of routes.filter((candidate) => candidate.account === account)) {
          await takePicture(phone.page, url, route, into);
          taken += 1;
        }
        await phone.close();
      }
    }
  return taken;
}

async function takePicture(page: Page, url: string, route: Route, into: string): Promise<void> {
  await page.goto(url + route.path);
  await page.locator('h1, form').first().waitFor();
  await page.waitForLoadState('networkidle');
  await page.screenshot({
    path: path.join(into, `${route.path.slice(1).replaceAll('/', '-')}.png`),
    fullPage: true,
    animations: 'disabled',
  });
}
