/**
 * Simulates a phone with Chromium's own throttles: a quarter of the processor, 1.6 Mbit/s and 150
 * ms per round trip. Requests do not pass through this process, because the page would then use no
 * cache and would wait for this process.
 */
import type { Browser, CDPSession, Page } from '@playwright/test';
import { connect } from '../http.ts';

export const PASSWORD = 'demo-do-bench';
export const PHONE = {
  viewport: { width: 390, height: 844 },
  deviceScaleFactor: 2,
  isMobile: true,
  hasTouch: true,
  locale: 'pt-BR',
} as const;

/** Network «Slow 4G» as Lighthouse defines it, in bytes per second and milliseconds. */
const NETWORK = {
  offline: false,
  latency: 150,
  downloadThroughput: (1.6 * 1024 * 1024) / 8,
  uploadThroughput: (0.75 * 1024 * 1024) / 8,
};
const PROCESSOR_SLOWDOWN = 4;
/** Address of the stream of live updates, which stays open. */
export const LIVE = '*/api/live';

export type Account = 'master' | 'especial' | 'admin';

/** Browser storage with a session. The keys are those of the panel's session.ts. */
export type BrowserStorage = Readonly<Record<string, string>>;

export interface Sessions {
  of(account: Account): Promise<BrowserStorage>;
  /**
   * Removes an ended session. The panel ends the session of an account that opens a forbidden
   * screen.
   */
  forget(account: Account): void;
}

/** Signs in once for each account. */
export function makeSessions(port: number): Sessions {
  const sessions = new Map<Account, Promise<BrowserStorage>>();
  return {
    of: (account) => {
      if (!sessions.has(account)) sessions.set(account, signIn(port, account));
      return sessions.get(account)!;
    },
    forget: (account) => void sessions.delete(account),
  };
}

async function signIn(port: number, username: Account): Promise<BrowserStorage> {
  const { call, close } = connect([port], 1);
  const body = { username, password: PASSWORD };
  const session = await call<Record<string, unknown>>({ method: 'POST', path: '/api/login', body });
  close();
  return {
    'ramal.id': String(session.id),
    'ramal.usuario': username,
    'ramal.token': String(session.access_token),
    'ramal.senha-de-registro': String(session.crypt_pass),
  };
}

export interface Phone {
  readonly page: Page;
  readonly client: CDPSession;
  close(): Promise<void>;
}

export async function openPhone(
  browser: Browser,
  stored: BrowserStorage = {},
  look: object = PHONE,
): Promise<Phone> {
  const context = await browser.newContext({ ...look, serviceWorkers: 'block' });
  await context.addInitScript(
    (items) => Object.entries(items).forEach(([key, value]) => localStorage.setItem(key, value)),
    stored,
  );
  const page = await context.newPage();
  const client = await context.newCDPSession(page);
  await client.send('Network.enable');
  await client.send('Network.setBlockedURLs', { urls: [LIVE] });
  return { page, client, close: () => context.close() };
}

export async function throttle({ client }: Phone): Promise<void> {
  await client.send('Network.emulateNetworkConditions', NETWORK);
  await client.send('Emulation.setCPUThrottlingRate', { rate: PROCESSOR_SLOWDOWN });
}

/** Starts to count script files and compressed bytes. The returned function returns the counts. */
export function countTraffic({ client }: Phone): () => { scripts: number; kilobytes: number } {
  let scripts = 0;
  let bytes = 0;
  client.on('Network.responseReceived', ({ type }) => {
    if (type === 'Script') scripts += 1;
  });
  client.on('Network.loadingFinished', ({ encodedDataLength }) => {
    bytes += encodedDataLength;
  });
  return () => ({ scripts, kilobytes: bytes / 1_000 });
}

interface PaintTimes {
  content: number;
  largest: number;
  shift: number;
}

/**
 * Watches the paints of a page. Must be called before the scripts of the page run. The returned
 * function waits until `selector` is drawn and the network is idle, then returns the times.
 */
export async function watchPaints(
  page: Page,
  selector: string,
): Promise<() => Promise<PaintTimes>> {
  await page.addInitScript((selector) => {
    const seen: PaintTimes = { content: 0, largest: 0, shift: 0 };
    Object.assign(window, { ramalSeen: seen });
    new PerformanceObserver((list) => {
      for (const { startTime } of list.getEntries()) seen.largest = startTime;
    }).observe({ type: 'largest-contentful-paint', buffered: true });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & {
        value: number;
        hadRecentInput: boolean;
      })[])
        if (!entry.hadRecentInput) seen.shift += entry.value;
    }).observe({ type: 'layout-shift', buffered: true });
    const look = (): void => {
      if (!document.querySelector(selector)) requestAnimationFrame(look);
      else requestAnimationFrame(() => setTimeout(() => (seen.content = performance.now())));
    };
    requestAnimationFrame(look);
  }, selector);
  const read = () =>
    page.evaluate(() => (window as unknown as { ramalSeen: PaintTimes }).ramalSeen);
  return async () => {
    await page.locator(selector).first().waitFor({ timeout: 120_000 });
    await page.waitForLoadState('networkidle');
    return read();
  };
}
