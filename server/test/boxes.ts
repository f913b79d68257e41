/**
 * Simulates a box or an app that uses the portal protocol. Also registers boxes directly in the
 * database.
 */
import type { TestContext } from './context.ts';

/** Parsed JSON of any form. */
export type PortalAnswer = ReturnType<typeof JSON.parse>;

interface BoxOptions {
  readonly url: string;
  readonly mac: string;
  /** Serial number and device ids. Absent for an app that sends only its MAC. */
  readonly ids?: Readonly<Record<string, string>>;
  readonly path?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface TestBox {
  token: string;
  /** Sends a request. Returns the value of `js` in the response, or the text of a refusal. */
  ask(
    type: string,
    action: string,
    fields?: Readonly<Record<string, string>>,
  ): Promise<PortalAnswer>;
  /** Handshake and profile. Returns the profile. */
  signIn(): Promise<PortalAnswer>;
}

export function testBox({
  url,
  mac,
  ids = {},
  path = '/portal.php',
  headers,
}: BoxOptions): TestBox {
  const box: TestBox = {
    token: '',
    ask: async (type, action, fields = {}) => {
      const query = new URLSearchParams({ type, action, ...fields, JsHttpRequest: '1-xml' });
      const answer = await fetch(`${url}${path}?${query}`, {
        headers: {
          cookie: `mac=${encodeURIComponent(mac)}; stb_lang=pt; timezone=America%2FSao_Paulo`,
          'user-agent': 'Mozilla/5.0 (QtEmbedded; U; Linux; C) MAG200 stbapp ver: 2',
          'x-user-agent': 'Model: MAG250; Link: WiFi',
          ...(box.token ? { authorization: `Bearer ${box.token}` } : {}),
          ...headers,
        },
      });
      const text = await answer.text();
      if (answer.status !== 200) throw new Error(`${type}/${action}: ${answer.status} ${text}`);
      return text.startsWith('{') ? JSON.parse(text).js : text;
    },
    signIn: async () => {
      ({ token: box.token } = await box.ask('stb', 'handshake', { token: box.token }));
      return box.ask('stb', 'get_profile', { hd: '1', stb_type: 'MAG250', ...ids });
    },
  };
  return box;
}

/**
 * Inserts a film, and a series with one season of two episodes. They are in the bouquet of the
 * lines that tests create.
 */
export const seedTitles = (ctx: TestContext) =>
  ctx.owner.query(`
    insert into categories (id, kind, name, position) values (80, 'film', 'Drama', 1), (81, 'series', 'Policial', 1);
    insert into bouquet_categories values (1, 80), (1, 81);
    insert into streams (id, kind, number, name, category_id, source, details) values
      (80, 'film', 1, 'Riso', 80, 'test-film', '{"plot":"Um rio.","year":1999}');
    insert into series (id, name, category_id, updated_at) values (80, 'Delegacia', 81, now());
    insert into streams (id, kind, name, category_id, source, series_id, season, episode) values
      (81, 'episode', 'Delegacia S01E01', 81, 'test-film', 80, 1, 1),
      (82, 'episode', 'Delegacia S01E02', 81, 'test-film', 80, 1, 2)`);

export async function seedBox(ctx: TestContext, lineId: number, mac: string): Promise<number> {
  const { rows } = await ctx.owner.query<{ id: string }>(
    `insert into boxes (mac, line_id, created_at, waits_since) values ($1, $2, $3, $3) returning id`,
    [mac, lineId, ctx.clock.now()],
  );
  return Number(rows[0]!.id);
}
