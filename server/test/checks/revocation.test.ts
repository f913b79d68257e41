/**
 * A revoked or reduced permission applies from the next request, in every process on the database.
 */
import type { Endpoint } from '@ramal/contract/api/endpoint';
import { revokeExternalKey } from '@ramal/contract/api-keys';
import { createIptvLine, getIptvPackages, listIptvLines } from '@ramal/contract/lines/iptv-lines';
import {
  blockNetwork,
  blockReseller,
  blockResellerAsAdmin,
  deleteReseller,
  deleteTree,
} from '@ramal/contract/resellers/reseller-acts';
import { editReseller, setGrants } from '@ramal/contract/resellers/resellers';
import { getProfile, signOut } from '@ramal/contract/sessions';
import { toggleIptv, toggleLogin } from '@ramal/contract/settings';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { makePanelServer } from '../../src/app.ts';
import { type Db, openDatabase } from '../../src/foundation/database.ts';
import { type TestContext, call, createTestContext } from '../context.ts';
import { type Person, person, session } from '../accounts.ts';
import { seedKey } from '../api-keys.ts';

let ctx: TestContext;
/** A second process on the database: a server with its own connections. */
let second: { db: Db; server: FastifyInstance };
let admin: Person;
beforeAll(async () => {
  ctx = await createTestContext();
  const db = openDatabase({ url: String(ctx.db.pool.options.connectionString), connections: 4 });
  const server = await makePanelServer({
    config: ctx.config,
    clock: ctx.clock,
    secrets: ctx.secrets,
    log: ctx.log,
    db,
  });
  second = { db, server };
  admin = await person(ctx, { profile: 'admin' });
});
afterAll(async () => {
  await second.server.close();
  await second.db.close();
  await ctx.close();
});

/** Sends requests with the token to both processes and returns their responses. */
const answers = async (token: string) => {
  const replies = [
    await call(second, getProfile, {}, { token }),
    await call(ctx, getProfile, {}, { token }),
    await call(second, getIptvPackages, { body: {} }, { token }),
  ];
  return replies.map(({ status, body }) => (status === 200 ? 200 : body.message));
};
const everywhere = (text: string | number) => [text, text, text];
const ended = everywhere('The token has been blacklisted');
const good = everywhere(200);

it('a sign-out ends the session in every process', async () => {
  const holder = await person(ctx);
  expect(await answers(holder.token)).toEqual(good);
  await call(ctx, signOut, {}, { token: holder.token });
  expect(await answers(holder.token)).toEqual(ended);
});

it.each(['blocked_at', 'blocked_by_admin_at'])(
  'a block (%s) takes effect for old sessions too',
  async (column) => {
    const holder = await person(ctx);
    const elsewhere = await session(ctx, holder.username);
    expect([await answers(holder.token), await answers(elsewhere.token)]).toEqual([good, good]);
    await ctx.owner.query(`update accounts set ${column} = now() where id = $1`, [holder.id]);
    expect([await answers(holder.token), await answers(elsewhere.token)]).toEqual([ended, ended]);
  },
);

it('every kind of block and a deletion take effect in every process', async () => {
  const reason = { reason: 'não pagou o mês' };
  const acts = [
    { act: blockReseller, body: reason, answered: ended },
    { act: blockResellerAsAdmin, body: reason, answered: ended },
    { act: blockNetwork, body: reason, answered: ended },
    { act: deleteReseller, body: {}, answered: everywhere('User not found') },
    { act: deleteTree, body: {}, answered: everywhere('User not found') },
  ];
  const upline = await person(ctx, { parent: admin });
  for (const { act, body, answered } of acts) {
    const holder = await person(ctx, { parent: upline });
    const elsewhere = await session(ctx, holder.username);
    expect(await answers(holder.token)).toEqual(good);
    const params = { id: holder.id };
    const { token } = act === blockReseller ? upline : admin;
    const done = await call(second, act as Endpoint, { params, body }, { token });
    expect([act.name, done.status]).toEqual([act.name, 200]);
    const after = [await answers(holder.token), await answers(elsewhere.token)];
    expect([act.name, after]).toEqual([act.name, [answered, answered]]);
  }
});

