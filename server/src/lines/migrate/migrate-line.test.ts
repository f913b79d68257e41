/**
 * Tests that a migration is complete: which values stay, which are new, and when the migration is
 * rejected.
 */
import type { Grant } from '@ramal/contract/api/access';
import {
  createIptvLine,
  editIptvLine,
  getIptvLinks,
  trustIptvLine,
} from '@ramal/contract/lines/iptv-lines';
import {
  migrateIptvToNewP2p,
  migrateIptvToP2p,
  migrateNewP2pToIptv,
  migrateP2pToIptv,
} from '@ramal/contract/lines/line-migrations';
import { setLimits } from '@ramal/contract/resellers/limits';
import { getLineHistory } from '@ramal/contract/lines/lines';
import { newP2pLines, p2pLines } from '@ramal/contract/lines/p2p-lines';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { TODAY, type TestContext, call, createTestContext } from '../../../test/context.ts';
import { type Person, readAccountBalance, line, p2pLine, person } from '../../../test/accounts.ts';

let ctx: TestContext;
let admin: Person;
let parent: Person;
let seller: Person;
let grants: readonly Grant[];
beforeAll(async () => {
  ctx = await createTestContext();
  grants = ['lines.new-p2p', 'lines.migrate-new-p2p'];
  admin = await person(ctx, { profile: 'admin', grants, until: '2028-01-01' });
  parent = await person(ctx, { parent: admin, balance: 10_000, grants, until: '2028-01-01' });
  seller = await person(ctx, { parent, balance: 100_000, grants, until: '2028-01-01' });
});
afterEach(async () => {
  ctx.clock.set(TODAY);
  await ctx.owner.query('update flags set is_on = true');
  await ctx.owner.query('delete from account_limits');
});
afterAll(() => ctx.close());

type Act = Parameters<typeof call>[1];
const act = <E extends Act>(
  what: E,
  id: number,
  body: Record<string, unknown> = {},
  actor = seller,
) => call(ctx, what, { params: { id }, body }, { token: actor.token });
const stored = async (id: number) =>
  (await ctx.owner.query('select * from lines where id = $1', [id])).rows[0];
const result = async (id: number) =>
  (
    await ctx.owner.query(
      `select kind, actor_id::int as actor, before, after, source from events where line_id = $1 and kind = 'line-migrated'`,
      [id],
    )
  ).rows;
const refusal = async (what: Act, id: number, body: Record<string, unknown>, actor = seller) => {
  const before = await stored(id);
  const reply = await act(what, id, body, actor);
  expect(await stored(id)).toEqual(before);
  expect(await result(id)).toEqual([]);
  return [reply.status, reply.body.code];
};
const off = (flag: string) =>
  ctx.owner.query('update flags set is_on = false where name = $1', [flag]);
const test = { isOficial: false, test_hours: 3 };
const product = { productid: 2 };

