/**
 * Tests exempt hosts: admins manage them, and each of their customers is imported for free once.
 */
import { createHash } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import {
  deleteExemptionHost,
  listExemptionHosts,
  migrateIptvList,
  saveExemptionHost,
  verifyIptvList,
} from '@ramal/contract/lines/list-migrators';
import { deleteIptvLine, editIptvLine } from '@ramal/contract/lines/iptv-lines';
import { getLineHistory } from '@ramal/contract/lines/lines';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type TestContext, call, createTestContext } from '../../../test/context.ts';
import { type Person, readAccountBalance, person } from '../../../test/accounts.ts';

let ctx: TestContext;
let admin: Person;
let seller: Person;
beforeAll(async () => {
  ctx = await createTestContext();
  admin = await person(ctx, { profile: 'admin' });
  seller = await person(ctx, { parent: admin, balance: 100_000 });
});
beforeEach(() => ctx.owner.query('delete from exemption_hosts'));
afterAll(() => ctx.close());

const save = (url: string, days: unknown = 30, actor = admin) =>
  call(ctx, saveExemptionHost, { body: { url, limit_days: days } }, { token: actor.token });
const remove = (id: number, actor = admin) =>
  call(ctx, deleteExemptionHost, { params: { id } }, { token: actor.token });
const page = async (query: Record<string, unknown> = {}) =>
  (await call(ctx, listExemptionHosts, { query }, { token: admin.token })).body;
const listed = async () => (await page()).data;

const bounds = { customersLimit: 50, endsOn: '2027-02-19' };

const IN_10_DAYS = '2026-12-01';
const IN_30_DAYS = '2026-12-21';
const IN_45_DAYS = '2027-01-05';

let index = 60_000;
const customer = () => String((index += 1));
const at = (host: string, username = customer()) =>
  `http://${host}/get.php?username=${username}&password=senha-1`;
const bring = (url: string, day = IN_10_DAYS, more: Record<string, unknown> = {}) =>
  call(
    ctx,
    migrateIptvList,
    { body: { url, package: 1, user: { exp_date: day }, ...more } },
    { token: seller.token },
  );
const verify = async (url: string, day = IN_10_DAYS) =>
  (await call(ctx, verifyIptvList, { body: { url, exp_date: day } }, { token: seller.token })).body;

