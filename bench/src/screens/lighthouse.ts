/**
 * Runs Lighthouse on a simulated phone of a returning user after an update. The user is signed in,
 * and the cache is empty. Lighthouse waits until the network is quiet. The stream of live updates
 * would prevent this, so its address is blocked (blockedUrlPatterns).
 */
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { type BrowserContext, chromium } from '@playwright/test';
import lighthouse from 'lighthouse';
import { freePort } from '../server.ts';
import type { Route } from './routes.ts';
import { LIVE, PHONE, type BrowserStorage } from './phone.ts';
import { findMedian } from './loads.ts';

/**
 * Beginning of the storage key that the panel's first-calls.ts uses. The id of the account follows.
 */
const FIRST_CALLS = 'ramal.primeiras.';
const SETTLED_MS = 2_000;

export interface LighthouseFigures {
  /** Score from 0 to 100. */
  readonly performance: number;
  readonly firstPaintS: number;
  readonly largestS: number;
  readonly blockedMs: number;
  readonly shift: number;
  readonly speedIndexS: number;
  /** Speed of this machine as Lighthouse measures it (`benchmarkIndex`), to compare two runs. */
  readonly machine: number;
}

export async function runLighthouse(
  url: string,
  route: Route,
  stored: BrowserStorage | undefined,
  launch: object,
  times: number,
): Promise<LighthouseFigures> {
  const runs: LighthouseFigures[] = [];
  for (let time = 0; time < times; time += 1) runs.push(await runOnce(url, route, stored, launch));
  return findMedian(runs, ({ performance }) => performance);
}

/** Uses a new browser each time, so that its caches are empty. */
async function runOnce(
  url: string,
  route: Route,
  stored: BrowserStorage | undefined,
  launch: { args?: string[] },
): Promise<LighthouseFigures> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'ramal-lighthouse-'));
  const port = await freePort();
  const context = await chromium.launchPersistentContext(folder, {
    ...launch,
    serviceWorkers: 'block',
    args: [...(launch.args ?? []), `--remote-debugging-port=${port}`],
  });
  try {
    if (stored) await visit(context, url + route.path, stored);
    const result = await lighthouse(url + route.path, {
      port,
      onlyCategories: ['performance'],
      // Keeps the browser storage, because it contains the session.
      disableStorageReset: true,
      blockedUrlPatterns: [LIVE],
      logLevel: 'error',
    });
    if (!result) throw new Error(`Lighthouse has no result for ${route.path}`);
    return figuresOf(result.lhr);
  } finally {
    await context.close();
    await rm(folder, { recursive: true, force: true });
  }
}

/**
 * Opens the screen once, so that the panel stores which calls it sends first. Then clears the
 * cache.
 */
async function visit(
  context: BrowserContext,
  address: string,
  stored: BrowserStorage,
): Promise<void> {
  const page = context.pages()[0] ?? (await context.newPage());
  // Uses the size of a phone, because a wide window sends other initial calls.
  await page.setViewportSize(PHONE.viewport);
  // Opens an address of the same host that loads no scripts.
  await page.goto(new URL('/mark.svg', address).href);
  await page.evaluate(
    (items) => Object.entries(items).forEach(([key, value]) => localStorage.setItem(key, value)),
    stored,
  );
  await page.goto(address);
  await page.waitForFunction(
    (key) => location.pathname in (JSON.parse(localStorage.getItem(key) ?? '{}') as object),
    FIRST_CALLS + stored['ramal.id'],
  );
  await page.waitForTimeout(SETTLED_MS);
  await page.goto('about:blank');
  const client = await context.newCDPSession(page);
  await client.send('Network.clearBrowserCache');
  await client.detach();
}

type Report = NonNullable<Awaited<ReturnType<typeof lighthouse>>>['lhr'];

function figuresOf({ categories, audits, environment, runtimeError }: Report): LighthouseFigures {
  if (runtimeError) throw new Error(`Lighthouse: ${runtimeError.message}`);
  const value = (audit: string): number => audits[audit]?.numericValue ?? Number.NaN;
  return {
    performance: Math.round((categories.performance?.score ?? 0) * 100),
    firstPaintS: value('first-contentful-paint') / 1_000,
    largestS: value('largest-contentful-paint') / 1_000,
    blockedMs: value('total-blocking-time'),
    shift: value('cumulative-layout-shift'),
    speedIndexS: value('speed-index') / 1_000,
    machine: environment.benchmarkIndex,
  };
}
