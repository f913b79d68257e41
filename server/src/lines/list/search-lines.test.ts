import { listAllIptvLines, listIptvLines } from '@ramal/contract/lines/iptv-lines';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestContext, call, createTestContext } from '../../../test/context.ts';
import { type Person, line, person } from '../../../test/accounts.ts';
import { alignTimeZone } from '../align-time-zone.ts';

let ctx: TestContext;
let seller: Person;
let other: Person;
let password: string;
beforeAll(async () => {
  ctx = await createTestContext();
  seller = await person(ctx, { balance: 10_000 });
  other = await person(ctx, { balance: 10_000 });
  const maria = await line(ctx, seller, {
    username: '910001',
    nota: 'Maria Conceição — Ática',
    whatsapp: '5511987654321',
  });
  const joao = await line(ctx, seller, { username: '920002', nota: 'João 100% pago' });
  await line(ctx, seller, { username: '930003', nota: String.raw`sala_2 C:\tv` });
  await line(ctx, seller, { username: '940004', nota: 'sala 22' });
  await line(ctx, other, { username: '950005', nota: 'Maria de outra revenda' });
  password = maria.password;
  await ctx.owner.query(`update lines set expires_at = '2027-01-06T02:30:00Z' where id = $1`, [
    joao.id,
  ]);
  const watch = (username: string, title: string, seenAt: Date) =>
    ctx.owner.query(
      `insert into presence (session_id, line_id, owner_id, stream_id, title, encoding, started_at, last_seen_at)
       select gen_random_uuid(), id, owner_id, 1, $2, 'hls', $3, $3 from lines where username = $1`,
      [username, title, seenAt],
    );
  await watch('940004', 'Filme: Coração Valente', ctx.clock.now());
  await watch('930003', 'Filme: Coração Gelado', new Date(ctx.clock.now().getTime() - 60_000));
});
afterAll(() => ctx.close());

const namesMatching = async (search: string) => {
  const { body } = await call(
    ctx,
    listIptvLines,
    { query: { search, sort: 'username' } },
    { token: seller.token },
  );
  expect(body.total).toBe(body.data.length);
  return body.data.map(({ username }) => username);
};

describe('search in lines', () => {
  it.each([
    ['finds a part of the user name', '1000', ['910001']],
    ['finds the note', 'conceição', ['910001']],
    ['finds the WhatsApp number', '98765', ['910001']],
    ['finds a WhatsApp number with parentheses', '(11) 98765-43', ['910001']],
    ['finds a WhatsApp number with the country code', '+55 11 98765-4321', ['910001']],
    ['finds several words in any order', '910001 conceição maria', ['910001']],
    ['does not find a number by a text that looks like a date', '98/76', []],
    ['does not find a line without one of the words', 'maria pago', []],
    ['finds the expiry date', '05/01/2027', ['920002']],
    ['finds the expiry with its time in the panel’s time zone', '05/01/2027 23:30', ['920002']],
    ['finds a day without a year', '05/01', ['920002']],
    ['finds a day with a two-digit year', '5/1/27', ['920002']],
    ['does not find the day in another year', '05/01/2028', []],
    ['finds a month', '01/2027', ['920002']],
    ['finds a year', '2027', ['920002']],
    ['finds a year and a name in any order', '2027 joão', ['920002']],
    ['finds a time with its day', '23:30 05/01/2027', ['920002']],
    ['does not find another time of the day', '05/01/2027 23:31', []],
    ['finds nothing by an invalid day', '31/02', []],
    ['finds nothing by an invalid month', '13/2027', []],
    ['finds the title that is being watched', 'valente', ['940004']],
    ['does not find a title that ended a minute ago', 'gelado', []],
    ['finds nothing by an unknown text', 'xyzw', []],
  ])('%s', async (_, search, names) => {
    expect(await namesMatching(search)).toEqual(names);
  });

  it('finds a line by its password', async () => {
    expect(await namesMatching(password)).toEqual(['910001']);
    expect(await namesMatching(password.toUpperCase())).toEqual(['910001']);
  });

  it('finds a line by the id of its reseller', async () => {
    const admin = await person(ctx, { profile: 'admin' });
    const { body } = await call(
      ctx,
      listAllIptvLines,
      { query: { search: String(other.id) } },
      { token: admin.token },
    );
    expect(body.data.map(({ username }) => username)).toContain('950005');
    // In a list of one owner, the search ignores the owner's id.
    expect((await namesMatching(String(seller.id))).length).toBeLessThan(4);
  });
});