describe('the hosts an admin keeps', () => {
  it('lists exempt hosts with their days and imported customers', async () => {
    const saved = await save('HTTP://Antigo.Exemplo:8080/get.php?username=1&password=2', 15);
    expect(saved.body).toEqual({
      id: expect.any(Number),
      url: 'antigo.exemplo',
      limit_days: 15,
      customers_limit: 50,
      // Ninety days after the current date of the tests.
      ends_on: '2027-02-19',
      ended: false,
      lines: 0,
      message: 'DNS salvo com sucesso!',
    });
    await save('outro.exemplo.', '7');
    await bring(at('antigo.exemplo'));
    expect(await listed()).toMatchObject([
      { url: 'antigo.exemplo', limit_days: 15, lines: 1 },
      { url: 'outro.exemplo', limit_days: 7, lines: 0 },
    ]);
  });

  it('returns exempt hosts by page with search and order', async () => {
    for (let n = 1; n <= 12; n += 1)
      await save(`host-${String(n).padStart(2, '0')}.exemplo`, n <= 6 ? 40 - n : n);
    const urls = async (query: Record<string, unknown>) => {
      const { data, ...paging } = await page(query);
      return { ...paging, urls: data.map(({ url }) => url.slice(5, 7)).join() };
    };
    expect(await urls({})).toEqual({
      urls: '01,02,03,04,05,06,07,08,09,10',
      total: 12,
      total_exact: true,
      current_page: 1,
      per_page: 10,
      last_page: 2,
    });
    expect(await urls({ page: 2 })).toMatchObject({ urls: '11,12' });
    expect(await urls({ page: 3 })).toMatchObject({ urls: '' });
    expect(await urls({ search: 'HOST-1' })).toMatchObject({ urls: '10,11,12', total: 3 });
    expect(await urls({ search: '%' })).toMatchObject({ total: 0 });
    expect((await urls({ sort: 'limit_days', dir: 'desc' })).urls).toMatch(/^01,02,03,04,05,06,12/);
    expect((await urls({ sort: 'lines', dir: 'desc' })).urls).toMatch(/^12,11,10/);
  });

  it('stores each host once and replaces its days when saved again', async () => {
    const first = await save('um.exemplo', 10);
    const second = await save('https://UM.exemplo/', 20);
    expect(second.body).toMatchObject({ id: first.body.id, limit_days: 20 });
    expect(await listed()).toHaveLength(1);
    await expect(
      ctx.owner.query(`insert into exemption_hosts (host, limit_days) values ('um.exemplo', 1)`),
    ).rejects.toThrow('exemption_hosts_key');
    await expect(
      ctx.owner.query(`insert into exemption_hosts (host, limit_days) values ('Um.exemplo', 1)`),
    ).rejects.toThrow('check constraint');
  });

  it.each(['http://', 'ftp://a.exemplo', 'dois nomes', 'a.exemplo:99999', '/caminho', '.', '[::1'])(
    '«%s» is none',
    async (url) => {
      expect((await save(url)).body).toMatchObject({
        code: 'invalid_fields',
        fields: { url: 'Informe o endereço do servidor de origem, como painel.exemplo.com' },
      });
    },
  );

  it.each([0, -1, 367, 1.5, 'dez', undefined])('%s days are refused', async (days) => {
    const sent = {
      body: { url: 'a.exemplo', ...(days === undefined ? {} : { limit_days: days }) },
    };
    const { body } = await call(ctx, saveExemptionHost, sent, { token: admin.token });
    expect(body.fields).toHaveProperty('limit_days');
    expect(await listed()).toEqual([]);
  });

  it('deletes an exempt host once', async () => {
    const { body } = await save('sai.exemplo');
    expect((await remove(body.id)).body).toEqual({
      id: body.id,
      message: 'DNS deletado com sucesso!',
    });
    expect((await remove(body.id)).body.code).toBe('exemption_not_found');
    expect((await verify(at('sai.exemplo'))).exempt).toBe(false);
  });

  it('allows only admins to manage exempt hosts', async () => {
    const { body } = await save('meu.exemplo');
    for (const reply of [
      await save('meu.exemplo', 366, seller),
      await remove(body.id, seller),
      await call(ctx, listExemptionHosts, { query: {} }, { token: seller.token }),
    ]) {
      expect(reply.status).toBe(403);
    }
    expect(await listed()).toMatchObject([{ limit_days: 30 }]);
  });

  it('records the authors of changes in the log', async () => {
    await save('log.exemplo', 5);
    const { body } = await save('log.exemplo', 6);
    await remove(body.id);
    const { rows } = await ctx.owner.query(
      `select kind, actor_id::int, before, after from events where kind like 'exemption-%' order by id desc limit 3`,
    );
    expect(rows.toReversed()).toEqual([
      {
        kind: 'exemption-saved',
        actor_id: admin.id,
        before: null,
        after: { host: 'log.exemplo', limitDays: 5, ...bounds },
      },
      {
        kind: 'exemption-saved',
        actor_id: admin.id,
        before: { host: 'log.exemplo', limitDays: 5, ...bounds },
        after: { host: 'log.exemplo', limitDays: 6, ...bounds },
      },
      {
        kind: 'exemption-deleted',
        actor_id: admin.id,
        before: { host: 'log.exemplo', limitDays: 6, ...bounds },
        after: null,
      },
    ]);
  });
});

