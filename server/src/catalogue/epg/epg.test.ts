/**
 * Tests the spreadsheet of guide codes, and the differences from it that the verification finds
 * later.
 */
import { exportEpg, verifyEpg } from '@ramal/contract/catalogue/epg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type TestContext, TODAY, call, createTestContext } from '../../../test/context.ts';
import { type Person, person } from '../../../test/accounts.ts';
import { work } from '../../../test/catalogue.ts';
import { readSheet } from 'read-excel-file/node';

let ctx: TestContext;
let keeper: Person;
beforeAll(async () => {
  ctx = await createTestContext();
  keeper = await person(ctx, { grants: ['extras'] });
  await ctx.owner.query(
    `insert into streams (kind, name, category_id, source, epg_channel_id) values
       ('live', 'Canal Um', 1, 'test-channel', 'um.br'), ('live', '=Dois', 1, 'test-channel', null)`,
  );
});
afterAll(() => ctx.close());

const verify = async () => (await call(ctx, verifyEpg, {}, { token: keeper.token })).body;

it('reports no differences before the first spreadsheet', async () => {
  expect(await verify()).toEqual({
    MODIFY: [],
    NEWS: [],
    modified: 0,
    new: 0,
    exported_at_timestamp: null,
  });
});

it('reports changed and new channels after an export, and no hidden ones', async () => {
  const { status, body } = await call(ctx, exportEpg, {}, { token: keeper.token });
  expect([status, body.file]).toEqual([200, 'epg.xlsx']);
  await work(ctx, body.task);
  const { rawPayload } = await ctx.server.inject({ url: body.url });
  expect(await readSheet(rawPayload)).toEqual([
    ['Canal', 'Código EPG'],
    ['Canal de teste', null],
    ['Canal Um', 'um.br'],
    ['=Dois', null],
  ]);
  expect(await verify()).toMatchObject({ modified: 0, new: 0 });
  await ctx.owner.query(`
    update streams set epg_channel_id = 'hum.br' where name = 'Canal Um';
    insert into streams (kind, name, category_id, source, epg_channel_id, hidden_at) values
      ('live', 'Canal Três', 1, 'test-channel', 'tres.br', null), ('live', 'Escondido', 1, 'test-channel', null, now())`);
  expect(await verify()).toEqual({
    MODIFY: [{ name: 'Canal Um', code: 'hum.br' }],
    NEWS: [{ name: 'Canal Três', code: 'tres.br' }],
    modified: 1,
    new: 1,
    exported_at_timestamp: Date.parse(TODAY) / 1000,
  });
});