describe('an IPTV line on its way to P2P', () => {
  it('keeps row and time and owner and note and number and trust and history for free', async () => {
    const created = await line(ctx, seller, { nota: 'Dona Célia', whatsapp: '5511900000042' });
    await act(trustIptvLine, created.id);
    const [before, balance] = [await stored(created.id), await readAccountBalance(ctx, seller.id)];
    const { status, body } = await act(migrateIptvToP2p, created.id, product);
    expect([status, body]).toEqual([
      200,
      expect.objectContaining({
        id: created.id,
        exp_date_formatted: '23/12/2026 12:00',
        whatsapp: '5511900000042',
        nota: 'Dona Célia',
        product_name: 'PLANO COMPLETO SEM ADULTOS',
        message: 'Linha migrada para P2P com sucesso',
      }),
    ]);
    const after = await stored(created.id);
    const changed = Object.keys(after).filter(
      (name) => String(after[name]) !== String(before[name]),
    );
    expect(changed.toSorted()).toEqual(
      [
        'access_version',
        'package_id',
        'password',
        'platform',
        'product_id',
        'search',
        'short_code',
        'username',
      ].toSorted(),
    );
    expect(after).toMatchObject({ platform: 'p2p', username: body.name, password: body.pass });
    expect(await readAccountBalance(ctx, seller.id)).toBe(balance);
  });

  it('records the old and new values without a password', async () => {
    const { id, username, password } = await line(ctx, seller);
    const { body } = await act(migrateIptvToP2p, id, { ...product, nota: 'Na TV nova' });
    const [event] = await result(id);
    expect(event).toMatchObject({
      actor: seller.id,
      before: { platform: 'iptv', username, package: 'Completo', note: 'Cliente' },
      after: {
        platform: 'p2p',
        username: body.name,
        package: 'PLANO COMPLETO SEM ADULTOS',
        note: 'Na TV nova',
      },
    });
    for (const secret of [password, body.pass]) expect(JSON.stringify(event)).not.toContain(secret);
    const history = await call(ctx, getLineHistory, { params: { id } }, { token: seller.token });
    expect(history.body.data.map(({ title }) => title)).toEqual([
      'Linha migrada para outra plataforma',
      'Linha criada',
    ]);
    expect(history.body.data[0]!.details).toContain('Plataforma: IPTV → P2P');
  });

  it('rejects the old credentials even after the line migrates back', async () => {
    const created = await line(ctx, seller);
    const short = new URL(created.short_M3U8).pathname;
    const enters = async ({ username, password }: { username: string; password: string }) => {
      const query = { username, password };
      const { user_info } = (await ctx.server.inject({ url: '/player_api.php', query })).json<{
        user_info: { auth: number };
      }>();
      return user_info.auth === 1;
    };
    expect([await enters(created), (await ctx.server.inject(short)).statusCode]).toEqual([
      true,
      302,
    ]);
    await act(migrateIptvToP2p, created.id, product);
    const { body: back } = await act(migrateP2pToIptv, created.id, { package: 1 });
    expect([await enters(created), (await ctx.server.inject(short)).statusCode]).toEqual([
      false,
      404,
    ]);
    expect(await enters(back)).toBe(true);
  });

  it('ends only the streams of the line', async () => {
    const [{ id }, other] = [await line(ctx, seller), await line(ctx, seller)];
    const watch = (lineId: number) =>
      ctx.owner.query(
        `with v as (
           insert into viewings (id, line_id, stream_id, title, encoding, started_at, seen_at)
           values (gen_random_uuid(), $1, 1, 'Canal', 'HLS', $2, $2) returning *
         )
         insert into presence (session_id, line_id, owner_id, stream_id, title, encoding, started_at, last_seen_at)
         select id, line_id, (select owner_id from lines where id = line_id), stream_id, title, encoding, started_at, seen_at from v`,
        [lineId, ctx.clock.now()],
      );
    for (const lineId of [id, id, other.id]) await watch(lineId);
    await act(migrateIptvToP2p, id, product);
    const { rows } = await ctx.owner.query(
      `select v.line_id::int as line, v.ended_because as because, count(p.*)::int as seen
       from viewings v left join presence p on p.session_id = v.id where v.line_id in ($1, $2) group by 1, 2 order by 1`,
      [id, other.id],
    );
    expect(rows).toEqual([
      { line: id, because: 'line-stopped', seen: 0 },
      { line: other.id, because: null, seen: 1 },
    ]);
  });

  it('keeps a disabled line disabled', async () => {
    const { id } = await line(ctx, seller);
    await ctx.owner.query('update lines set is_on = false where id = $1', [id]);
    await act(migrateIptvToP2p, id, product);
    expect((await stored(id)).is_on).toBe(false);
  });

  it('keeps a test with its remaining time', async () => {
    const created = await line(ctx, seller, test);
    const { body } = await act(migrateIptvToP2p, created.id, product);
    expect(body).toMatchObject({
      is_trial: true,
      test_hours: 3,
      exp_date_timestamp: created.exp_date_timestamp,
    });
    expect(await stored(created.id)).toMatchObject({ is_trial: true, test_hours: 3 });
  });
});

