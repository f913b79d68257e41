/** What every screen must hold in a browser: nothing serious for axe, nothing wider than the screen, no errors. */
import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { expect } from './product.ts';

/** Errors of the page and of its console, as they come. */
export function listen(page: Page): string[] {
  const errors: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') errors.push(message.text());
  });
  page.on('pageerror', (error) => errors.push(error.message));
  return errors;
}

/** Half-faded words have no colour to judge: what moves and comes to an end is waited for. */
export const comesToRest = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    const moves = () =>
      document
        .getAnimations()
        .some(
          ({ playState, effect }) =>
            playState === 'running' && effect?.getComputedTiming().endTime !== Infinity,
        );
    const CALM_FRAMES = 8;
    for (let calm = 0; calm < CALM_FRAMES; calm = moves() ? 0 : calm + 1)
      await new Promise((resolve) => requestAnimationFrame(resolve));
  });

export async function looksRight(page: Page): Promise<void> {
  await comesToRest(page);
  const found = await new AxeBuilder({ page })
    .withTags(['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa'])
    .analyze();
  const serious = found.violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${page.url()}: ${id} ${nodes[0]?.html ?? ''}`);
  expect(serious).toEqual([]);
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - window.innerWidth,
  );
  expect(overflow, `${page.url()} is wider than the screen`).toBeLessThanOrEqual(0);
}

/** The same page in one scheme and then in the other, as another tab would switch it. */
export async function looksRightInBoth(page: Page): Promise<void> {
  for (const scheme of ['dark', 'light']) {
    await page.evaluate((chosen) => {
      localStorage.setItem('ramal.tema', chosen);
      window.dispatchEvent(new StorageEvent('storage', { key: 'ramal.tema', newValue: chosen }));
    }, scheme);
    await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', scheme);
    await looksRight(page);
  }
}
