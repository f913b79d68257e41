/**
 * Tests customers imported from other lists: kept fields, price and refusals. No request is sent to
 * the list's host.
 */
import { randomUUID } from 'node:crypto';
import { createServer } from 'node:net';
import { listMovements } from '@ramal/contract/resellers/credits';
import { editIptvLine, getIptvLinks } from '@ramal/contract/lines/iptv-lines';
import { getLineHistory } from '@ramal/contract/lines/lines';
import {
  migrateIptvList,
  migrateP2pList,
  verifyIptvList,
} from '@ramal/contract/lines/list-migrators';
import { readListLink } from '@ramal/contract/rules/list-link';
import { setLimits } from '@ramal/contract/resellers/limits';
import { p2pLines } from '@ramal/contract/lines/p2p-lines';
import { getDashboard } from '@ramal/contract/dashboard';
import { getLog } from '@ramal/contract/logs';
import { getReports } from '@ramal/contract/reports';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { TODAY, type TestContext, call, createTestContext } from '../../../test/context.ts';
import { moveEvents } from '../../../test/events.ts';
import { type Person, readAccountBalance, line, person } from '../../../test/accounts.ts';
import { countLineMonths } from '../../reports/reports.ts';

let ctx: TestContext;
let admin: Person;
let seller: Person;
beforeAll(async () => {
  ctx = await createTestContext();
  admin = await person(ctx, { profile: 'admin' });
});
beforeEach(async () => {
  ctx.clock.set(TODAY);
  await ctx.owner.query('update flags set is_on = true');
  seller = await person(ctx, { parent: admin, balance: 10_000, until: '2026-11-30T00:00:00Z' });
});
afterAll(() => ctx.close());

/** The current date is 21/11/2026 in São Paulo. */
const IN_15_DAYS = '2026-12-06';
const IN_16_DAYS = '2026-12-07';
const IN_30_DAYS = '2026-12-21';
const IN_31_DAYS = '2026-12-22';

let index = 40_000;
const newName = () => String((index += 1));
const address = (username: string, password = 'aB3-kk', host = 'lista.exemplo:8080') =>
  `http://${host}/get.php?username=${encodeURIComponent(username)}&password=${encodeURIComponent(password)}&type=m3u_plus`;

interface Input {
  readonly url?: string;
  readonly day?: string;
  readonly more?: Record<string, unknown>;
  readonly by?: Person;
  readonly key?: string;
}
const bring = ({
  url = address(newName()),
  day = IN_30_DAYS,
  more,
  by: actor = seller,
  key,
}: Input = {}) =>
  call(
    ctx,
    migrateIptvList,
    { body: { url, package: 1, user: { exp_date: day }, ...more } },
    { token: actor.token, ...(key ? { key } : {}) },
  );
const importP2p = (more: Record<string, unknown> = {}, actor: Person = seller) =>
  call(
    ctx,
    migrateP2pList,
    {
      body: {
        name: `p2p.${newName()}`,
        pass: 'segredo-1',
        productid: 1,
        endTime: IN_30_DAYS,
        ...more,
      },
    },
    { token: actor.token },
  );
const verify = (url: string, day?: string) =>
  call(
    ctx,
    verifyIptvList,
    { body: { url, ...(day ? { exp_date: day } : {}) } },
    { token: seller.token },
  );

const written = async () => {
  const { rows } = await ctx.owner.query(
    `select (select count(*)::int from lines) as lines, (select count(*)::int from entries) as entries,
      (select count(*)::int from events) as events, (select sum(balance)::int from wallets) as balances`,
  );
  return rows[0];
};
type Refusal = { code?: string | undefined; message?: string; fields?: Record<string, string> };
async function refused(ask: () => Promise<{ status: number; body: Refusal }>): Promise<Refusal> {
  const before = await written();
  const { body } = await ask();
  expect(await written()).toEqual(before);
  return body;
}

