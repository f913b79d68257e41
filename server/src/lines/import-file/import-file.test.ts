import { continueBatch } from '@ramal/contract/batches';
import {
  discardLineFile,
  getLineFile,
  importLineFile,
  validateLineFile,
  listLineFileRows,
  uploadLineFile,
} from '@ramal/contract/lines/line-import';
import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type TestContext, call, createTestContext } from '../../../test/context.ts';
import { type Person, readAccountBalance, line, person } from '../../../test/accounts.ts';
import { type BatchKind, batchTask } from '../../batches/batches.ts';
import { verifyLedger } from '../../credits/credits.ts';
import { runTask } from '../../tasks/run-tasks.ts';
import { importLines } from './import-batch.ts';
import { columns, fileCalls, kinds, newName, upTo } from './line-file.fixtures.ts';
import { deleteOldRows } from '../../retention/retention.ts';

let ctx: TestContext;
let owner: Person;
beforeAll(async () => {
  ctx = await createTestContext();
});
afterAll(() => ctx.close());
beforeEach(async () => {
  owner = await person(ctx, { balance: 100_000 });
});
afterEach(async () => {
  await ctx.owner.query('update flags set is_on = true');
  await ctx.owner.query('delete from exemption_hosts');
});

const {
  by: actor,
  upload,
  check: expectedError,
  rowsOf,
  start,
  look,
  outcomes,
} = fileCalls(
  () => ctx,
  () => owner,
);

describe('a file that was sent', () => {
  it('returns the rows and guessed columns of an uploaded file', async () => {
    const file = await upload('Usuário;Senha;Validade\n82014573;abcd;20/12/2026\n82014574;efgh;\n');
    expect(file).toMatchObject({
      name: 'clientes.csv',
      rows: 3,
      columns: [
        { title: 'Usuário', samples: ['82014573', '82014574'] },
        { title: 'Senha', samples: ['abcd', 'efgh'] },
        { title: 'Validade', samples: ['20/12/2026', ''] },
      ],
      guess: { has_header: true, columns: { username: 0, password: 1, due: 2 } },
      plan: null,
      result: null,
      batch_id: null,
    });
  });

  it.each([
    ['a title', 'Clientes de novembro;;\n'],
    ['a title and blank lines', 'Clientes de novembro\n\n;;\n'],
    ['a title without separators and a date', 'Meus clientes\nAtualizado em 20/11/2026\n\n'],
  ])('has its header found below %s', async (_, above) => {
    const columns = { note: 0, username: 1, password: 2, due: 3 };
    const file = await upload(
      `${above}Nome;Login;Senha;Vencimento\nDona Célia;82014573;abcd;20/12/2026\nSeu Zé;82014574;efgh;21/12/2026\n`,
    );
    expect(file).toMatchObject({
      rows: 3,
      first_row: above.split('\n').length,
      guess: { has_header: true, columns },
    });
    const { body } = await expectedError(file.id, { columns });
    expect(body.result).toMatchObject({ total: 2, ok: 2 });
  });

  it.each([
    ['a;b\n"c', 'Há aspas abertas que não se fecham.'],
    ['usuario;senha;vencimento\n', 'Este arquivo tem só os títulos.'],
  ])('that cannot be read is refused with the reason: %j', async (text, reason) => {
    const { status, body } = await call(ctx, uploadLineFile, { file: Buffer.from(text) }, actor());
    expect([status, body.code, body.message]).toEqual([422, 'line_file_unreadable', reason]);
  });

  it('keeps at most three files and replaces the oldest', async () => {
    const [first, ...next] = [
      await upload('a'),
      await upload('b'),
      await upload('c'),
      await upload('d'),
    ];
    const status = async (id: number) =>
      (await call(ctx, getLineFile, { params: { id } }, actor())).status;
    expect(await status(first!.id)).toBe(404);
    expect(await Promise.all(next.map(({ id }) => status(id)))).toEqual([200, 200, 200]);
  });

  it('reads one file per account at a time', async () => {
    const other = await person(ctx, { balance: 1000 });
    const sent = (account: Person) =>
      call(ctx, uploadLineFile, { file: Buffer.from('a;b') }, actor(account));
    const all = await Promise.all([sent(owner), sent(owner), sent(other)]);
    expect(all.map(({ status, body }) => body.code ?? String(status)).toSorted()).toEqual([
      '200',
      '200',
      'line_file_busy',
    ]);
    expect((await sent(owner)).status).toBe(200);
  });

  it('refuses further files for an hour after two used up the time limit', async () => {
    const busy = await person(ctx);
    await ctx.owner.query(`insert into rate_limits (key, points, expire) values ($1, 2, $2)`, [
      `line-file-exhausted:${busy.id}`,
      Date.now() + 3_600_000,
    ]);
    const refused = await call(ctx, uploadLineFile, { file: Buffer.from('a;b') }, actor(busy));
    expect([refused.status, refused.body.code]).toEqual([429, 'too_many_attempts']);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(3_000);
  });

  it('deletes a file when it is discarded and a day after its upload', async () => {
    const { id } = await upload('a;b');
    expect((await call(ctx, discardLineFile, { params: { id } }, actor())).status).toBe(200);
    expect((await call(ctx, getLineFile, { params: { id } }, actor())).status).toBe(404);
    const uploaded = await upload('a;b');
    await deleteOldRows(ctx, 'hour');
    expect((await call(ctx, getLineFile, { params: { id: uploaded.id } }, actor())).status).toBe(
      200,
    );
    ctx.clock.forward(25 * 3_600_000);
    await deleteOldRows(ctx, 'hour');
    ctx.clock.forward(-25 * 3_600_000);
    const { rows } = await ctx.owner.query(
      'select count(*)::int as n from line_file_rows where file_id = $1',
      [uploaded.id],
    );
    expect(rows).toEqual([{ n: 0 }]);
  });

  it('hides a file from every other account in all calls', async () => {
    const { id } = await upload('a;b');
    const parent = await person(ctx, { balance: 1000 });
    await ctx.owner.query(
      'update accounts set parent_id = $1, ancestors = array[$1, id] where id = $2',
      [parent.id, owner.id],
    );
    for (const other of [parent, await person(ctx, { balance: 1000 })]) {
      const response = [
        await call(ctx, getLineFile, { params: { id } }, actor(other)),
        await call(ctx, listLineFileRows, { params: { id } }, actor(other)),
        await call(
          ctx,
          validateLineFile,
          { params: { id }, body: { ...upTo, columns } },
          actor(other),
        ),
        await call(ctx, importLineFile, { params: { id }, body: {} }, actor(other)),
        await call(ctx, discardLineFile, { params: { id } }, actor(other)),
      ];
      expect(response.map(({ body }) => body.code)).toEqual(
        response.map(() => 'line_file_not_found'),
      );
    }
    expect((await call(ctx, getLineFile, { params: { id } }, actor())).status).toBe(200);
  });
});