describe('to the other platforms', () => {
  it('migrates to new P2P with action 11 in both spellings of the product', async () => {
    const { id } = await line(ctx, seller);
    const { body } = await act(migrateIptvToNewP2p, id, { product_id: 1 });
    expect(body.message).toBe('Linha migrada para Novo P2P com sucesso');
    expect(await stored(id)).toMatchObject({
      platform: 'new-p2p',
      product_id: 1,
      package_id: null,
    });
  });

  it.each([
    ['P2P', p2pLines, migrateP2pToIptv],
    ['new P2P', newP2pLines, migrateNewP2pToIptv],
  ] as const)(
    '%s to IPTV: a package, links, and a number where one is sent',
    async (_, calls, move) => {
      const created = await p2pLine(ctx, seller, calls);
      const { status, body } = await act(move, created.id, {
        package: 1,
        whatsapp: '5511900000055',
      });
      expect([status, body]).toEqual([
        200,
        expect.objectContaining({
          package_name: 'Completo',
          whatsapp: '5511900000055',
          exp_date_timestamp: created.exp_date_timestamp,
          message: 'Linha migrada para IPTV com sucesso',
        }),
      ]);
      expect(body.M3U8).toContain(`username=${body.username}&password=${body.password}`);
      expect(body.username).toMatch(/^\d{9}$/);
      expect((await act(getIptvLinks, created.id)).body.username).toBe(body.username);
      expect(await stored(created.id)).toMatchObject({ product_id: null, package_id: '1' });
    },
  );
});

describe('is refused', () => {
  it('refuses a migration without a product with the message of the specification', async () => {
    const { id } = await line(ctx, seller);
    const { body } = await act(migrateIptvToP2p, id);
    expect(body).toMatchObject({
      code: 'migration_plan_missing',
      title: 'Atenção',
      message: 'É necessário selecionar um pacote para migração',
    });
    expect(await refusal(migrateIptvToP2p, id, {})).toEqual([422, 'migration_plan_missing']);
    const p2p = await p2pLine(ctx, seller);
    expect(await refusal(migrateP2pToIptv, p2p.id, { package: 0 })).toEqual([
      422,
      'migration_plan_missing',
    ]);
  });

  it('refuses a product that the target does not sell or not for tests', async () => {
    const { id } = await line(ctx, seller);
    expect(await refusal(migrateIptvToP2p, id, { productid: 77 })).toEqual([
      422,
      'package_unknown',
    ]);
    const trial = await p2pLine(ctx, seller, p2pLines, test);
    await ctx.owner.query('update packages set allows_tests = false where id = 2');
    expect(await refusal(migrateP2pToIptv, trial.id, { package: 2 })).toEqual([
      422,
      'package_unknown',
    ]);
    await ctx.owner.query('update packages set allows_tests = true where id = 2');
  });

  it('refuses a line from the exact time of its expiry', async () => {
    const created = await line(ctx, seller);
    ctx.clock.set(new Date(created.exp_date_timestamp * 1000).toISOString());
    expect(await refusal(migrateIptvToP2p, created.id, product)).toEqual([
      422,
      'migration_expired',
    ]);
    ctx.clock.set(new Date(created.exp_date_timestamp * 1000 - 1000).toISOString());
    expect((await act(migrateIptvToP2p, created.id, product)).status).toBe(200);
  });

  it('refuses a line that is blocked for abuse', async () => {
    const { id } = await line(ctx, seller);
    await ctx.owner.query('update lines set blocked_for_abuse_at = now() where id = $1', [id]);
    expect(await refusal(migrateIptvToP2p, id, product)).toEqual([422, 'migration_blocked']);
  });

  it.each([
    ['p2p', migrateIptvToP2p],
    ['n_p2p', migrateIptvToNewP2p],
  ] as const)(
    'where the target is switched off (%s); not to admins, and not by the source',
    async (flag, move) => {
      const [{ id }, another] = [await line(ctx, seller), await line(ctx, seller)];
      await off(flag);
      expect(await refusal(move, id, product)).toEqual([403, 'platform_off']);
      expect((await act(move, another.id, product, admin)).status).toBe(200);
      await ctx.owner.query('update flags set is_on = true');
      await off('iptv');
      expect((await act(move, id, product)).status).toBe(200);
      expect(await refusalOf(another.id)).toEqual([403, 'platform_off']);
    },
  );
  const refusalOf = async (id: number) => {
    const move = (await stored(id)).platform === 'p2p' ? migrateP2pToIptv : migrateNewP2pToIptv;
    const { status, body } = await act(move, id, { package: 1 });
    return [status, body.code];
  };

  it('refuses a test if the target has tests off but accepts an official line', async () => {
    const trial = await p2pLine(ctx, seller, p2pLines, test);
    const official = await p2pLine(ctx, seller);
    await off('test_iptv');
    expect(await refusal(migrateP2pToIptv, trial.id, { package: 1 })).toEqual([403, 'tests_off']);
    expect((await act(migrateP2pToIptv, official.id, { package: 1 })).status).toBe(200);
  });

  it('applies the platform limits of all ancestors but not the number of lines', async () => {
    const [{ id }, another] = [await line(ctx, seller), await line(ctx, seller)];
    const limit = (actor: Person, on: Person, body: Record<string, unknown>) =>
      call(ctx, setLimits, { params: { id: on.id }, body }, { token: actor.token });
    await limit(admin, parent, { platforms: ['iptv', 'new-p2p'] });
    expect(await refusal(migrateIptvToP2p, id, product)).toEqual([403, 'limit_platform']);
    await limit(admin, parent, { platforms: null, lines: 0, trials_a_day: 0, credits_a_day: 0 });
    expect((await act(migrateIptvToP2p, id, product)).status).toBe(200);
    expect((await act(migrateIptvToP2p, another.id, product, parent)).status).toBe(200);
  });

  it('requires the migration grant for new P2P even of an admin', async () => {
    const plain = await person(ctx, { parent, balance: 1000, grants: ['lines.new-p2p'] });
    const { id } = await line(ctx, plain);
    expect(await refusal(migrateIptvToNewP2p, id, product, plain)).toEqual([403, 'forbidden']);
    const office = await person(ctx, { profile: 'admin' });
    expect(await refusal(migrateIptvToNewP2p, id, product, office)).toEqual([403, 'forbidden']);
    expect((await act(migrateIptvToNewP2p, id, product, parent)).status).toBe(200);
  });

  it('refuses a line that is on another platform or deleted', async () => {
    const { id } = await line(ctx, seller);
    expect(await refusal(migrateP2pToIptv, id, { package: 1 })).toEqual([404, 'line_not_found']);
    await ctx.owner.query('update lines set deleted_at = now() where id = $1', [id]);
    expect(await refusal(migrateIptvToP2p, id, product)).toEqual([404, 'line_not_found']);
  });
});