describe('data of an imported customer', () => {
  it('keeps user name and password and expires at 23:59 and charges the importing account', async () => {
    const { body } = await bring({
      url: address('0457', 'Senha_1'),
      more: { nota: 'Da lista antiga' },
    });
    expect(body).toMatchObject({
      username: '0457',
      password: 'Senha_1',
      exp_date_formatted: '21/12/2026 23:59',
      is_trial: false,
      charged: 1,
      balance: 99,
      nota: 'Da lista antiga',
      package_name: 'Completo',
    });
    expect(body.M3U8).toContain('username=0457&password=Senha_1');
    const { rows } = await ctx.owner.query(
      `select l.owner_id::int, l.platform, e.amount::int, e.reason, t.kind as to from lines l
       join entries e on e.line_id = l.id join wallets t on t.id = e.to_wallet where l.id = $1`,
      [body.id],
    );
    expect(rows).toEqual([
      {
        owner_id: seller.id,
        platform: 'iptv',
        amount: 100,
        reason: 'line-imported',
        to: 'consumption',
      },
    ]);
    const again = await call(
      ctx,
      getIptvLinks,
      { params: { id: body.id }, body: {} },
      { token: seller.token },
    );
    expect([again.status, again.body.password]).toEqual([200, 'Senha_1']);
  });

  it('keeps letters in the user name on P2P too', async () => {
    const { body } = await importP2p({ name: 'maria.souza', endTime: IN_15_DAYS });
    expect(body).toMatchObject({
      name: 'maria.souza',
      pass: 'segredo-1',
      exp_date_formatted: '06/12/2026 23:59',
      product_name: 'PLANO COMPLETO',
      charged: 0.6,
    });
    const other = await importP2p({ productid: undefined, product_id: 2 });
    expect(other.body.product_name).toBe('PLANO COMPLETO SEM ADULTOS');
  });

  it('records the import in the history without a password', async () => {
    const { body } = await bring({ url: address('778899', 'so-dele-1') });
    const history = await call(
      ctx,
      getLineHistory,
      { params: { id: body.id } },
      { token: seller.token },
    );
    expect(history.body.data).toMatchObject([
      { title: 'Linha migrada de outro servidor', charged: 1, actor: seller.username },
    ]);
    expect(history.body.data[0]!.details).toContain('Lista de origem: lista.exemplo');
    const { rows } = await ctx.owner.query('select after from events where line_id = $1', [
      body.id,
    ]);
    expect(JSON.stringify(rows)).not.toContain('so-dele-1');
  });

  it('prefers the note at the top level to the one inside user (Q-MIGNOTE)', async () => {
    const user = { exp_date: IN_30_DAYS, nota: 'de dentro' };
    expect((await bring({ more: { user, nota: 'de cima' } })).body.nota).toBe('de cima');
    expect((await bring({ more: { user } })).body.nota).toBe('de dentro');
    expect((await bring({ more: { user: { ...user, nota: '' } } })).body.nota).toBe('');
  });

  it('uses the name in the URL whatever the field user contains', async () => {
    const user = { exp_date: IN_30_DAYS, username: '99999999', password: 'outra-senha' };
    const { body } = await bring({ url: address('31337000', 'daqui-1'), more: { user } });
    expect(body).toMatchObject({ username: '31337000', password: 'daqui-1' });
  });
});