describe('a customer of an exempt host', () => {
  it('treats a name with surrounding spaces as the same customer', async () => {
    await save('antigo.exemplo');
    const name = customer();
    expect((await bring(at('antigo.exemplo', name))).body).toMatchObject({ charged: 0 });
    for (const written of [`%20${name}`, `${name}%0A`, `%EF%BB%BF${name}`, `%C2%A0${name}+`])
      expect((await bring(at('antigo.exemplo', written))).body.code).toBe('imported_name_taken');
  });

  it('imports a customer for free within the exempt days and shows this in the form', async () => {
    await save('livre.exemplo', 30);
    const before = await readAccountBalance(ctx, seller.id);
    const url = at('livre.exemplo:2095');
    expect(await verify(url, IN_30_DAYS)).toMatchObject({
      exempt: true,
      limit_days: 30,
      credits: 0,
      used: false,
    });
    const { body } = await bring(url, IN_30_DAYS, { credits: 0 });
    expect(body).toMatchObject({ charged: 0, balance: before / 100 });
    const { rows } = await ctx.owner.query('select from entries where line_id = $1', [body.id]);
    expect(rows).toEqual([]);
    const history = await call(
      ctx,
      getLineHistory,
      { params: { id: body.id } },
      { token: seller.token },
    );
    expect(history.body.data[0]!.details).toContain('Isenta de créditos por 30 dias');
  });

  it.each([
    ['1 day', '2026-12-22', 0.6],
    ['15 days', IN_45_DAYS, 0.6],
    ['16 days', '2027-01-06', 1],
  ])('charges the days beyond the exemption: %s', async (_, day, credits) => {
    await save('livre.exemplo', 30);
    const url = at('livre.exemplo');
    expect(await verify(url, day)).toMatchObject({ exempt: true, credits });
    expect((await bring(url, day)).body.charged).toBe(credits);
  });

  it.each([
    'sub.livre.exemplo',
    'livre.exemplo.br',
    'xlivre.exemplo',
    'livre.exemplo@outro.exemplo',
  ])('%s is another host', async (host) => {
    await save('livre.exemplo', 30);
    expect((await verify(at(host))).exempt).toBe(false);
    expect((await bring(at(host))).body.charged).toBe(0.6);
  });

  it('finds the exempt host in any spelling', async () => {
    await save('livre.exemplo', 30);
    for (const host of [
      'LIVRE.exemplo',
      'livre.exemplo:443',
      'livre.exemplo.',
      'a:b@livre.exemplo',
    ])
      expect((await bring(at(host))).body.charged).toBe(0);
  });
});

async function waitingForALock(): Promise<void> {
  const waiting = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
  while ((await ctx.owner.query(waiting)).rowCount === 0) await setTimeout(5);
}

describe('free import once per customer', () => {
  beforeEach(() => save('vez.exemplo', 30));

  /** Renames the customer's line, so that its user name is free again. */
  async function letGo(id: number): Promise<void> {
    const { status } = await call(
      ctx,
      editIptvLine,
      { params: { id }, body: { username: customer() } },
      { token: seller.token },
    );
    expect(status).toBe(200);
  }

  it('charges the second import of a customer from the same host and shows the reason in the form', async () => {
    const url = at('vez.exemplo');
    const { body } = await bring(url);
    await letGo(body.id);
    expect(await verify(url)).toMatchObject({
      exempt: false,
      limit_days: 0,
      credits: 0.6,
      used: true,
    });
    expect((await bring(url, IN_10_DAYS, { credits: 0 })).body.code).toBe('cost_changed');
    expect((await bring(url)).body.charged).toBe(0.6);
  });

  it('charges a second import by any account even after the line or host was deleted', async () => {
    const url = at('vez.exemplo');
    const { body } = await bring(url);
    await letGo(body.id);
    await call(ctx, deleteIptvLine, { params: { id: body.id }, body: {} }, { token: seller.token });
    await remove((await listed())[0]!.id);
    await save('vez.exemplo', 60);
    const other = await person(ctx, { balance: 1000 });
    const again = await call(
      ctx,
      migrateIptvList,
      { body: { url, package: 1, user: { exp_date: IN_10_DAYS } } },
      { token: other.token },
    );
    expect(again.body.charged).toBe(0.6);
  });

  it('imports a customer for free who paid before or came from another host', async () => {
    const name = customer();
    const paid = await bring(at('pago.exemplo', name));
    expect(paid.body.charged).toBe(0.6);
    await letGo(paid.body.id);
    expect((await bring(at('vez.exemplo', name))).body.charged).toBe(0);
  });

  it('keeps the exemption available after a refused migration', async () => {
    const url = at('vez.exemplo');
    expect((await bring(url, '2026-01-01')).body.code).toBe('due_date_wrong');
    expect((await bring(url, IN_10_DAYS, { package: 999 })).body.code).toBe('package_unknown');
    expect((await bring(url)).body.charged).toBe(0);
  });

  it('refuses the second of two simultaneous imports by a constraint and stores nothing of it', async () => {
    const { body: any } = await bring(at('outro.exemplo'));
    const name = customer();
    const digest = createHash('sha256').update(`vez.exemplo\n${name}`).digest();
    const before = await readAccountBalance(ctx, seller.id);
    const first = await ctx.owner.connect();
    await first.query('begin');
    await first.query('insert into exempt_customers values ($1, $2, $3)', [
      'vez.exemplo',
      digest,
      any.id,
    ]);
    // The second import reads that the customer was not imported yet. Then it waits for the lock of
    // the first import.
    const second = bring(at('vez.exemplo', name));
    await waitingForALock();
    await first.query('commit');
    first.release();
    expect((await second).body).toMatchObject({ code: 'exemption_used' });
    const { rows } = await ctx.owner.query('select from lines where username = $1', [name]);
    expect([rows, await readAccountBalance(ctx, seller.id)]).toEqual([[], before]);
  });

  it('does not allow the application to delete the record of a free import', async () => {
    await bring(at('vez.exemplo'));
    await expect(ctx.db.pool.query('delete from exempt_customers')).rejects.toThrow('permission');
    await expect(ctx.db.pool.query(`update exempt_customers set host = 'x'`)).rejects.toThrow(
      'permission',
    );
  });
});