describe('previewed', () => {
  it('returns the result of each row and the total price', async () => {
    const taken = await line(ctx, owner, { username: newName() });
    const [good, soon, twice] = [newName(), newName(), newName()];
    const file = await upload(
      [
        'user;senha;venc;nota',
        `${good};abcd;20/12/2026;Célia`,
        `${soon};abcd;22/11/2026;`,
        `${newName()};;20/12/2026;`,
        `${newName()};abcd;20/11/2026;`,
        `${newName()};abcd;amanhã;`,
        'le tras;abcd;20/12/2026;',
        `${taken.username};abcd;20/12/2026;`,
        `${twice};abcd;20/12/2026;`,
        `${twice};efgh;20/12/2026;`,
        `${newName()};a b;20/12/2026;`,
      ].join('\n'),
    );
    const before = await readAccountBalance(ctx, owner.id);
    const { status, body } = await expectedError(file.id);
    expect(status).toBe(200);
    expect(body.result).toMatchObject({
      total: 10,
      ok: 3,
      refused: 7,
      cost: 2.6,
      balance: before / 100,
      balance_after: (before - 260) / 100,
      first_unpaid: null,
    });
    expect(
      (await rowsOf(file.id)).map(({ number, reason, cost }) => [number, reason, cost]),
    ).toEqual([
      [2, '', 1],
      [3, '', 0.6],
      [4, 'Falta a senha.', 0],
      [5, 'Escolha um dia de hoje em diante.', 0],
      [6, '«amanhã» não é uma data: use 31/12/2026.', 0],
      [7, 'O usuário da lista não serve: use de 4 a 20 letras, números ou . _ @ -.', 0],
      [8, 'Este usuário já existe.', 0],
      [9, '', 1],
      [10, 'Este usuário já está no arquivo, na linha 9.', 0],
      [11, 'A senha da lista não serve: use de 4 a 40 letras, números ou . _ @ ! $ ~ -', 0],
    ]);
    // The preview charged nothing.
    expect(await readAccountBalance(ctx, owner.id)).toBe(before);
  });

  it('cuts long texts between characters', async () => {
    const file = await upload(`u;s;v\n${newName()};abcd;${'x'.repeat(39)}😀😀`);
    expect((await expectedError(file.id)).status).toBe(200);
    expect((await rowsOf(file.id))[0]!.reason).toBe(
      `«${'x'.repeat(39)}😀…» não é uma data: use 31/12/2026.`,
    );
  });

  it('uses the package chosen by id instead of one with that number as its name', async () => {
    await ctx.owner.query(`update packages set name = '1' where id = 2`);
    const file = await upload(`u;s;v\n${newName()};abcd;20/12/2026`);
    await expectedError(file.id, { package: 1 });
    const { rows } = await ctx.owner.query(
      `select asked->'product' as plan from line_file_rows where file_id = $1 and reason = ''`,
      [file.id],
    );
    await ctx.owner.query(`update packages set name = 'Completo sem adultos' where id = 2`);
    expect(rows).toEqual([{ plan: { packageId: 1 } }]);
  });

  it('returns only the requested rows', async () => {
    const file = await upload(`u;s;v\n${newName()};abcd;20/12/2026\n;abcd;20/12/2026`);
    await expectedError(file.id);
    const only = async (outcome: string) =>
      (
        await call(
          ctx,
          listLineFileRows,
          { params: { id: file.id }, query: { result: outcome } },
          actor(),
        )
      ).body.data.map(({ number }) => number);
    expect([await only('ok'), await only('refused')]).toEqual([[2], [3]]);
  });

  it('returns the first row that the balance does not cover', async () => {
    owner = await person(ctx, { balance: 250 });
    const rows = Array.from({ length: 4 }, () => `${newName()};abcd;20/12/2026`);
    const file = await upload(['u;s;v', ...rows].join('\n'));
    expect((await expectedError(file.id)).body.result).toMatchObject({
      ok: 2,
      cost: 2,
      first_unpaid: 4,
    });
  });

  it('replaces the result of an earlier preview including the header setting', async () => {
    const file = await upload(`${newName()};abcd;20/12/2026\n${newName()};abcd;20/12/2026`);
    expect((await expectedError(file.id, { has_header: false })).body.result).toMatchObject({
      total: 2,
    });
    expect((await expectedError(file.id)).body.result).toMatchObject({ total: 1 });
    expect((await rowsOf(file.id)).map(({ number }) => number)).toEqual([2]);
  });

  it('refuses a preview without a package or with an unknown one', async () => {
    const file = await upload('a;b;20/12/2026');
    const { package: _, ...rest } = upTo;
    const body = { ...rest, columns };
    const none = await call(ctx, validateLineFile, { params: { id: file.id }, body }, actor());
    expect(none.body.code).toBe('package_missing');
    expect((await expectedError(file.id, { package: 999_999 })).body.code).toBe('package_unknown');
  });

  it('refuses a platform that is off or not granted', async () => {
    const file = await upload('a;b;20/12/2026');
    expect((await expectedError(file.id, { platform: 'new-p2p', productid: 1 })).status).toBe(403);
    await ctx.owner.query(`update flags set is_on = false where name = 'iptv'`);
    expect((await expectedError(file.id)).body.code).toBe('platform_off');
  });

  it('exempts each customer of an exempt host once', async () => {
    await ctx.owner.query(
      `insert into exemption_hosts (host, limit_days) values ('velho.example', 40)`,
    );
    const name = newName();
    const link = (username: string) =>
      `http://velho.example/get.php?username=${username}&password=abcd`;
    const file = await upload(['url;v', `${link(name)};20/12/2026`].join('\n'));
    const plan = { columns: { url: 0, due: 1 } };
    expect((await expectedError(file.id, plan)).body.result).toMatchObject({ ok: 1, cost: 0 });
    const { batch } = (await start(file.id)).body;
    await runTask(ctx, kinds, batch.task.id);
    expect(await look(batch.id)).toMatchObject({ done: 1, charged: 0 });
    // The line is renamed, so its name is free again. The exemption of the customer stays used.
    await ctx.owner.query(`update lines set username = username || 'x' where username = $1`, [
      name,
    ]);
    const again = await upload(['url;v', `${link(name)};20/12/2026`].join('\n'));
    expect((await expectedError(again.id, plan)).body.result).toMatchObject({ ok: 1, cost: 1 });
  });
});