describe('cost of an import', () => {
  it.each([
    ['0 days', '2026-11-21', 0.6],
    ['15 days', IN_15_DAYS, 0.6],
    ['16 days', IN_16_DAYS, 1],
    ['30 days', IN_30_DAYS, 1],
    ['31 days', IN_31_DAYS, 2],
    ['a year and a day', '2027-11-22', 13],
  ])('charges for a due date in %s', async (_, day, credits) => {
    expect((await verify(address('1234'), day)).body).toMatchObject({
      exempt: false,
      limit_days: 0,
      credits,
    });
    expect((await bring({ day })).body).toMatchObject({ charged: credits, balance: 100 - credits });
    expect((await importP2p({ endTime: day })).body.charged).toBe(credits);
    expect(await readAccountBalance(ctx, seller.id)).toBe(10_000 - 2 * Math.round(credits * 100));
  });

  it('counts days in the panel’s time zone where it is still yesterday', async () => {
    // 01:30 UTC on the 22nd is 22:30 on the 21st in São Paulo.
    ctx.clock.set('2026-11-22T01:30:00Z');
    expect((await bring({ day: IN_15_DAYS })).body).toMatchObject({
      charged: 0.6,
      exp_date_formatted: '06/12/2026 23:59',
    });
  });

  it('returns no price without a date', async () => {
    expect((await verify(address('1234'))).body).toEqual({
      exempt: false,
      limit_days: 0,
      credits: null,
      used: false,
      limit_reached: false,
      host: 'lista.exemplo',
      username: '1234',
    });
  });

  it('never charges more than the form showed', async () => {
    const dearer = await refused(() => bring({ more: { credits: 0.6 } }));
    expect(dearer).toMatchObject({
      code: 'cost_changed',
      message: 'O custo mudou: agora é 1 crédito. Confira e envie de novo.',
    });
    expect((await bring({ more: { credits: 1 } })).body.charged).toBe(1);
    expect((await bring({ day: IN_15_DAYS, more: { credits: 1 } })).body.charged).toBe(0.6);
  });

  it('refuses an import that the balance does not cover', async () => {
    const poor = await person(ctx, { balance: 99 });
    expect(await refused(() => bring({ by: poor }))).toMatchObject({
      code: 'insufficient_credits',
    });
    expect((await bring({ by: poor, day: IN_15_DAYS })).body.balance).toBe(0.39);
  });

  it('imports once under one key and repeats the stored response even after the date', async () => {
    const key = randomUUID();
    const response = { url: address(newName()), key, day: '2026-11-21' };
    const first = await bring(response);
    const second = await bring(response);
    ctx.clock.set('2026-11-22T12:00:00Z');
    const late = await bring(response);
    expect([second.body, late.body]).toEqual([first.body, first.body]);
    expect(await readAccountBalance(ctx, seller.id)).toBe(10_000 - 60);
    expect((await bring({ ...response, day: IN_30_DAYS })).body.code).toBe('key_reused');
  });
});

it.each(['21/12/2026', '21-dez-26', '21 de dezembro de 2026 às 23:59', '46377', '1797908340'])(
  'reads the due date «%s» like every import',
  async (day) => {
    const name = newName();
    const { status, body } = await bring({ url: address(name), day });
    expect([status, body.fields]).toEqual([200, undefined]);
    expect((await verify(address(newName()), day)).status).toBe(200);
    const { rows } = await ctx.owner.query<{ day: string }>(
      `select to_char(expires_at at time zone 'America/Sao_Paulo', 'YYYY-MM-DD HH24:MI') as day
       from lines where username = $1`,
      [name],
    );
    expect(rows).toEqual([{ day: '2026-12-21 23:59' }]);
  },
);

describe('invalid due dates', () => {
  it.each(['2026-11-20', '2020-01-01', '2027-11-23', '9999-12-31'])('refuses %s', async (day) => {
    const input = { code: 'due_date_wrong', message: 'Data de vencimento inválida' };
    expect(await refused(() => bring({ day }))).toMatchObject({
      ...input,
      fields: { 'user.exp_date': expect.stringContaining('Escolha um dia') },
    });
    expect(await refused(() => importP2p({ endTime: day }))).toMatchObject({
      ...input,
      fields: { endTime: expect.stringContaining('Escolha um dia') },
    });
    expect((await verify(address('1234'), day)).body.code).toBe('due_date_wrong');
  });

  it.each(['2026-02-30', '31/02/2026', '21/12', 'amanhã', '20261221'])(
    '%s is no day',
    async (day) => {
      expect((await refused(() => bring({ day }))).fields).toEqual({
        'user.exp_date': 'Data de vencimento inválida. Escreva como 2026-12-31 ou 31/12/2026.',
      });
      expect((await refused(() => importP2p({ endTime: day }))).fields).toEqual({
        endTime: 'Data de vencimento inválida. Escreva como 2026-12-31 ou 31/12/2026.',
      });
    },
  );

  it('refuses the current day from 23:59 on', async () => {
    ctx.clock.set('2026-11-22T02:59:00Z');
    expect(await refused(() => bring({ day: '2026-11-21' }))).toMatchObject({
      fields: { 'user.exp_date': 'Escolha um dia de hoje em diante.' },
    });
  });
});

