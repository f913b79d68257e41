/**
 * What a phone waits for, screen by screen, in Chromium: script files and compressed bytes of a cold load,
 * the first content and the largest one, layout shift, and the way from the home to the list by tap. The
 * phone is imitated by Chromium's own throttles: a fourth of the processor, 1.6 Mbit/s and 150 ms a trip.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { type Browser, type BrowserContext, type Page, chromium } from '@playwright/test';
import { connect } from './http.ts';
import { startServer } from './server.ts';
import { formatFact } from './table.ts';

const PASSWORD = 'demo-do-bench';
const PHONE = {
  viewport: { width: 390, height: 844 },
  deviceScaleFactor: 2,
  isMobile: true,
  hasTouch: true,
  locale: 'pt-BR',
} as const;
/** Slow 4G, in bytes a second and milliseconds, as Lighthouse names it. */
const NETWORK = {
  offline: false,
  latency: 150,
  downloadThroughput: (1.6 * 1024 * 1024) / 8,
  uploadThroughput: (0.75 * 1024 * 1024) / 8,
};
const PROCESSOR_SLOWDOWN = 4;

interface ScreenPath {
  readonly path: string;
  readonly account: 'master' | 'especial' | 'admin' | undefined;
  /** What a person came for: the screen counts as there when it is seen. */
  readonly content: string;
  /** Largest contentful paint of a cold load, in seconds. */
  readonly goal?: number;
}

const SCREENS: readonly ScreenPath[] = [
  { path: '/login', account: undefined, content: 'form', goal: 2 },
  { path: '/dashboard', account: 'master', content: 'h1' },
  { path: '/users-iptv', account: 'master', content: '[data-list-rows] li', goal: 3 },
  ...[
    '/users-p2p',
    '/user-iptv',
    '/user-p2p',
    '/migration-iptv',
    '/import-lines',
    '/list-resellers',
    '/reseller',
    '/extract',
    '/reports',
    '/log',
    '/batches',
    '/me',
  ].map((where) => ({ path: where, account: 'master' as const, content: 'h1' })),
  { path: '/new-users-p2p', account: 'especial', content: 'h1' },
  ...['/double-access', '/2fa-manager', '/view-duplicates', '/settings', '/catalogue/canais'].map(
    (where) => ({ path: where, account: 'admin' as const, content: 'h1' }),
  ),
];

interface LoadedScreen {
  readonly scripts: number;
  readonly kilobytes: number;
  readonly contentS: number;
  readonly largestS: number;
  readonly shift: number;
}

