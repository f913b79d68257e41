/**
 * A customer plays a programme of yesterday on the phone. The demo has no source with an archive,
 * so the responses about the archive are simulated. Page, sign-in and lists are real.
 */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Page } from '@playwright/test';
import { PHONE, signIn } from './support/accounts.ts';
import { collectErrors, expectAccessible } from './support/screen-checks.ts';
import { DEMO_PASSWORD, expect, test } from './support/server.ts';

const loop = readFileSync(
  fileURLToPath(new URL('../server/src/player/test-channel/loop.mpegts', import.meta.url)),
);
const LOOP_SECONDS = 10;
const DAYS = 3;
const DAY_SECONDS = 86_400;
/** Noon, so that no day changes during the test. */
const NOW_MS = Date.parse('2026-11-21T15:00:00Z');
/** Midnight in the browser's time zone (America/Sao_Paulo), as seconds after midnight in UTC. */
const ZONE_SECONDS = 3 * 3600;

const base64 = (text: string) => Buffer.from(text).toString('base64');

/** A programme for each hour, from the first day of the archive until tomorrow. */
function guide() {
  const now = NOW_MS / 1000;
  const midnight = Math.floor((now - ZONE_SECONDS) / DAY_SECONDS) * DAY_SECONDS + ZONE_SECONDS;
  return Array.from({ length: (DAYS + 2) * 24 }, (_, hour) => {
    const start = midnight + (hour - DAYS * 24) * 3600;
    const stop = start + 3600;
    const isMissing = hour % 24 === 21;
    return {
      title: base64(`Programa das ${hour % 24}`),
      start_timestamp: String(start),
      stop_timestamp: String(stop),
      has_archive: stop < now && !isMissing ? 1 : 0,
      archive_note: stop < now && isMissing ? 'a fonte parou às 21:41, não gravou' : '',
    };
  });
}

/** Replaces the answers about the archive, and returns the paths of the requested programmes. */
async function fakeArchive(player: Page): Promise<string[]> {
  const requested: string[] = [];
  await player.route(/action=get_live_streams/, async (route) => {
    const channels = (await (await route.fetch()).json()) as object[];
    const archived = { tv_archive: 1, tv_archive_duration: DAYS };
    await route.fulfill({ json: channels.map((channel) => ({ ...channel, ...archived })) });
  });
  await player.route(/action=get_simple_data_table/, (route) =>
    route.fulfill({ json: { epg_listings: guide() } }),
  );
  await player.route(/\/timeshift\//, (route) => {
    requested.push(new URL(route.request().url()).pathname);
    const segment = `#EXT-X-DISCONTINUITY\n#EXTINF:${LOOP_SECONDS}.0,\n/archived-segment.ts`;
    const lines = [
      '#EXTM3U',
      '#EXT-X-VERSION:3',
      `#EXT-X-TARGETDURATION:${LOOP_SECONDS}`,
      '#EXT-X-PLAYLIST-TYPE:VOD',
      ...Array.from({ length: 3600 / LOOP_SECONDS }, () => segment),
      '#EXT-X-ENDLIST',
    ];
    return route.fulfill({
      contentType: 'application/vnd.apple.mpegurl',
      body: `${lines.join('\n')}\n`,
    });
  });
  await player.route(/archived-segment/, (route) =>
    route.fulfill({ contentType: 'video/mp2t', body: loop }),
  );
  return requested;
}

test('a customer plays yesterday on a phone and returns to live', async ({
  page: panel,
  demo,
  context,
}) => {
  test.setTimeout(120_000);
  await signIn(panel, demo.url, 'revenda', DEMO_PASSWORD);
  await panel.goto(`${demo.url}/users-iptv?search=${encodeURIComponent('Ana Paula')}`);
  const line = panel.getByRole('row').filter({ hasText: 'Ana Paula' });
  const login = {
    usuario: await line.locator('[data-line-name]').innerText(),
    senha: await line.locator('[data-line-password]').innerText(),
  };
  const player = await context.newPage();
  await player.clock.setFixedTime(NOW_MS);
  await player.setViewportSize(PHONE);
  const errors = collectErrors(player);
  const requested = await fakeArchive(player);
  await player.goto(`${demo.url}/web#${new URLSearchParams(login)}`);
  await player.getByLabel('Categoria', { exact: true }).selectOption('Abertos');
  await player.getByRole('button', { name: /TV Ipê.*com dias passados/ }).click();
  await expect(player.getByRole('heading', { name: 'Guia de TV Ipê' })).toBeVisible();

  await player.getByRole('button', { name: 'Ontem' }).click();
  await expect(player.getByText('a fonte parou às 21:41, não gravou')).toBeVisible();
  await player.getByRole('button', { name: /^20:00\s*Programa das 20/ }).click();
  await expect(player.getByText(/^Ontem, 20:00$/)).toBeVisible();
  await expect(player.getByText(/^Ontem, 20:00 – 21:00 · dá para ver até /)).toBeVisible();
  const video = player.locator('video');
  const seconds = () => video.evaluate((element: HTMLVideoElement) => element.currentTime);
  await expect.poll(seconds, { timeout: 20_000 }).toBeGreaterThan(1);
  await player.getByLabel('Posição no programa').press('PageUp');
  await expect.poll(seconds).toBeGreaterThan(300);
  await player.getByRole('button', { name: 'Voltar 10 segundos' }).click();
  expect(new Set(requested).size).toBe(1);
  await expectAccessible(player);
  expect(await player.evaluate(() => document.documentElement.scrollWidth)).toBe(PHONE.width);

  await player.getByRole('button', { name: 'Ir ao vivo' }).click();
  await expect(player.getByRole('heading', { name: 'TV Ipê', exact: true })).toBeVisible();
  await expect.poll(seconds, { timeout: 20_000 }).toBeGreaterThan(1);
  await player.getByRole('button', { name: 'Canais' }).click();
  await expect(player.getByLabel('Buscar nesta categoria')).toBeVisible();
  expect(errors).toEqual([]);
});