describe('simultaneous requests', () => {
  async function synchronized<T>(id: number, acts: readonly (() => Promise<T>)[]): Promise<T[]> {
    const holder = await ctx.owner.connect();
    await holder.query('begin');
    await holder.query('select from lines where id = $1 for update', [id]);
    const acting = acts.map((startAct) => startAct());
    const waiting = async () =>
      (
        await ctx.owner.query(
          `select count(*)::int from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
        )
      ).rows[0].count as number;
    while ((await waiting()) < acts.length) await new Promise((resolve) => setTimeout(resolve, 10));
    await holder.query('commit');
    holder.release();
    return Promise.all(acting);
  }

  it('lets one of two simultaneous migrations of a line succeed', async () => {
    const { id } = await line(ctx, seller);
    const moves = [migrateIptvToP2p, migrateIptvToNewP2p, migrateIptvToP2p, migrateIptvToNewP2p];
    const replies = await synchronized(
      id,
      moves.map((move) => async () => act<Act>(move, id, product)),
    );
    for (const [status, times] of [
      [200, 1],
      [404, 3],
    ])
      expect(replies.filter((reply) => reply.status === status)).toHaveLength(times!);
    expect(await result(id)).toHaveLength(1);
  });

  it('refuses an edit that waited while the line left its platform', async () => {
    const { id } = await line(ctx, seller);
    const replies = await synchronized(id, [
      async () => act<Act>(migrateIptvToP2p, id, product),
      async () => act<Act>(editIptvLine, id, { package: 2, nota: 'Outra' }),
    ]);
    const now = await stored(id);
    const editedFirst = replies[1]!.status === 200;
    expect([now.platform, now.package_id, now.product_id]).toEqual(['p2p', null, 2]);
    expect(now.note).toBe(editedFirst ? 'Outra' : 'Cliente');
  });

  it('counts a migrated test once in the tests of the day', async () => {
    const limited = await person(ctx, { parent, balance: 1000 });
    await ctx.owner.query(
      `insert into account_limits (account_id, name, set_by, amount, set_at) values ($1, 'trials_a_day', $2, 2, now())`,
      [limited.id, parent.id],
    );
    const created = await line(ctx, limited, test);
    expect((await act(migrateIptvToP2p, created.id, product, limited)).status).toBe(200);
    const more = () =>
      call(
        ctx,
        createIptvLine,
        { body: { ...test, nota: 'Cliente', package: 1 } },
        { token: limited.token },
      );
    expect([(await more()).status, (await more()).status]).toEqual([200, 429]);
  });
});