export async function measureScreens(print: (line: string) => void): Promise<void> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'ramal-screens-'));
  const server = await startServer({
    script: 'server/src/main.ts',
    args: ['demo'],
    dataFolder: folder,
    firstPage: '/readyz',
    env: { RAMAL_CAPTCHA: 'off', RAMAL_DEMO_PASSWORD: PASSWORD, DATABASE_URL: '' },
  });
  const browser = await chromium.launch({
    ...(process.env.RAMAL_CHROMIUM && { executablePath: process.env.RAMAL_CHROMIUM }),
    args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
  });
  const url = `http://localhost:${server.port}`;
  try {
    print('a phone, cold: screen | scripts | kB | content s | LCP s | layout shift');
    for (const screen of SCREENS) {
      const loaded = await loadScreen(browser, url, server.port, screen);
      print(describeScreen(screen, loaded));
    }
    for (const row of await measureWarm(browser, url, server.port)) print(row);
  } finally {
    await browser.close();
    await server.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

const describeScreen = ({ path: name, goal }: ScreenPath, loaded: LoadedScreen): string =>
  [
    name.padEnd(18),
    String(loaded.scripts).padStart(4),
    loaded.kilobytes.toFixed(0).padStart(5),
    loaded.contentS.toFixed(1).padStart(5),
    loaded.largestS.toFixed(1).padStart(5),
    loaded.shift.toFixed(3).padStart(7),
    [
      loaded.scripts > 15 && 'more than 15 scripts',
      loaded.shift >= 0.05 && 'shifts',
      goal !== undefined && loaded.contentS > goal && `over ${goal} s`,
    ]
      .filter(Boolean)
      .join(', '),
  ].join(' ');

async function loadScreen(
  browser: Browser,
  url: string,
  port: number,
  screen: ScreenPath,
): Promise<LoadedScreen> {
  const context = await openPhone(browser, port, screen.account);
  // A stream that goes on is never idle.
  await context.route('**/api/live', (route) => route.abort());
  const page = await context.newPage();
  const fetched = await countScripts(page);
  await throttle(page);
  const started = performance.now();
  await page.goto(url + screen.path, { waitUntil: 'commit' });
  await page.locator(screen.content).first().waitFor({ timeout: 60_000 });
  const contentS = (performance.now() - started) / 1_000;
  await page.waitForLoadState('networkidle');
  const paints = await readPaints(page);
  await context.close();
  return { ...fetched(), contentS, ...paints };
}

/** The home with its code in the cache, and from it the list by a tap. */
async function measureWarm(browser: Browser, url: string, port: number): Promise<string[]> {
  const context = await openPhone(browser, port, 'master');
  await context.route('**/api/live', (route) => route.abort());
  const page = await context.newPage();
  await page.goto(`${url}/users-iptv`, { waitUntil: 'networkidle' });
  await page.goto(`${url}/dashboard`, { waitUntil: 'networkidle' });
  await throttle(page);
  const homeStarted = performance.now();
  await page.reload({ waitUntil: 'commit' });
  await page.getByRole('button', { name: 'Teste IPTV' }).first().waitFor();
  const home = (performance.now() - homeStarted) / 1_000;
  await page.waitForLoadState('networkidle');
  const tapped = performance.now();
  await page.getByRole('navigation').getByRole('link', { name: 'Linhas' }).tap();
  await page.locator('[data-list-rows] li').first().waitFor();
  const list = (performance.now() - tapped) / 1_000;
  await context.close();
  return [
    formatFact('home with its code cached, first button (s)', home, { limit: 1.5, unit: 's' }),
    formatFact('home to list by tap, first card (s)', list, { limit: 0.5, unit: 's' }),
  ];
}

async function openPhone(
  browser: Browser,
  port: number,
  account: string | undefined,
): Promise<BrowserContext> {
  const context = await browser.newContext(PHONE);
  await context.addInitScript(watchPaints);
  if (account === undefined) return context;
  const { send, close } = connect(port, 1);
  const body = { username: account, password: PASSWORD };
  const session = JSON.parse(
    (await send({ method: 'POST', path: '/api/login', body })).toString(),
  ) as { id: number; access_token: string; crypt_pass: string };
  close();
  await context.addInitScript(
    ([id, username, token, registration]) => {
      localStorage.setItem('ramal.id', id);
      localStorage.setItem('ramal.usuario', username);
      localStorage.setItem('ramal.token', token);
      localStorage.setItem('ramal.senha-de-registro', registration);
    },
    [String(session.id), account, session.access_token, session.crypt_pass] as const,
  );
  return context;
}

async function throttle(page: Page): Promise<void> {
  const client = await page.context().newCDPSession(page);
  await client.send('Network.emulateNetworkConditions', NETWORK);
  await client.send('Emulation.setCPUThrottlingRate', { rate: PROCESSOR_SLOWDOWN });
}

async function countScripts(page: Page): Promise<() => { scripts: number; kilobytes: number }> {
  const client = await page.context().newCDPSession(page);
  await client.send('Network.enable');
  const scripts = new Set<string>();
  let bytes = 0;
  client.on('Network.responseReceived', ({ type, requestId }) => {
    if (type === 'Script') scripts.add(requestId);
  });
  client.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    if (scripts.has(requestId)) bytes += encodedDataLength;
  });
  return () => ({ scripts: scripts.size, kilobytes: bytes / 1_000 });
}

interface WatchedPaints {
  largest: number;
  shift: number;
}

/** Runs in the page before its own scripts. */
function watchPaints(): void {
  const paints: WatchedPaints = { largest: 0, shift: 0 };
  Object.assign(window, { ramalPaints: paints });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) paints.largest = entry.startTime;
  }).observe({ type: 'largest-contentful-paint', buffered: true });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEntry & {
      value: number;
      hadRecentInput: boolean;
    })[])
      if (!entry.hadRecentInput) paints.shift += entry.value;
  }).observe({ type: 'layout-shift', buffered: true });
}

const readPaints = async (page: Page): Promise<{ largestS: number; shift: number }> => {
  const { largest, shift } = await page.evaluate(
    () => (window as unknown as { ramalPaints: WatchedPaints }).ramalPaints,
  );
  return { largestS: largest / 1_000, shift };
};
