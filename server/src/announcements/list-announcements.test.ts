import { type Announcement, listAnnouncements } from '@ramal/contract/announcements';
import type { OnWire } from '@ramal/contract/api/wire-names';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestContext, call, createTestContext } from '../../test/context.ts';
import { type Person, person } from '../../test/accounts.ts';

let ctx: TestContext;
let seller: Person;

const publish = (type: number, title: string, at: string, deleted = false) =>
  ctx.owner.query(
    `insert into announcements (type, title, body, published_at, deleted_at)
     values ($1, $2, '<p>Texto de <b>' || $2::text || '</b></p>', $3, $4)`,
    [type, title, at, deleted ? at : null],
  );

beforeAll(async () => {
  ctx = await createTestContext();
  seller = await person(ctx);
});
afterAll(() => ctx.close());

const listed = async (page?: number) =>
  (await call(ctx, listAnnouncements, { query: page ? { page } : {} }, { token: seller.token }))
    .body;
const titles = (group: readonly Pick<OnWire<Announcement>, 'titulo'>[]) =>
  group.map(({ titulo }) => titulo);

it('returns empty groups while nothing is published', async () => {
  expect(await listed()).toEqual({
    anuncios: [],
    atualizacoes: [],
    anunciosPortal: [],
    anunciosP2P: [],
    anunciosPortalP2P: [],
    total: 0,
    total_exact: true,
    current_page: 1,
    per_page: 5,
    last_page: 1,
  });
});

describe('published announcements', () => {
  beforeAll(async () => {
    for (let day = 10; day <= 22; day += 1)
      await publish(2, `dia ${day}`, `2026-10-${day}T12:00:00Z`);
    // Two announcements at the same instant are ordered by descending id on every page.
    await publish(2, 'dia 22, depois', '2026-10-22T12:00:00Z');
    await publish(2, 'apagada', '2026-11-23T12:00:00Z', true);
    for (let index = 1; index <= 52; index += 1) {
      await publish(1, `mural ${index}`, new Date(Date.UTC(2026, 8, index)).toISOString());
    }
    await publish(3, 'IPTV', '2026-11-05T02:30:00Z');
    await publish(5, 'P2P antigo', '2026-11-04T12:00:00Z');
    await publish(5, 'P2P novo', '2026-11-06T12:00:00Z');
    await publish(1, 'tirado do mural', '2026-12-24T12:00:00Z', true);
  });

  it('lists announcements in the group of their type, newest first', async () => {
    const { anuncios, anunciosPortal, anunciosP2P, anunciosPortalP2P } = await listed();
    expect(titles(anuncios).slice(0, 2)).toEqual(['mural 52', 'mural 51']);
    expect(anuncios).toHaveLength(50);
    expect(anuncios.every(({ type }) => type === 1)).toBe(true);
    expect(anunciosPortal).toEqual([
      {
        id: expect.any(Number),
        titulo: 'IPTV',
        mensagem: '<p>Texto de <b>IPTV</b></p>',
        type: 3,
        date_formatted: '04/11/2026 23:30',
        timestamp: Date.parse('2026-11-05T02:30:00Z') / 1000,
      },
    ]);
    expect(titles(anunciosP2P)).toEqual(['P2P novo', 'P2P antigo']);
    expect(anunciosPortalP2P).toEqual(anunciosP2P);
  });

  it('lists each update once in pages of five', async () => {
    const pages = await Promise.all([1, 2, 3].map(listed));
    expect(
      pages.map(({ total, last_page, current_page, per_page }) => [
        total,
        last_page,
        current_page,
        per_page,
      ]),
    ).toEqual([
      [14, 3, 1, 5],
      [14, 3, 2, 5],
      [14, 3, 3, 5],
    ]);
    expect(pages.map(({ atualizacoes }) => titles(atualizacoes))).toEqual([
      ['dia 22, depois', 'dia 22', 'dia 21', 'dia 20', 'dia 19'],
      ['dia 18', 'dia 17', 'dia 16', 'dia 15', 'dia 14'],
      ['dia 13', 'dia 12', 'dia 11', 'dia 10'],
    ]);
  });

  it('returns no updates after the last page, but all other groups', async () => {
    const beyond = await listed(4);
    expect(beyond.atualizacoes).toEqual([]);
    expect(beyond).toMatchObject({ total: 14, current_page: 4 });
    expect(beyond.anuncios).toHaveLength(50);
  });

  it('refuses an invalid page', async () => {
    for (const page of ['0', '-1', 'abc']) {
      const { status } = await call(
        ctx,
        listAnnouncements,
        { query: { page } },
        { token: seller.token },
      );
      expect([page, status]).toEqual([page, 422]);
    }
  });
});