it('a password set by a parent account ends every sign-in except the parent’s own', async () => {
  const holder = await person(ctx, { parent: admin });
  const elsewhere = await session(ctx, holder.username);
  const body = { username: holder.username, email: '5511900000001', password: 'outra-senha-2' };
  const changed = await call(
    second,
    editReseller,
    { params: { id: holder.id }, body },
    { token: admin.token },
  );
  expect(changed.status).toBe(200);
  expect([await answers(holder.token), await answers(elsewhere.token)]).toEqual([ended, ended]);
  expect(await answers(admin.token)).toEqual(good);
  expect(await answers((await session(ctx, holder.username, 'outra-senha-2')).token)).toEqual(good);
});

it('a deletion ends the session in every process', async () => {
  const holder = await person(ctx);
  expect(await answers(holder.token)).toEqual(good);
  await ctx.owner.query('update accounts set deleted_at = now() where id = $1', [holder.id]);
  expect(await answers(holder.token)).toEqual(everywhere('User not found'));
});

it('a key stops working when it is revoked or its account is blocked or deleted', async () => {
  const reason = { reason: 'não pagou o mês' };
  const upline = await person(ctx, { parent: admin });
  const statuses = async (key: string) =>
    (
      await Promise.all(
        [second, ctx].map((process) => call(process, listIptvLines, {}, { token: key })),
      )
    ).map(({ status }) => status);
  for (const act of [revokeExternalKey, blockReseller, deleteReseller]) {
    const holder = await person(ctx, { parent: upline });
    const { key } = await seedKey(ctx, holder, { isExternal: true });
    expect(await statuses(key)).toEqual([200, 200]);
    const params = { id: holder.id };
    const body = act === blockReseller ? reason : {};
    const { token } = act === blockReseller ? upline : admin;
    const done = await call(second, act as Endpoint, { params, body }, { token });
    expect([act.name, done.status, await statuses(key)]).toEqual([act.name, 200, [401, 401]]);
  }
});

it('turning sign-in off and on takes effect for everyone except admins', async () => {
  const holder = await person(ctx);
  await call(ctx, toggleLogin, { body: {} }, { token: admin.token });
  expect([await answers(holder.token), await answers(admin.token)]).toEqual([ended, good]);
  await call(second, toggleLogin, { body: {} }, { token: admin.token });
  expect(await answers(holder.token)).toEqual(good);
});

it('turning a platform off takes effect in every process', async () => {
  const seller = await person(ctx, { balance: 1000 });
  const create = async (at: { server: FastifyInstance }) =>
    (
      await call(
        at,
        createIptvLine,
        { body: { isOficial: true, nota: 'x', package: 1 } },
        { token: seller.token },
      )
    ).status;
  expect([await create(ctx), await create(second)]).toEqual([200, 200]);
  await call(second, toggleIptv, { body: {} }, { token: admin.token });
  expect([await create(ctx), await create(second)]).toEqual([403, 403]);
  await call(ctx, toggleIptv, { body: {} }, { token: admin.token });
  expect([await create(ctx), await create(second)]).toEqual([200, 200]);
});

it('a granted or revoked grant takes effect in every process', async () => {
  const holder = await person(ctx);
  const seen = async () =>
    (await call(second, getProfile, {}, { token: holder.token })).body.grants;
  const set = (grants: string[]) =>
    call(ctx, setGrants, { params: { id: holder.id }, body: { grants } }, { token: admin.token });
  await set(['games', 'logs.export']);
  expect(await seen()).toEqual(['games', 'logs.export']);
  await set([]);
  expect(await seen()).toEqual([]);
});
