/**
 * Tests which events of which month an account sees in the activity log, their sentences, and the
 * exported file.
 */
import { exportLog, getLog } from '@ramal/contract/logs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestContext, call, createTestContext } from '../../test/context.ts';
import { type Person, line, p2pLine, person } from '../../test/accounts.ts';

let ctx: TestContext;
let admin: Person, top: Person, master: Person, seller: Person, below: Person, stranger: Person;
beforeAll(async () => {
  ctx = await createTestContext();
  admin = await person(ctx, {
    profile: 'admin',
    username: 'o-chefe',
    grants: ['logs.export', 'logs.ids'],
  });
  top = await person(ctx, { parent: admin, username: 'la-em-cima' });
  master = await person(ctx, { parent: top, username: 'meu-dono' });
  seller = await person(ctx, {
    parent: master,
    username: 'eu-mesmo',
    grants: ['logs.export'],
    balance: 5000,
  });
  below = await person(ctx, { parent: seller, username: 'abaixo-ção', balance: 5000 });
  stranger = await person(ctx, { parent: admin, username: 'alheia', balance: 5000 });
});
afterAll(() => ctx.close());

interface LogEvent {
  readonly at?: string;
  readonly kind: string;
  readonly actor?: Person;
  readonly about: Person;
  readonly lineId?: number;
  readonly source?: number;
  readonly before?: object;
  readonly after?: object;
  readonly address?: string;
}

