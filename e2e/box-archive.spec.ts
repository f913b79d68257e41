/**
 * A box plays a programme of yesterday by remote control. The server, the page of the box and
 * Chromium are real. A Flussonic server with recordings is simulated.
 */
import type { Page } from '@playwright/test';
import { withClient } from '../server/src/foundation/postgres/client.ts';
import { type ArchiveDouble, openArchiveDouble } from '../server/test/archive-sources.ts';
import { makeBox, playedCommands } from './support/box.ts';
import { collectErrors } from './support/screen-checks.ts';
import { expect, test } from './support/server.ts';

const MAC = '00:1A:79:00:4A:01';
const SERIAL = '012019N045678';
const CHANNEL = 'serra.br';

/** Adds a channel whose source records three days, its guide, and a box on an active line. */
const seedArchive = (databaseUrl: string, source: ArchiveDouble): Promise<string> =>
  withClient(databaseUrl, async (client) => {
    const { rows } = await client.query<{ number: string }>(
      `with channel as (
       insert into streams (kind, number, name, category_id, source, epg_channel_id)
       select 'live', (select max(number) + 1 from streams where kind = 'live'), 'Arquivo da Serra',
         (select category_id from streams where kind = 'live' and not is_adult and hidden_at is null order by id limit 1),
         $1, $3
       returning id, number
     ), archive as (
       insert into channel_archives (stream_id, promised_days, offered_days) select id, 3, 3 from channel
     ), recorder as (
       insert into archive_sources (stream_id, position, kind, address, days)
       select id, 0, 'flussonic', $1, 3 from channel
     ), guide as (
       insert into guides (name) values ('Guia da Serra') returning id
     ), programmes as (
       insert into programmes (guide_id, channel, starts_at, ends_at, title)
       select guide.id, $3, at, at + interval '1 hour', 'Programa de ' || to_char(at at time zone 'UTC', 'DD HH24')
       from guide, generate_series(date_trunc('hour', now()) - interval '3 days',
         date_trunc('hour', now()) + interval '1 day', interval '1 hour') at
     ), box as (
       insert into boxes (mac, line_id, created_at, waits_since)
       select $2, l.id, now(), now() from lines l
       where l.platform = 'iptv' and l.status = 1 and l.is_on and l.deleted_at is null
         and l.blocked_for_abuse_at is null and l.expires_at > now() + interval '1 day'
         and l.package_id is not null
         and not exists (select from boxes b where b.line_id = l.id)
       order by l.id limit 1
     )
     select number from channel`,
      [`${source.url}/flu/index.m3u8`, MAC, CHANNEL],
    );
    await client.query('update catalogue_version set lists = lists + 1, guide = guide + 1');
    return String(rows[0]!.number);
  });

/** Returns true if the guide has a programme with this start, in Unix seconds, that has ended. */
const hasEnded = (databaseUrl: string, start: number): Promise<boolean> =>
  withClient(databaseUrl, async (client) => {
    const { rows } = await client.query<{ ended: boolean }>(
      `select ends_at < now() as ended from programmes
       where channel = $1 and starts_at = to_timestamp($2)`,
      [CHANNEL, start],
    );
    return rows[0]?.ended ?? false;
  });

const newestCommand = async (page: Page) => (await playedCommands(page)).at(-1) ?? '';

test.describe('a box', () => {
  test.use({ viewport: { width: 1280, height: 720 } });

  test('plays yesterday from its source, and never the live channel in its place', async ({
    page,
    demo,
  }) => {
    test.setTimeout(120_000);
    const source = await openArchiveDouble(() => new Date());
    try {
      const number = await seedArchive(demo.databaseUrl, source);
      const failures = collectErrors(page);
      await makeBox(page, { mac: MAC, serial: SERIAL });
      await page.goto(`${demo.url}/c/`);
      await expect(page.locator('.row.chosen .name')).not.toBeEmpty();
      await page.keyboard.type(number);
      await expect(page.locator('.row.chosen .name')).toHaveText('Arquivo da Serra');
      await expect(page.locator('.row.chosen .days')).toHaveText('3 dias');

      await page.keyboard.press('F3');
      await expect(page.locator('#overlay-title')).toHaveText('Arquivo de Arquivo da Serra');
      await page.keyboard.press('ArrowLeft');
      const chosen = page.locator('.item.chosen .item-second');
      await expect(chosen).toHaveText(/^Programa de \d\d \d\d$/);
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('ArrowDown');
      const title = (await chosen.textContent())!;
      const live = await newestCommand(page);
      await page.keyboard.press('Enter');

      await expect(page.locator('#list')).toBeHidden();
      await expect(page.locator('#band-now')).toContainText(title);
      await expect.poll(() => newestCommand(page)).not.toBe(live);
      const response = await fetch((await newestCommand(page)).split(' ')[1]!);
      expect([response.status, response.headers.get('content-type')]).toEqual([200, 'video/mp2t']);
      const reader = response.body!.getReader();
      expect((await reader.read()).value![0]).toBe(0x47);
      await reader.cancel();
      const [recorded] = source.requests;
      const start = new Date(recorded!.start * 1_000).toISOString();
      expect(title).toBe(`Programa de ${start.slice(8, 10)} ${start.slice(11, 13)}`);
      expect(await hasEnded(demo.databaseUrl, recorded!.start)).toBe(true);

      const before = await newestCommand(page);
      await page.evaluate(() =>
        (window as unknown as { stbEvent: { onEvent: (event: number) => void } }).stbEvent.onEvent(
          5,
        ),
      );
      await expect(page.locator('#band-now')).toHaveText('Este programa não abriu. Tente outro.');
      await page.keyboard.press('Enter');
      await expect.poll(() => newestCommand(page)).not.toBe(before);
      source.requests.length = 0;
      const again = await fetch((await newestCommand(page)).split(' ')[1]!);
      expect(again.status).toBe(200);
      await again.body!.cancel();
      expect(source.requests[0]?.start).toBe(recorded!.start);

      await page.keyboard.press('Backspace');
      await expect(page.locator('#list')).toBeVisible();
      expect(failures).toEqual([]);
    } finally {
      await source.close();
    }
  });

  test('keeps its favourites after a restart', async ({ page, demo }) => {
    test.setTimeout(120_000);
    const mac = '00:1A:79:00:4A:02';
    await withClient(demo.databaseUrl, (client) =>
      client.query(
        `insert into boxes (mac, line_id, created_at, waits_since)
       select $1, l.id, now(), now() from lines l
       where l.platform = 'iptv' and l.status = 1 and l.is_on and l.deleted_at is null
         and l.blocked_for_abuse_at is null and l.expires_at > now() + interval '1 day'
         and l.package_id is not null
       order by l.id desc limit 1`,
        [mac],
      ),
    );
    await makeBox(page, { mac, serial: 'S2' });
    const starred = page.locator('.row .name', { hasText: '★' });
    for (const count of [1, 2]) {
      await page.goto(`${demo.url}/c/`);
      await expect(page.locator('.row.chosen .name')).not.toBeEmpty();
      await expect(starred).toHaveCount(count - 1);
      for (let step = 1; step < count; step += 1) await page.keyboard.press('ArrowDown');
      const stored = page.waitForResponse(/action=set_fav/);
      await page.keyboard.press('F1');
      await stored;
      await expect(starred).toHaveCount(count);
    }
    await page.reload();
    await expect(starred).toHaveCount(2);
  });
});
