/** Measures the load times of a screen, with an empty cache and with its code in the cache. */
import type { Browser } from '@playwright/test';
import type { Route } from './routes.ts';
import {
  type Phone,
  type BrowserStorage,
  countTraffic,
  openPhone,
  throttle,
  watchPaints,
} from './phone.ts';

export interface ColdLoad {
  readonly scripts: number;
  readonly kilobytes: number;
  /** Seconds until the main content is drawn. */
  readonly contentS: number;
  readonly largestS: number;
  readonly shift: number;
}

/**
 * Returns the load with the median content time. A single load on a busy machine is not reliable.
 */
export async function loadCold(
  browser: Browser,
  url: string,
  route: Route,
  stored: BrowserStorage | undefined,
  times: number,
): Promise<ColdLoad> {
  const loads: ColdLoad[] = [];
  for (let time = 0; time < times; time += 1)
    loads.push(await loadOnce(browser, url, route, stored));
  return findMedian(loads, ({ contentS }) => contentS);
}

async function loadOnce(
  browser: Browser,
  url: string,
  { path, content }: Route,
  stored: BrowserStorage | undefined,
): Promise<ColdLoad> {
  const phone = await openPhone(browser, stored);
  const paints = await watchPaints(phone.page, content);
  const traffic = countTraffic(phone);
  await throttle(phone);
  await phone.page.goto(url + path, { waitUntil: 'commit' });
  const { content: contentMs, largest, shift } = await paints();
  await phone.close();
  return { ...traffic(), contentS: contentMs / 1_000, largestS: largest / 1_000, shift };
}

interface WarmFigures {
  /** Seconds from the reload of the home screen to its first button. */
  readonly homeS: number;
  /** Seconds from the end of the tap to the first card. The list was already opened once before. */
  readonly listS: number;
}

/**
 * Loads the home screen with its code in the cache, as on most days. Then opens the list with a
 * tap.
 */
export async function loadWarm(
  browser: Browser,
  url: string,
  stored: BrowserStorage,
  times: number,
): Promise<WarmFigures> {
  const all: WarmFigures[] = [];
  for (let time = 0; time < times; time += 1) all.push(await loadWarmOnce(browser, url, stored));
  return {
    homeS: findMedian(all, ({ homeS }) => homeS).homeS,
    listS: findMedian(all, ({ listS }) => listS).listS,
  };
}

async function loadWarmOnce(
  browser: Browser,
  url: string,
  stored: BrowserStorage,
): Promise<WarmFigures> {
  const phone = await openPhone(browser, stored);
  const { page } = phone;
  await page.goto(`${url}/dashboard`, { waitUntil: 'networkidle' });
  await tapToList(phone);
  await page.goto(`${url}/dashboard`, { waitUntil: 'networkidle' });
  await throttle(phone);
  const paints = await watchPaints(page, 'main h2');
  await page.reload({ waitUntil: 'commit' });
  const { content } = await paints();
  const tapped = await tapToList(phone);
  await phone.close();
  return { homeS: content / 1_000, listS: tapped / 1_000 };
}

/** Duration of a tap in milliseconds. */
const PRESS_MS = 80;

/** Returns the milliseconds from the end of the tap to the first card. */
async function tapToList({ page, client }: Phone): Promise<number> {
  const drawn = page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        const look = (start: number): void => {
          if (!document.querySelector('[data-list-rows] li'))
            requestAnimationFrame(() => look(start));
          else requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - start)));
        };
        addEventListener('click', ({ timeStamp }) => look(timeStamp), {
          capture: true,
          once: true,
        });
      }),
  );
  const box = await page.locator('nav a[href^="/users-iptv"]:visible').boundingBox();
  const finger = { x: box!.x + box!.width / 2, y: box!.y + box!.height / 2 };
  await client.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [finger] });
  await page.waitForTimeout(PRESS_MS);
  await client.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  return drawn;
}

export const findMedian = <T>(all: readonly T[], by: (one: T) => number): T =>
  [...all].sort((left, other) => by(left) - by(other))[Math.floor(all.length / 2)]!;