const insertEvent = (event: LogEvent) =>
  ctx.owner.query(
    `insert into events (at, kind, actor_id, account_id, line_id, source, before, after, address)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
    [
      event.at ?? '2026-06-15T12:00:00Z',
      event.kind,
      (event.actor ?? event.about).id,
      event.about.id,
      event.lineId ?? null,
      event.source ?? 0,
      event.before ?? null,
      event.after ?? null,
      event.address ?? null,
    ],
  );

const june = { month: 6, year: 2026, per_page: 50 };
const read = async (who: Person, query: Record<string, unknown> = {}) =>
  (await call(ctx, getLog, { query: { ...june, ...query } }, { token: who.token })).body;
const sentencesFor = async (who: Person, query: Record<string, unknown> = {}) =>
  (await read(who, query)).logs.map(({ acao }) => acao.replaceAll(/<\/?b>/g, ''));

describe('the events of other accounts', () => {
  beforeAll(async () => {
    for (const about of [top, master, seller, below, stranger]) {
      await insertEvent({
        kind: 'reseller-edited',
        about,
        actor: admin,
        after: { email: `${about.username}@x.example` },
      });
    }
  });

  it('shows events of descendants only, and all events to an admin', async () => {
    const accountsSeenBy = async (who: Person) =>
      (await read(who)).logs.map(({ revenda }) => revenda).toSorted();
    expect(await accountsSeenBy(seller)).toEqual(['abaixo-ção', 'eu-mesmo']);
    expect(await accountsSeenBy(below)).toEqual(['abaixo-ção']);
    expect(await accountsSeenBy(admin)).toEqual([
      'abaixo-ção',
      'alheia',
      'eu-mesmo',
      'la-em-cima',
      'meu-dono',
    ]);
  });

  it('limits the log to one reseller of the tree and finds no other', async () => {
    expect((await read(seller, { reseller: below.id })).logs.map(({ revenda }) => revenda)).toEqual(
      ['abaixo-ção'],
    );
    for (const foreign of [master, stranger, { id: 987_654 }]) {
      expect((await read(seller, { reseller: foreign.id })).code).toBe('reseller_not_found');
    }
  });

  it('returns the first resellers for the filter', async () => {
    expect((await read(seller)).resellers.map(({ username }) => username)).toEqual([
      'abaixo-ção',
      'eu-mesmo',
    ]);
    expect((await read(admin)).resellers).toHaveLength(6);
  });

  it('names only the parent above the reader and hides addresses above', async () => {
    const month = { month: 5 };
    const at = '2026-05-15T12:00:00Z';
    for (const actor of [admin, top, master, seller, below]) {
      await insertEvent({
        at,
        kind: 'line-switched-on',
        about: below,
        actor,
        address: '192.0.2.1',
      });
    }
    const authors = async (who: Person) =>
      (await read(who, month)).logs.map(({ autor, ip }) => [autor, ip]);
    expect(await authors(seller)).toEqual([
      ['', '192.0.2.1'],
      ['eu-mesmo', '192.0.2.1'],
      ['meu-dono', ''],
      ['Quem vende para você', ''],
      ['Administração', ''],
    ]);
    expect((await authors(below)).map(([autor]) => autor)).toEqual([
      '',
      'eu-mesmo',
      'Quem vende para você',
      'Quem vende para você',
      'Administração',
    ]);
    expect((await authors(admin)).every(([autor, ip]) => autor !== 'Administração' && ip)).toBe(
      true,
    );
  });

  it('hides names of other networks, and the reason of a block from the blocked account', async () => {
    const at = '2026-04-15T12:00:00Z';
    await insertEvent({
      at,
      kind: 'reseller-moved',
      about: below,
      actor: admin,
      before: { owner: 'alheia' },
      after: { owner: 'eu-mesmo' },
    });
    await insertEvent({
      at,
      kind: 'account-blocked',
      about: below,
      actor: seller,
      after: { reason: 'Não pagou o combinado', by: 'upline' },
    });
    expect(await sentencesFor(seller, { month: 4 })).toEqual([
      'Conta bloqueada. Motivo: Não pagou o combinado',
      'Revenda movida de dono: dono outra rede → eu-mesmo',
    ]);
    expect(await sentencesFor(below, { month: 4 })).toEqual([
      'Conta bloqueada',
      'Revenda movida de dono: dono outra rede → eu-mesmo',
    ]);
    expect((await sentencesFor(admin, { month: 4 }))[1]).toBe(
      'Revenda movida de dono: dono alheia → eu-mesmo',
    );
  });
});

describe('the admin assigned to a ticket', () => {
  it('names the assigned admin only to admins: in sentences, searches and files', async () => {
    const at = '2025-09-15T12:00:00Z';
    const after = { ticket: 1, assignee: admin.username };
    await insertEvent({ at, kind: 'ticket-assigned', about: seller, actor: admin, after });
    const month = { month: 9, year: 2025 };
    const sentence = 'Responsável pelo ticket: nº 1, Administração';
    expect(await sentencesFor(seller, month)).toEqual([sentence]);
    expect(await sentencesFor(admin, month)).toEqual(['Responsável pelo ticket: nº 1, o-chefe']);
    const countMatches = async (who: Person, search: string) =>
      (await sentencesFor(who, { ...month, search })).length;
    expect([
      await countMatches(seller, 'o-chefe'),
      await countMatches(seller, 'nº 1, admin'),
    ]).toEqual([0, 1]);
    expect(await countMatches(admin, 'o-chefe')).toBe(1);
    const { body } = await call(ctx, exportLog, { body: month }, { token: seller.token });
    expect(String(body)).toContain(sentence);
    expect(String(body)).not.toContain(admin.username);
  });
});

describe('the reason of a network’s block', () => {
  it('shows the reason of a network’s block only to accounts above the network', async () => {
    const at = '2025-08-15T12:00:00Z';
    const after = { reason: 'Fraude em toda a rede', by: 'network', network: seller.username };
    for (const about of [seller, below])
      await insertEvent({ at, kind: 'account-blocked', about, actor: admin, after });
    const reasons = async (who: Person) =>
      (await sentencesFor(who, { month: 8, year: 2025 })).map((sentence) =>
        sentence.includes('Fraude'),
      );
    expect(await reasons(master)).toEqual([true, true]);
    expect(await reasons(admin)).toEqual([true, true]);
    expect(await reasons(seller)).toEqual([false, false]);
    expect(await reasons(below)).toEqual([false]);
  });
});

describe('the events of a month', () => {
  let iptv: number;
  let p2p: number;
  const month = { month: 3, year: 2026 };
  const at = '2026-03-15T12:00:00Z';
  beforeAll(async () => {
    iptv = (await line(ctx, seller, { username: '700700700' })).id;
    p2p = (await p2pLine(ctx, seller)).id;
    await insertEvent({ at, kind: 'line-switched-off', about: seller, lineId: iptv, source: 1 });
    await insertEvent({
      at,
      kind: 'line-edited',
      about: seller,
      lineId: p2p,
      source: 2,
      after: { note: '<img src=x>' },
    });
    await insertEvent({
      at,
      kind: 'credits-given',
      about: below,
      actor: seller,
      source: 10,
      after: { hundredths: 1000 },
    });
    await insertEvent({ at, kind: 'signed-in', about: below });
    await insertEvent({ at, kind: 'dns-set', about: below, source: 4 });
  });

  it('filters events by platform, credits and other events', async () => {
    const sourcesOfType = async (log_type: number) =>
      (await read(seller, { ...month, log_type })).logs.map(({ source }) => source);
    expect([await sourcesOfType(1), await sourcesOfType(2), await sourcesOfType(10)]).toEqual([
      [1],
      [2],
      [10],
    ]);
    expect(new Set(await sourcesOfType(-1))).toEqual(new Set([0, 1, 2, 10]));
    const { rows } = await ctx.owner.query(
      `select kind, source, line_id::int as line from events where kind = 'line-created' order by id`,
    );
    expect(rows).toEqual([
      { kind: 'line-created', source: 1, line: iptv },
      { kind: 'line-created', source: 2, line: p2p },
    ]);
  });

  it('shows DNS Premium and ids only with the grant', async () => {
    expect((await read(seller, { ...month, log_type: 4 })).code).toBe('forbidden');
    await ctx.owner.query(
      `insert into account_grants (account_id, name) values ($1, 'logs.dns-premium')`,
      [seller.id],
    );
    expect(await sentencesFor(seller, { ...month, log_type: 4 })).toEqual(['Outra ação (dns-set)']);
    expect((await read(seller, month)).total).toBe(5);
    expect((await read(seller, month)).logs.every(({ id }) => id === null)).toBe(true);
    expect((await read(admin, month)).logs.every(({ id }) => id !== null)).toBe(true);
  });

  it('covers the month in the panel’s time zone, by default the current one', async () => {
    await insertEvent({ at: '2026-02-01T02:59:59Z', kind: 'signed-in', about: below });
    await insertEvent({ at: '2026-02-01T03:00:00Z', kind: 'signed-out', about: below });
    await insertEvent({ at: '2026-11-10T12:00:00Z', kind: 'signed-in', about: below });
    expect(await sentencesFor(below, { month: 1 })).toEqual(['Entrou no painel']);
    expect(await sentencesFor(below, { month: 2 })).toEqual(['Saiu do painel']);
    const { logs } = (await call(ctx, getLog, { query: {} }, { token: below.token })).body;
    expect(new Set(logs.map(({ date }) => date.slice(3, 10)))).toEqual(new Set(['11/2026']));
  });

  it('finds events by the line, the reseller and the title', async () => {
    const countMatches = async (search: string) => (await read(seller, { ...month, search })).total;
    expect(await countMatches('7007007')).toBe(1);
    expect(await countMatches('ABAIXO-CAO')).toBe(3);
    expect(await countMatches('creditos adicionados')).toBe(1);
    expect(await countMatches('%')).toBe(0);
    expect(await countMatches('alheia')).toBe(0);
  });

  it('finds events by the exact id of an account and never by a part of it', async () => {
    await ctx.owner.query(`select setval(pg_get_serial_sequence('accounts', 'id'), 45671)`);
    const owner = await person(ctx, { parent: seller, username: 'sem-algarismo' });
    await insertEvent({ at: '2026-04-10T12:00:00Z', kind: 'signed-in', about: owner });
    const countMatches = async (search: string) => (await read(owner, { month: 4, search })).total;
    expect(await countMatches(String(owner.id))).toBe(1);
    expect(await countMatches(String(owner.id).slice(0, -1))).toBe(0);
    await ctx.owner.query('update accounts set username = $2 where id = $1', [owner.id, 'tv-4567']);
    expect(await countMatches('4567')).toBe(1);
  });

  it('lists events in pages, newest first', async () => {
    const pages = [];
    for (const page of [1, 2, 3]) pages.push(await read(seller, { ...month, page, per_page: 2 }));
    expect(pages.map(({ logs, total, last_page }) => [logs.length, total, last_page])).toEqual([
      [2, 5, 3],
      [2, 5, 3],
      [1, 5, 3],
    ]);
    const all = pages.flatMap(({ logs }) => logs.map(({ acao }) => acao));
    expect(new Set(all).size).toBe(5);
    expect(all[0]).toContain('Outra ação');
  });

  it('counts and lists up to ten thousand events', async () => {
    await ctx.owner.query(
      `insert into events (at, kind, actor_id, account_id) select '2026-07-10T12:00:00Z'::timestamptz + n * interval '1 second', 'signed-in', $1, $1
       from generate_series(1, 10500) n`,
      [below.id],
    );
    for (const who of [seller, below, admin]) {
      const { logs, total, total_exact } = await read(who, { month: 7, per_page: 3, page: 3334 });
      // The list ends at the limit up to which the total is exact.
      expect([logs.length, total, total_exact]).toEqual([3, 10_000, false]);
      expect(logs[0]!.date).toBe('10/07/2026 09:08');
    }
  });

  it('does not count hidden events', async () => {
    await ctx.owner.query(
      `insert into events (at, kind, actor_id, account_id, source)
       select '2026-08-10T12:00:00Z'::timestamptz + n * interval '1 second', 'signed-in', $1, $1, case when n % 10 = 0 then 4 else 0 end
       from generate_series(1, 11000) n`,
      [below.id],
    );
    const totals = async () => {
      const { total, total_exact } = await read(master, { month: 8 });
      return [total, total_exact];
    };
    expect(await totals()).toEqual([9_900, true]);
    await ctx.owner.query(
      `insert into account_grants (account_id, name) values ($1, 'logs.dns-premium')`,
      [master.id],
    );
    expect(await totals()).toEqual([10_000, false]);
  });

  describe('the exported file', () => {
    const file = async (who: Person, body: Record<string, unknown>) =>
      call(ctx, exportLog, { body }, { token: who.token });

    it('contains the rows without markup, with formulas as text', async () => {
      await insertEvent({
        at: '2026-01-15T12:00:00Z',
        kind: 'line-edited',
        about: seller,
        lineId: p2p,
        source: 2,
        before: { note: '' },
        after: { note: '=1+1;"x"' },
      });
      const { status, headers, body } = await file(seller, {
        month: 1,
        year: 2026,
        reseller: seller.id,
      });
      expect([status, headers['content-disposition']]).toEqual([
        200,
        'attachment; filename="Logs.csv"',
      ]);
      const text = Buffer.from(body).toString('utf8');
      const [header, first] = text.replace('\uFEFF', '').split('\r\n');
      expect(header).toBe('Tipo;Revenda;Usuário;Ação;Autor;Data;IP');
      expect(first).toMatch(
        /^P2P;eu-mesmo;[^;]+;"Dados da linha editados: anotação – → =1\+1;""x""";;15\/01\/2026 09:00;$/,
      );
    });

    it('contains each event once with its id, in more than one chunk', async () => {
      const { body } = await file(admin, { month: 7, year: 2026 });
      const ids = Buffer.from(body)
        .toString('utf8')
        .trim()
        .split('\r\n')
        .slice(1)
        .map((row) => row.split(';')[0]);
      expect([ids.length, new Set(ids).size]).toEqual([10_500, 10_500]);
    });

    it('is refused without the grant, outside the tree and without events', async () => {
      const codes = [
        (await file(below, { month: 7, year: 2026 })).body,
        (await file(seller, { month: 7, year: 2026, reseller: stranger.id })).body,
        (await file(seller, { month: 12, year: 2025 })).body,
        (await file(admin, { month: 7, year: 2026, log_type: 4 })).body,
      ].map((body) => (body as { code?: string }).code);
      expect(codes).toEqual(['forbidden', 'reseller_not_found', 'nothing_to_export', 'forbidden']);
    });
  });
});

describe('a search finds the displayed text of rows', () => {
  beforeAll(async () => {
    const at = '2026-09-10T15:30:00Z';
    await insertEvent({
      at,
      kind: 'credits-given',
      about: below,
      actor: seller,
      source: 10,
      after: { hundredths: 12_350, saleCents: 655, note: 'Promoção de Março' },
      address: '198.51.100.77',
    });
    await insertEvent({
      at: '2026-09-11T15:30:00Z',
      kind: 'reseller-edited',
      about: below,
      actor: master,
      after: { email: 'joana@exemplo.com' },
      address: '203.0.113.9',
    });
    await insertEvent({
      at: '2026-09-12T15:30:00Z',
      kind: 'signed-in',
      about: seller,
      address: '192.0.2.44',
    });
  });

  const daysFor = async (search: string, who = seller) =>
    (await read(who, { month: 9, search })).logs.map(({ date }) => date.slice(0, 5));

  it.each([
    ['198.51.100', ['10/09']],
    ['promocao de marco', ['10/09']],
    ['123,5 créditos', ['10/09']],
    ['R$ 6,55', ['10/09']],
    ['joana@', ['11/09']],
    ['11/09/2026', ['11/09']],
    ['eu-mesmo', ['12/09', '10/09']],
    ['Entrou no painel', ['12/09']],
    ['nada disso', []],
  ])('finds the entries that contain «%s»', async (text, days) => {
    expect(await daysFor(text)).toEqual(days);
  });

  it('a search does not find the hidden address of an account above', async () => {
    expect(await daysFor('203.0.113.9')).toEqual([]);
    expect(await daysFor('203.0.113.9', admin)).toEqual(['11/09']);
  });
});

it('refuses an order without an index for more than ten thousand rows', async () => {
  await ctx.owner.query(
    `insert into events (at, kind, actor_id, account_id)
     select timestamptz '2026-10-10' + make_interval(secs => n), 'signed-in', $1, $1 from generate_series(1, 10001) n`,
    [stranger.id],
  );
  const sorted = await read(stranger, { month: 10, sort: 'ip' });
  expect(sorted.code).toBe('sort_too_many');
  expect((await read(stranger, { month: 10, dir: 'asc' })).logs).toHaveLength(50);
  expect((await read(stranger, { month: 10, search: '21:00' })).total).toBeLessThan(10_001);
});