describe('imported', () => {
  const aFile = async (size: number, more: string[] = []) => {
    const rows = Array.from({ length: size }, () => `${newName()};abcd${size};20/12/2026;Cliente`);
    const file = await upload(['u;s;v;n', ...rows, ...more].join('\n'));
    await expectedError(file.id);
    return file.id;
  };
  const imported = async () => {
    const { rows } = await ctx.owner.query<{ username: string; n: string }>(
      `select l.username, count(e.id) as n from lines l
       left join entries e on e.line_id = l.id and e.reason = 'line-imported'
       where l.owner_id = $1 group by l.id order by l.username`,
      [owner.id],
    );
    return rows.map(({ n }) => Number(n));
  };

  it('shows the rejected rows and reasons of the preview in the result', async () => {
    const id = await aFile(1, [
      ';abcd;20/12/2026;',
      `${newName()};abcd;99/99/2026;`,
      `${newName()};abcd;31/02/2026;`,
      'a b;abcd;20/12/2026;',
    ]);
    const preview = (await expectedError(id)).body.result!;
    expect(preview.reasons.map(({ count }) => count)).toEqual([2, 1, 1]);
    const rejected = (await rowsOf(id)).filter(({ reason }) => reason !== '');
    const { batch } = (await start(id)).body;
    await runTask(ctx, kinds, batch.task.id);
    const result = await look(batch.id);
    expect(result).toMatchObject({ done: preview.ok, refused: preview.refused });
    expect(result.reasons).toEqual(preview.reasons);
    const refused = (await outcomes(batch.id)).filter(({ outcome }) => outcome === 'refused');
    expect(refused.map(({ number, message }) => [number, message])).toEqual(
      rejected.map(({ number, reason }) => [number, reason]),
    );
  });

  it('imports the approved rows with a result for every row', async () => {
    const id = await aFile(3, [';abcd;20/12/2026;']);
    const { status, body } = await start(id);
    expect([status, body.batch.total]).toEqual([200, 4]);
    await runTask(ctx, kinds, body.batch.task.id);
    expect(await look(body.batch.id)).toMatchObject({ done: 3, refused: 1, charged: 3 });
    const result = await outcomes(body.batch.id);
    expect(result.map(({ number, message }) => [number, message])).toEqual([
      [2, 'vence em 20/12/2026 23:59'],
      [3, 'vence em 20/12/2026 23:59'],
      [4, 'vence em 20/12/2026 23:59'],
      [5, 'Falta o usuário.'],
    ]);
    const { rows } = await ctx.owner.query(
      `select password, note, package_id::int as package, is_trial from lines where owner_id = $1`,
      [owner.id],
    );
    const each = { password: 'abcd3', note: 'Cliente', package: 1, is_trial: false };
    expect(rows).toEqual([each, each, each]);
    expect(await readAccountBalance(ctx, owner.id)).toBe(100_000 - 300);
    expect(await verifyLedger(ctx)).toMatchObject({ sum: 0, drifted: [] });
  });

  it('keeps no password in the rows of the file', async () => {
    const id = await aFile(2, [`;geheim;20/12/2026;`]);
    const { batch } = (await start(id)).body;
    const hidden = async () => {
      const { rows } = await ctx.owner.query(
        `select (select count(*) from line_file_rows where file_id = $1)::int as rows,
          (select count(*) from batch_rows where batch_id = $2 and asked::text like '%geheim%')::int as refused,
          (select count(*) from batch_rows where batch_id = $2 and asked::text like '%abcd%')::int as waiting`,
        [id, batch.id],
      );
      return rows[0];
    };
    expect(await hidden()).toEqual({ rows: 0, refused: 0, waiting: 2 });
    await runTask(ctx, kinds, batch.task.id);
    expect(await hidden()).toEqual({ rows: 0, refused: 0, waiting: 0 });
  });

  it('imports a file once for repeated requests', async () => {
    const id = await aFile(2);
    const key = randomUUID();
    const [first, second] = [await start(id, key), await start(id, key)];
    expect(second.body.batch.id).toBe(first.body.batch.id);
    expect((await start(id)).body.code).toBe('line_file_imported');
    expect((await expectedError(id)).body.code).toBe('line_file_imported');
  });

  it('refuses an import before a preview or if all rows were rejected', async () => {
    const { id } = await upload('u;s;v\n;;');
    expect((await start(id)).body.code).toBe('line_file_not_checked');
    const none = await upload('u;s;v\n;abcd;20/12/2026');
    await expectedError(none.id);
    expect((await start(none.id)).body.code).toBe('line_file_not_checked');
  });

  it('imports no row twice and loses none after an interruption and keeps the ledger exact', async () => {
    const SIZE = 120;
    const id = await aFile(SIZE);
    const { batch } = (await start(id)).body;
    let acted = 0;
    const breaking = {
      ...importLines,
      act: async (...all: Parameters<typeof importLines.act>) => {
        acted += 1;
        if (acted === 70) throw Object.assign(new Error('gone'), { code: '57P01' });
        return importLines.act(...all);
      },
    };
    await runTask(ctx, [batchTask([breaking] as unknown as BatchKind[])], batch.task.id);
    expect(await look(batch.id)).toMatchObject({ done: 50, task: { state: 'failed' } });
    const { body } = await call(
      ctx,
      continueBatch,
      { params: { id: batch.id }, body: {} },
      actor(),
    );
    await runTask(ctx, kinds, body.batch.task.id);
    expect(await look(batch.id)).toMatchObject({ done: SIZE, refused: 0, charged: SIZE });
    expect(await imported()).toEqual(Array.from({ length: SIZE }, () => 1));
    expect(await readAccountBalance(ctx, owner.id)).toBe(100_000 - SIZE * 100);
    expect(await verifyLedger(ctx)).toMatchObject({ sum: 0, drifted: [] });
  });

  it('checks names and platform again during the import', async () => {
    const id = await aFile(2);
    const name = (await rowsOf(id))[0]!.username;
    const { batch } = (await start(id)).body;
    await line(ctx, owner, { username: name });
    await runTask(ctx, kinds, batch.task.id);
    expect(await look(batch.id)).toMatchObject({ done: 1, refused: 1, charged: 1 });
    const other = (await start(await aFile(1))).body;
    await ctx.owner.query(`update flags set is_on = false where name = 'iptv'`);
    await runTask(ctx, kinds, other.batch.task.id);
    expect((await outcomes(other.batch.id))[0]).toMatchObject({ outcome: 'refused', charged: 0 });
  });
});

