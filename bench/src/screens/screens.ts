/**
 * Measures the load times of every screen of the panel on a phone. Prints a table and writes a file
 * for later comparison. Also runs Lighthouse on the screens that sellers use all day. Takes
 * pictures if the option is set.
 */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { type Browser, type LaunchOptions, chromium } from '@playwright/test';
import type { BenchOptions } from '../options.ts';
import { print } from '../print.ts';
import { type Columns, printFigure, header, printFirstLoad, row } from '../report.ts';
import { startServer } from '../server.ts';
import { type LighthouseFigures, runLighthouse } from './lighthouse.ts';
import { type ColdLoad, loadCold, loadWarm } from './loads.ts';
import { PASSWORD, type Sessions, makeSessions } from './phone.ts';
import { takePictures } from './pictures.ts';
import { type Route, findRoutes } from './routes.ts';

interface Goal {
  /** Seconds until the content of a cold load is drawn. */
  readonly contentS?: number;
  readonly largestS?: number;
}

/** Screens that sellers use all day. They are measured three times, and Lighthouse tests them. */
const DAILY: Readonly<Record<string, Goal>> = {
  '/login': { largestS: 2 },
  '/dashboard': {},
  '/users-iptv': { contentS: 3 },
  '/user-iptv': {},
};
const TIMES = 3;
const MAX_SCRIPTS = 15;
const MAX_SHIFT = 0.05;
const LEAST_PERFORMANCE = 90;

interface ScreenFigures extends ColdLoad {
  readonly path: string;
  readonly lighthouse?: LighthouseFigures;
}

export async function measureScreens(
  { only, screens: measured, pictures }: Pick<BenchOptions, 'only' | 'screens' | 'pictures'>,
  folder: string,
): Promise<void> {
  const data = await mkdtemp(path.join(os.tmpdir(), 'ramal-screens-'));
  const server = await startServer({
    program: ['server/src/main.ts', 'demo'],
    dataFolder: data,
    env: { RAMAL_CAPTCHA: 'off', RAMAL_DEMO_PASSWORD: PASSWORD, DATABASE_URL: '' },
  });
  const launch = {
    ...(process.env.RAMAL_CHROMIUM && { executablePath: process.env.RAMAL_CHROMIUM }),
    args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
  };
  const browser = await chromium.launch(launch);
  const url = `http://localhost:${server.port}`;
  const sessions = makeSessions(server.port);
  try {
    await mkdir(folder, { recursive: true });
    const routes = await findRoutes(browser, url, sessions, only);
    if (measured) await measureRoutes({ browser, launch, url, routes, sessions, folder });
    if (pictures)
      print(`${await takePictures(browser, url, routes, sessions, folder)} pictures in ${folder}`);
  } finally {
    await browser.close();
    await server.stop();
    await rm(data, { recursive: true, force: true });
  }
}

interface Measuring {
  readonly browser: Browser;
  readonly launch: LaunchOptions;
  readonly url: string;
  readonly routes: readonly Route[];
  readonly sessions: Sessions;
  readonly folder: string;
}

async function measureRoutes({
  browser,
  launch,
  url,
  routes,
  sessions,
  folder,
}: Measuring): Promise<void> {
  print(header(COLUMNS));
  const screens: ScreenFigures[] = [];
  for (const route of routes) {
    const isDaily = route.path in DAILY;
    const stored = route.account && (await sessions.of(route.account));
    const cold = await loadCold(browser, url, route, stored, isDaily ? TIMES : 1);
    const lighthouse = isDaily
      ? { lighthouse: await runLighthouse(url, route, stored, launch, TIMES) }
      : {};
    screens.push({ path: route.path, ...cold, ...lighthouse });
    print(describeScreen(screens.at(-1)!));
  }
  const warm = await loadWarm(browser, url, await sessions.of('master'), TIMES);
  printFigure('home with its code cached, content (s)', warm.homeS, 1.5, 's');
  printFigure('home to list by tap, first card (s)', warm.listS, 0.5, 's');
  printFirstLoad();
  await writeFile(path.join(folder, 'screens.json'), JSON.stringify({ screens, warm }, null, 2));
}

const COLUMNS: Columns = [
  ['screen, cold on a phone', -34],
  ['scripts', 9],
  ['kB', 7],
  ['content s', 11],
  ['LCP s', 7],
  ['shift', 8],
  ['Lighthouse', 12],
  ['LCP s', 7],
  ['TBT ms', 8],
  ['machine', 8],
];

const describeScreen = (screen: ScreenFigures): string =>
  [
    row(COLUMNS, [
      screen.path,
      String(screen.scripts),
      screen.kilobytes.toFixed(0),
      screen.contentS.toFixed(1),
      screen.largestS.toFixed(1),
      screen.shift.toFixed(3),
      screen.lighthouse ? String(screen.lighthouse.performance) : '',
      screen.lighthouse?.largestS.toFixed(1) ?? '',
      screen.lighthouse?.blockedMs.toFixed(0) ?? '',
      screen.lighthouse?.machine.toFixed(0) ?? '',
    ]),
    ...misses(screen),
  ].join('   ');

function misses({ path: name, scripts, shift, contentS, largestS, lighthouse }: ScreenFigures) {
  const goal = DAILY[name] ?? {};
  return [
    scripts > MAX_SCRIPTS && `more than ${MAX_SCRIPTS} scripts`,
    shift >= MAX_SHIFT && `shifts`,
    contentS > (goal.contentS ?? Infinity) && `content over ${goal.contentS} s`,
    largestS > (goal.largestS ?? Infinity) && `LCP over ${goal.largestS} s`,
    lighthouse &&
      lighthouse.performance < LEAST_PERFORMANCE &&
      `Lighthouse under ${LEAST_PERFORMANCE}`,
  ].filter((miss) => miss !== false && miss !== undefined);
}
