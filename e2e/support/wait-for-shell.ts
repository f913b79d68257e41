import { type Page, expect } from '@playwright/test';

const SHELL = 'ramal-shell';

/** Waits until the service worker is installed and has cached the scripts of this start. */
export async function waitForShell(page: Page): Promise<void> {
  await expect
    .poll(
      () =>
        page.evaluate(async (shell) => {
          const cachedRequests = await (await caches.open(shell)).keys();
          const urls = new Set(cachedRequests.map(({ url }) => url));
          const loaded = performance
            .getEntriesByType('resource')
            .map(({ name }) => name)
            .filter((name) => name.includes('/assets/'));
          return loaded.length > 0 && loaded.every((name) => urls.has(name));
        }, SHELL),
      { timeout: 30_000 },
    )
    .toBe(true);
}