// Import and preview return the same reason for the same problem.
describe('a row that only the import can refuse', () => {
  const withLimit = (name: string, amount: number) =>
    ctx.owner.query(
      `insert into account_limits (account_id, set_by, name, amount, set_at) values ($1, $1, $2, $3, now())`,
      [owner.id, name, amount],
    );

  it.each<[string, (username: string) => Promise<unknown>]>([
    ['a taken name', (username) => line(ctx, owner, { username })],
    ['a spent balance', () => Promise.all([line(ctx, owner), line(ctx, owner)])],
    ['a limit of lines', () => withLimit('lines', 0)],
    ['a limit of credits a day', () => withLimit('credits_a_day', 50)],
  ])('shows the reason that a later preview shows for %s', async (_change, apply) => {
    owner = await person(ctx, { balance: 250 });
    const username = newName();
    const content = `u;s;v\n${username};abcd;20/12/2026`;
    const { id } = await upload(content);
    expect((await expectedError(id)).body.result).toMatchObject({ ok: 1, reasons: [] });
    const { batch } = (await start(id)).body;
    await apply(username);
    await runTask(ctx, kinds, batch.task.id);
    const [row] = await outcomes(batch.id);
    const later = await upload(content);
    expect((await expectedError(later.id)).body.result).toMatchObject({ ok: 0, refused: 1 });
    const [{ reason } = { reason: '' }] = await rowsOf(later.id);
    expect(row).toMatchObject({ outcome: 'refused', message: reason });
    expect((await look(batch.id)).reasons).toEqual([{ reason, count: 1 }]);
  });
});

describe.each(['p2p', 'new-p2p'] as const)('on %s', (platform) => {
  it('imports P2P rows with letters in the name and with their product', async () => {
    owner = await person(ctx, { balance: 1000, grants: ['lines.new-p2p'] });
    const name = `cliente.${newName()}`;
    const file = await upload(`nome;login;senha;validade;plano\nCélia;${name};abcd;2026-12-20;1`);
    expect(file.guess.columns).toEqual({ note: 0, username: 1, password: 2, due: 3, plan: 4 });
    const plan = { platform, has_header: true, columns: file.guess.columns };
    const sent = { params: { id: file.id }, body: plan };
    const { body } = await call(ctx, validateLineFile, sent, actor());
    expect(body.result).toMatchObject({ ok: 1, cost: 1 });
    const { batch } = (await start(file.id)).body;
    await runTask(ctx, kinds, batch.task.id);
    const { rows } = await ctx.owner.query(
      'select platform, product_id, password, note from lines where owner_id = $1',
      [owner.id],
    );
    expect(rows).toEqual([{ platform, product_id: 1, password: 'abcd', note: 'Célia' }]);
  });
});