describe('invalid list links', () => {
  it.each([
    'http://lista.exemplo/get.php?username=1234',
    'http://lista.exemplo/get.php?password=1234',
    'http://lista.exemplo/get.php?username=&password=1234',
    'http://lista.exemplo/live/1234/5678/1.ts',
    'http://lista.exemplo/get.php#username=1234&password=5678',
    'ftp://lista.exemplo/get.php?username=1234&password=5678',
    'file:///etc/passwd?username=1234&password=5678',
    'javascript:alert(1)?username=1234&password=5678',
    'data:text/plain,?username=1234&password=5678',
    'http://?username=1234&password=5678',
    'username=1234&password=5678',
  ])('refuses %s', async (url) => {
    const { problem } = readListLink(url);
    expect(problem).toMatch(/^Link inválido, não contém /);
    expect((await refused(() => bring({ url }))).fields).toEqual({ url: problem });
    expect((await verify(url)).body.fields).toEqual({ url: problem });
  });

  it('requires the URL and the package', async () => {
    expect(await refused(() => bring({ more: { url: undefined } }))).toMatchObject({
      fields: { url: 'O campo Link da lista é necessário.' },
    });
    expect(await refused(() => bring({ more: { package: undefined } }))).toMatchObject({
      code: 'package_missing',
    });
    expect(await refused(() => bring({ more: { package: 999 } }))).toMatchObject({
      code: 'package_unknown',
    });
    expect(await refused(() => importP2p({ productid: 99 }))).toMatchObject({
      code: 'package_unknown',
    });
    expect(await refused(() => importP2p({ name: undefined, pass: '' }))).toMatchObject({
      fields: { name: 'O campo Usuário é necessário.', pass: 'O campo Senha é necessário.' },
    });
  });

  it('never sends a request to the host of the list', async () => {
    let reports = 0;
    const listener = createServer((socket) => {
      reports += 1;
      socket.destroy();
    });
    await new Promise<void>((ready) => listener.listen(0, '127.0.0.1', ready));
    const { port } = listener.address() as { port: number };
    const url = address(newName(), 'aB3-kk', `127.0.0.1:${port}`);
    expect((await verify(url, IN_30_DAYS)).status).toBe(200);
    expect((await bring({ url })).status).toBe(200);
    // This request proves that the listener counts connections. No other request may have arrived.
    await fetch(`http://127.0.0.1:${port}/`).catch(() => undefined);
    await new Promise((closed) => listener.close(closed));
    expect(reports).toBe(1);
  });
});

