/**
 * Checks for every screen in a browser: axe finds nothing, nothing is wider than the screen, and
 * the console has no errors.
 */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page, Request } from '@playwright/test';
import type { AxeResults, ImpactValue } from 'axe-core';
import { expect } from './server.ts';

const axeSource = readFileSync(
  createRequire(import.meta.url).resolve('axe-core/axe.min.js'),
  'utf8',
);

/** Collects the errors of the page and of its console. */
export function collectErrors(page: Page): string[] {
  const errors: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error')
      errors.push(`${message.text()} ${message.location().url}`.trim());
  });
  page.on('pageerror', (error) => errors.push(error.message));
  return errors;
}

/** Waits for animations that end, because axe cannot check the contrast of a half-faded text. */
export const waitForAnimations = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    const isAnimating = () =>
      document
        .getAnimations()
        .some(
          ({ playState, effect }) =>
            playState === 'running' && effect?.getComputedTiming().endTime !== Infinity,
        );
    const CALM_FRAMES = 4;
    for (let calm = 0; calm < CALM_FRAMES; calm = isAnimating() ? 0 : calm + 1)
      await new Promise((resolve) => requestAnimationFrame(resolve));
  });

interface RequestTracker {
  /**
   * Resolves when every request has a response, and the screen has then rendered without a new
   * request.
   */
  waitUntilSettled(): Promise<void>;
}

/** Tracks the open requests of the page. Must be called before the navigation. */
export function trackRequests(page: Page): RequestTracker {
  const open = new Set<Request>();
  let started = 0;
  page.on('request', (request) => {
    // The stream of live updates never ends, so it is not tracked.
    if (new URL(request.url()).pathname === '/api/live') return;
    started += 1;
    open.add(request);
  });
  page.on('requestfinished', (request) => open.delete(request));
  page.on('requestfailed', (request) => open.delete(request));
  return {
    waitUntilSettled: async () => {
      let seen: number;
      do {
        await expect
          .poll(() => [...open].map((request) => request.url()), { intervals: [20] })
          .toEqual([]);
        seen = started;
        await waitForAnimations(page);
      } while (started !== seen || open.size > 0);
    },
  };
}

interface Violation {
  readonly id: string;
  readonly impact: ImpactValue | undefined;
  readonly html: string[];
}

const everyRule = {
  type: 'tag',
  values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
} as const;
/** Rules whose result depends on the colour scheme. */
const colourRules = { type: 'rule', values: ['color-contrast'] } as const;
type Rules = typeof everyRule | typeof colourRules;

/**
 * Runs axe in the page. The script of axe is loaded only once for each page. Frames would need more
 * code, but the panel has none.
 */
async function findViolations(page: Page, rules: Rules = everyRule): Promise<Violation[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axeSource);
  return page.evaluate(async (runOnly) => {
    const { axe } = window as unknown as {
      axe: { run(context: Document, options: object): Promise<AxeResults> };
    };
    const { violations } = await axe.run(document, {
      runOnly,
      resultTypes: ['violations'],
      selectors: false,
    });
    return violations.map(({ id, impact, nodes }) => ({
      id,
      impact,
      html: nodes.map((node) => node.html),
    }));
  }, rules);
}

export async function expectAccessible(page: Page, rules: Rules = everyRule): Promise<void> {
  // A page that is still loading is empty and must not be checked.
  for (const part of ['main', 'h1'])
    await page.locator(part).first().waitFor({ state: 'attached' });
  await waitForAnimations(page);
  const violations = (await findViolations(page, rules)).map(
    ({ id, html }) => `${page.url()}: ${id} ${html.join(' ')}`,
  );
  expect(violations).toEqual([]);
  await expectWithinScreen(page);
}

/**
 * Checks a public page in the light scheme, and then its colours in the dark scheme. A public page
 * follows the scheme of the browser.
 */
export async function expectPublicPageAccessible(page: Page): Promise<void> {
  for (const [colorScheme, rules] of [
    ['light', everyRule],
    ['dark', colourRules],
  ] as const) {
    await page.emulateMedia({ colorScheme });
    await expectAccessible(page, rules);
  }
  await page.emulateMedia({ colorScheme: 'light' });
}

interface ShiftingWindow {
  layoutShifts: { value: number; moved: string[] }[];
}

/**
 * Records the layout shifts of a page from its load on. Must be called before the first navigation.
 */
export async function watchLayoutShift(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const shifts: ShiftingWindow['layoutShifts'] = [];
    Object.assign(window, { layoutShifts: shifts });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as LayoutShiftEntry[])
        if (!entry.hadRecentInput)
          shifts.push({
            value: entry.value,
            moved: entry.sources.map(
              ({ node, previousRect, currentRect }) =>
                `${node?.className ?? node?.tagName}: ${previousRect.top} to ${currentRect.top}`,
            ),
          });
    }).observe({ type: 'layout-shift', buffered: true });
  });
}

interface LayoutShiftEntry extends PerformanceEntry {
  readonly value: number;
  readonly hadRecentInput: boolean;
  readonly sources: readonly {
    readonly node: Element | null;
    readonly previousRect: DOMRect;
    readonly currentRect: DOMRect;
  }[];
}

const LAYOUT_SHIFT_LIMIT = 0.05;

/** Returns the sum of the layout shifts since the page was opened. */
export async function readLayoutShift(page: Page): Promise<number> {
  const shifts = await page.evaluate(() => (window as unknown as ShiftingWindow).layoutShifts);
  return shifts.reduce((total, { value }) => total + value, 0);
}

/**
 * Expects that late content moves nothing: the cumulative layout shift is below the limit of the
 * design.
 */
export async function expectCalmLoad(page: Page): Promise<void> {
  const shifts = await page.evaluate(() => (window as unknown as ShiftingWindow).layoutShifts);
  expect(await readLayoutShift(page), `${page.url()}: ${JSON.stringify(shifts)}`).toBeLessThan(
    LAYOUT_SHIFT_LIMIT,
  );
}

/**
 * Expects no horizontal overflow. A failure names the overflowing elements.
 */
export async function expectWithinScreen(page: Page): Promise<void> {
  const { overflow, sticksOut } = await page.evaluate(() => {
    const past = document.documentElement.scrollWidth - window.innerWidth;
    const outside = [...document.querySelectorAll('body *')].filter(
      (element) => past > 0 && element.getBoundingClientRect().right > window.innerWidth,
    );
    return {
      overflow: past,
      sticksOut: outside.map(
        (element) =>
          `${element.tagName} ${element.className} «${(element.textContent ?? '').slice(0, 60)}»`,
      ),
    };
  });
  expect(
    overflow,
    `${page.url()} is wider than the screen: ${sticksOut.slice(0, 12).join('; ')}`,
  ).toBeLessThanOrEqual(0);
}

/**
 * Checks the page in one colour scheme, and then its colours in the other scheme. The scheme
 * changes on the open page, as if another tab had changed it.
 */
export async function expectAccessibleInBothSchemes(page: Page): Promise<void> {
  for (const [scheme, rules] of [
    ['dark', everyRule],
    ['light', colourRules],
  ] as const) {
    await page.evaluate((chosen) => {
      localStorage.setItem('ramal.tema', chosen);
      window.dispatchEvent(new StorageEvent('storage', { key: 'ramal.tema', newValue: chosen }));
    }, scheme);
    await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', scheme);
    await expectAccessible(page, rules);
  }
}