describe('the bounds of an exemption', () => {
  const bound = (more: object) =>
    call(
      ctx,
      saveExemptionHost,
      { body: { url: 'limite.exemplo', limit_days: 30, ...more } },
      { token: admin.token },
    );
  const importAs = (who: Person, name = customer()) =>
    call(
      ctx,
      migrateIptvList,
      {
        body: {
          url: at('limite.exemplo', name),
          package: 1,
          user: { exp_date: IN_10_DAYS },
        },
      },
      { token: who.token },
    );
  const charges = (replies: readonly { body: { charged?: number } }[]) =>
    replies.map(({ body }) => body.charged);
  const aSeller = () => person(ctx, { parent: admin, balance: 100_000 });

  it('limits the free customers of each reseller and shows the limit in the form', async () => {
    await bound({ customers_limit: 2 });
    const [firstSeller, other] = [await aSeller(), await aSeller()];
    expect(
      charges([
        await importAs(firstSeller),
        await importAs(firstSeller),
        await importAs(firstSeller),
      ]),
    ).toEqual([0, 0, 0.6]);
    expect((await importAs(other)).body.charged).toBe(0);
    const { body } = await call(
      ctx,
      verifyIptvList,
      { body: { url: at('limite.exemplo'), exp_date: IN_10_DAYS } },
      { token: firstSeller.token },
    );
    expect(body).toMatchObject({ exempt: false, used: false, limit_reached: true, credits: 0.6 });
    // A higher limit applies at once.
    await bound({ customers_limit: 3 });
    expect(charges([await importAs(firstSeller), await importAs(firstSeller)])).toEqual([0, 0.6]);
  });

  it('never exceeds the limit of free customers in simultaneous imports', async () => {
    await bound({ customers_limit: 4 });
    const seller = await aSeller();
    const all = await Promise.all(Array.from({ length: 16 }, () => importAs(seller)));
    expect(all.map(({ status }) => status)).toEqual(all.map(() => 200));
    expect(charges(all).filter((credits) => credits === 0)).toHaveLength(4);
    expect(await readAccountBalance(ctx, seller.id)).toBe(100_000 - 12 * 60);
  });

  it('counts a free customer even after its line moved to another account', async () => {
    await bound({ customers_limit: 1 });
    const [firstSeller, other] = [await aSeller(), await aSeller()];
    const { body } = await importAs(firstSeller);
    await ctx.owner.query('update lines set owner_id = $1 where id = $2', [other.id, body.id]);
    expect((await importAs(firstSeller)).body.charged).toBe(0.6);
    expect((await importAs(other)).body.charged).toBe(0);
  });

  it('applies the exemption up to and including its last day', async () => {
    const today = '2026-11-21';
    const { body } = await bound({ ends_on: today });
    expect(body).toMatchObject({ ends_on: today, ended: false, customers_limit: 50 });
    const seller = await aSeller();
    expect((await importAs(seller)).body.charged).toBe(0);
    await ctx.owner.query(`update exemption_hosts set ends_on = '2026-11-20'`);
    expect((await importAs(seller)).body.charged).toBe(0.6);
    expect(await listed()).toMatchObject([{ ends_on: '2026-11-20', ended: true }]);
    expect((await bound({ ends_on: '2026-11-20' })).body.fields).toEqual({
      ends_on: 'Escolha um dia de hoje em diante.',
    });
  });

  it('keeps the limits of a host if the client sends only the days', async () => {
    await bound({ customers_limit: 7, ends_on: '2027-01-15' });
    expect((await bound({ limit_days: 20 })).body).toMatchObject({
      limit_days: 20,
      customers_limit: 7,
      ends_on: '2027-01-15',
    });
  });

  it.each([0, 10_001, 'muitos'])('«%s» customers are refused', async (customers_limit) => {
    expect((await bound({ customers_limit })).body.fields).toHaveProperty('customers_limit');
  });
});