describe('user names and passwords', () => {
  it('returns the refusals of the final call in the preview', async () => {
    const poor = await person(ctx, { parent: seller });
    const refusalOf = async (by: Person, body: { package?: number; day?: string } = {}) => {
      const { package: choice = 1, day = IN_30_DAYS } = body;
      const url = address(newName());
      const verified = await call(
        ctx,
        verifyIptvList,
        { body: { url, exp_date: day, package: choice } },
        { token: by.token },
      );
      const final = await refused(() => bring({ url, day, more: { package: choice }, by }));
      const { code, message } = verified.body as Refusal;
      expect([code, message]).toEqual([final.code, final.message]);
      return code;
    };
    expect(await refusalOf(seller, { package: 999_999 })).toBe('package_unknown');
    expect(await refusalOf(seller, { package: 0 })).toBe('package_missing');
    expect(await refusalOf(seller, { day: '2020-01-01' })).toBe('due_date_wrong');
    expect(await refusalOf(poor)).toBe('insufficient_credits');
    const limited = await person(ctx, { parent: seller, balance: 10_000 });
    for (const [name, code] of [
      ['lines', 'limit_lines'],
      ['credits_a_day', 'limit_credits_a_day'],
    ]) {
      await ctx.owner.query(
        `insert into account_limits (account_id, set_by, name, amount, set_at) values ($1, $2, $3, 0, now())`,
        [limited.id, seller.id, name],
      );
      expect(await refusalOf(limited)).toBe(code);
      await ctx.owner.query('delete from account_limits where account_id = $1', [limited.id]);
    }
    await ctx.owner.query(`update flags set is_on = false where name = 'iptv'`);
    expect(await refusalOf(seller)).toBe('platform_off');
    await ctx.owner.query(`update flags set is_on = true where name = 'iptv'`);
  });

  // Imported user names may contain letters, unlike generated ones on IPTV.
  it('accepts a name with letters on IPTV as the list contains it', async () => {
    const url = address('abc123x');
    expect((await verify(url, IN_30_DAYS)).body).toMatchObject({ username: 'abc123x', credits: 1 });
    expect((await bring({ url })).status).toBe(200);
    // The preview refuses with the same code and message as the final call.
    const { code, message, fields } = await refused(() => bring({ url }));
    expect(code).toBe('imported_name_taken');
    expect((await verify(url, IN_30_DAYS)).body).toMatchObject({ code, message, fields });
  });

  it('refuses a password in the preview as in the final call', async () => {
    const url = address('abc124x', 'a b c d');
    const { code, message, fields } = await refused(() => bring({ url }));
    expect(code).toBe('imported_password_wrong');
    expect((await verify(url, IN_30_DAYS)).body).toMatchObject({ code, message, fields });
  });

  it.each(['jo', '123', '1'.repeat(21), '12 34', '#7000001', '<b>1234'])(
    'IPTV takes no %s',
    async (username) => {
      const body = await refused(() => bring({ url: address(username) }));
      const { code, message, fields } = body;
      expect({ code, message, fields }).toEqual({
        code: 'imported_name_wrong',
        message: `O usuário «${username}» não serve para IPTV: use de 4 a 20 letras, números ou . _ @ -.`,
        fields: { url: 'O usuário da lista não serve: use de 4 a 20 letras, números ou . _ @ -.' },
      });
      expect((await verify(address(username))).body).toMatchObject({ code, message, fields });
    },
  );

  it.each(['abc', 'a'.repeat(21), 'maria souza', 'maria/souza', 'mãe;1', "o'neil"])(
    'P2P takes no %s',
    async (name) => {
      expect(await refused(() => importP2p({ name }))).toMatchObject({
        code: 'imported_name_wrong',
        fields: { name: 'O usuário da lista não serve: use de 4 a 20 letras, números ou . _ @ -.' },
      });
    },
  );

  it.each([
    'abc',
    'a'.repeat(41),
    'com espaço',
    'a/b/c',
    'a;b:c',
    '"aspas"',
    'a?b&c',
    'a%00b',
    '日本語の\u202e',
  ])('a password like %s serves nowhere', async (password) => {
    expect(await refused(() => bring({ url: address(newName(), password) }))).toMatchObject({
      code: 'imported_password_wrong',
      fields: { url: 'A senha da lista não serve: use de 4 a 40 letras, números ou . _ @ ! $ ~ -' },
    });
    expect(await refused(() => importP2p({ pass: password }))).toMatchObject({
      code: 'imported_password_wrong',
    });
  });

  it('refuses a name taken on the same platform even by a deleted line', async () => {
    const other = await person(ctx, { balance: 1000 });
    const taken = await line(ctx, other, { username: '5550001' });
    const input = {
      code: 'imported_name_taken',
      message: 'O usuário 5550001 já existe aqui. Se for o mesmo cliente, procure-o na listagem.',
      fields: { url: 'Este usuário já existe.' },
    };
    expect(await refused(() => bring({ url: address('5550001') }))).toMatchObject(input);
    await ctx.owner.query('update lines set deleted_at = now() where id = $1', [taken.id]);
    expect(await refused(() => bring({ url: address('5550001') }))).toMatchObject(input);
    expect((await importP2p({ name: '5550001' })).status).toBe(200);
    expect(await refused(() => importP2p({ name: '5550001' }))).toMatchObject({
      code: 'imported_name_taken',
      fields: { name: 'Este usuário já existe.' },
    });
  });

  it('imports and charges one of ten simultaneous calls', async () => {
    const url = address(newName());
    const replies = await Promise.all(Array.from({ length: 10 }, () => bring({ url })));
    const came = replies.filter(({ status }) => status === 200);
    const taken = replies.filter(({ body }) => body.code === 'imported_name_taken');
    expect([came.length, taken.length]).toEqual([1, 9]);
    expect(await readAccountBalance(ctx, seller.id)).toBe(9_900);
  });
});

