/**
 * Lighthouse on a phone with nothing in the cache. It waits until the network is quiet, which it never is
 * while the stream of live updates is open, so that one address is blocked for it (blockedUrlPatterns).
 */
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { chromium } from '@playwright/test';
import lighthouse from 'lighthouse';
import { freePort } from '../server.ts';
import type { Route } from './routes.ts';
import { LIVE, type Stored } from './phone.ts';
import { middle } from './loads.ts';

export interface LighthouseFigures {
  /** Of a hundred. */
  readonly performance: number;
  readonly firstPaintS: number;
  readonly largestS: number;
  readonly blockedMs: number;
  readonly shift: number;
  readonly speedIndexS: number;
}

export async function runLighthouse(
  url: string,
  route: Route,
  stored: Stored | undefined,
  launch: object,
  times: number,
): Promise<LighthouseFigures> {
  const runs: LighthouseFigures[] = [];
  for (let time = 0; time < times; time += 1) runs.push(await runOnce(url, route, stored, launch));
  return middle(runs, ({ performance }) => performance);
}

/** A browser of its own each time: nothing of the run before is in its caches. */
async function runOnce(
  url: string,
  route: Route,
  stored: Stored | undefined,
  launch: { args?: string[] },
): Promise<LighthouseFigures> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'ramal-lighthouse-'));
  const port = await freePort();
  const context = await chromium.launchPersistentContext(folder, {
    ...launch,
    args: [...(launch.args ?? []), `--remote-debugging-port=${port}`],
  });
  try {
    if (stored) await rememberSession(context.pages()[0] ?? (await context.newPage()), url, stored);
    const result = await lighthouse(url + route.path, {
      port,
      onlyCategories: ['performance'],
      // The session lives in the browser's storage.
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

/** An address of the host that runs no script and fills no cache. */
async function rememberSession(
  page: import('@playwright/test').Page,
  url: string,
  stored: Stored,
): Promise<void> {
  await page.goto(`${url}/mark.svg`);
  await page.evaluate(
    (items) => Object.entries(items).forEach(([key, value]) => localStorage.setItem(key, value)),
    stored,
  );
}

type Report = NonNullable<Awaited<ReturnType<typeof lighthouse>>>['lhr'];

function figuresOf({ categories, audits, runtimeError }: Report): LighthouseFigures {
  if (runtimeError) throw new Error(`Lighthouse: ${runtimeError.message}`);
  const value = (audit: string): number => audits[audit]?.numericValue ?? Number.NaN;
  return {
    performance: Math.round((categories.performance?.score ?? 0) * 100),
    firstPaintS: value('first-contentful-paint') / 1_000,
    largestS: value('largest-contentful-paint') / 1_000,
    blockedMs: value('total-blocking-time'),
    shift: value('cumulative-layout-shift'),
    speedIndexS: value('speed-index') / 1_000,
  };
}