it.each([' ', ''])('%j searches nothing', async (search) => {
  expect(await namesMatching(search)).toHaveLength(4);
});

it('lists a line once even if several fields match', async () => {
  await ctx.owner.query(`update lines set note = 'sala 22, coração' where username = '940004'`);
  expect(await namesMatching('coração')).toEqual(['940004']);
});

describe('ignores case and accents, both ways', () => {
  it.each(['MARIA', 'maria', 'María', 'CONCEICAO', 'concêiçao', 'ATICA', 'ática'])(
    '%s',
    async (search) => {
      expect(await namesMatching(search)).toEqual(['910001']);
    },
  );

  it('ignores case and accents in titles too', async () => {
    expect(await namesMatching('CORACAO')).toEqual(['940004']);
  });
});

describe('search for special characters', () => {
  it.each([
    ['100%', ['920002']],
    ['%', ['920002']],
    ['a_2', ['930003']],
    ['_', ['930003']],
    ['sala_2', ['930003']],
    [String.raw`c:\tv`, ['930003']],
    ['\\', ['930003']],
    [`'`, []],
    [`' or '1'='1`, []],
    ['; drop table lines', []],
    ['—', ['910001']],
  ])('treats %s as literal text', async (search, names) => {
    expect(await namesMatching(search)).toEqual(names);
  });

  it('ignores white space around the search text', async () => {
    expect(await namesMatching('  maria ')).toEqual(['910001']);
  });
});

it('finds the changed texts after an edit', async () => {
  await ctx.owner.query(`update lines set note = 'Verônica' where username = '910001'`);
  expect(await namesMatching('maria')).toEqual([]);
  expect(await namesMatching('veronica')).toEqual(['910001']);
});

it('refuses a search text longer than its field', async () => {
  const reply = await call(
    ctx,
    listIptvLines,
    { query: { search: 'a'.repeat(101) } },
    { token: seller.token },
  );
  expect([reply.status, reply.body.fields]).toEqual([
    422,
    { search: 'O campo Busca não esta no formato correto.' },
  ]);
});

it('finds expiry texts in the new time zone after the operator changed it', async () => {
  await alignTimeZone(String(ctx.owner.options.connectionString), 'Europe/Lisbon');
  expect(await namesMatching('06/01/2027 02:30')).toEqual(['920002']);
  expect(await namesMatching('05/01/2027 23:30')).toEqual([]);
});

it('finds the same lines in every order and with every other filter', async () => {
  for (const sort of ['exp_date', 'username', 'created_at', 'password', 'nota', 'status'] as const)
    for (const more of [{}, { online: 0 }, { expired: 0 }, { expiring: 0 }] as const) {
      const { body } = await call(
        ctx,
        listIptvLines,
        { query: { search: 'sala', sort, ...more } },
        { token: seller.token },
      );
      const names = body.data.map(({ username }) => username).toSorted();
      expect({ sort, more, names }).toEqual({
        sort,
        more,
        names: 'online' in more ? ['930003'] : ['930003', '940004'],
      });
    }
});

it('stores the longest texts that a line may have', async () => {
  // Uses letters of three bytes that cannot be compressed, because an index entry may have at most
  // 2,704 bytes.
  const letters = (count: number) =>
    Array.from({ length: count }, (_, n) => String.fromCodePoint(0x4e_00 + ((n * 7919) % 20_000)));
  const { id } = await line(ctx, other, { username: '960006' });
  await ctx.owner.query(`update lines set note = $2, username = $3, password = $4 where id = $1`, [
    id,
    letters(255).join(''),
    letters(100).join(''),
    letters(200).join(''),
  ]);
  const { body } = await call(
    ctx,
    listIptvLines,
    { query: { search: letters(255).slice(100, 110).join('') } },
    { token: other.token },
  );
  expect(body.data.map((line) => line.id)).toEqual([id]);
});