describe('functions and limits', () => {
  const limit = (body: Record<string, unknown>) =>
    call(ctx, setLimits, { params: { id: seller.id }, body }, { token: admin.token });

  it('refuses an import on a platform that is off', async () => {
    await ctx.owner.query(`update flags set is_on = false where name = 'iptv'`);
    expect(await refused(() => bring())).toMatchObject({ code: 'platform_off' });
    expect((await verify(address('1234'))).body.code).toBe('platform_off');
    expect((await importP2p()).status).toBe(200);
    await ctx.owner.query(`update flags set is_on = false where name = 'p2p'`);
    expect(await refused(() => importP2p())).toMatchObject({ code: 'platform_off' });
  });

  it('applies the limits of lines and platforms and credits a day', async () => {
    await limit({ lines: 1, platforms: null, credits_a_day: 1.5 });
    expect((await bring()).status).toBe(200);
    expect(await refused(() => importP2p())).toMatchObject({ code: 'limit_lines' });
    await limit({ lines: null, credits_a_day: 1.5 });
    expect(await refused(() => importP2p())).toMatchObject({ code: 'limit_credits_a_day' });
    await limit({ lines: null, credits_a_day: null, platforms: ['iptv'] });
    expect(await refused(() => importP2p())).toMatchObject({ code: 'limit_platform' });
  });

  it('refuses imports by an admin', async () => {
    expect(await refused(() => bring({ by: admin }))).toMatchObject({ code: 'forbidden' });
    expect(await refused(() => importP2p({}, admin))).toMatchObject({ code: 'forbidden' });
  });
});

it('creates a line like any other', async () => {
  const { body } = await bring();
  const edited = await call(
    ctx,
    editIptvLine,
    { params: { id: body.id }, body: { nota: 'Outra' } },
    { token: seller.token },
  );
  expect([edited.status, edited.body.nota]).toEqual([200, 'Outra']);
  const { body: created } = await importP2p();
  const extended = await call(
    ctx,
    p2pLines.extend,
    { params: { id: created.id }, body: { credits: 1 } },
    { token: seller.token },
  );
  expect(extended.body.exp_date_formatted).toBe('20/01/2027 23:59');
});

it('counts imported customers as migrated instead of new or imported in reports and home', async () => {
  await bring();
  await importP2p();
  await moveEvents(ctx, seller.id, ctx.clock.now().toISOString());
  await countLineMonths(ctx);
  const { body } = await call(ctx, getReports, {}, { token: seller.token });
  const thisMonth = (months: readonly { readonly users: number }[]) => months.at(-1)?.users;
  expect([
    thisMonth(body.novos_usuarios_importados),
    thisMonth(body.novos_usuarios_migrados),
    thisMonth(body.novos_usuarios_iptv),
    thisMonth(body.novos_usuarios_p2p),
  ]).toEqual([0, 2, 0, 0]);
  const { body: home } = await call(ctx, getDashboard, {}, { token: seller.token });
  expect(home).toMatchObject({ imported_users: 0, migrated_users: 2, created_users: 0 });
  const { body: log } = await call(
    ctx,
    getLog,
    { query: { group: 'migrated', reseller: seller.id } },
    { token: seller.token },
  );
  expect(log.total).toBe(2);
});

it('lists the import as spent with a text in the movements', async () => {
  await bring();
  const { body } = await call(
    ctx,
    listMovements,
    { params: { id: seller.id } },
    { token: seller.token },
  );
  expect(body.data[0]).toMatchObject({
    amount: -1,
    kind: 'spent',
    reason_label: 'Linha trazida de outra lista',
  });
});
