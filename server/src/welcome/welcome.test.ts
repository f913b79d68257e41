/**
 * Tests the welcome page of a new installation over HTTP, with a real server behind its public
 * address.
 */
import { createServer, type Server } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { saveMailRelay } from '@ramal/contract/messaging';
import {
  getWelcomeState,
  leaveWelcome,
  skipWelcomeStep,
  viewWelcome,
} from '@ramal/contract/operations/welcome';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Person, person } from '../../test/accounts.ts';
import { type TestContext, call, createTestContext } from '../../test/context.ts';

let ctx: TestContext;
let admin: Person;
let site: Server;
let isAlive = true;
beforeAll(async () => {
  site = createServer((_request, response) =>
    isAlive ? response.end('{"ok":true}') : response.writeHead(502).end(),
  ).listen(0, '127.0.0.1');
  await once(site, 'listening');
  const { port } = site.address() as AddressInfo;
  ctx = await createTestContext({
    RAMAL_PUBLIC_URL: `http://127.0.0.1:${port}`,
    RAMAL_PRIVATE_ORIGINS: '127.0.0.1',
  });
  admin = await person(ctx, { profile: 'admin' });
});
afterAll(async () => {
  site.close();
  await ctx.close();
});

const view = async (account = admin) =>
  (await call(ctx, viewWelcome, {}, { token: account.token })).body;
const state = async (account = admin) =>
  (await call(ctx, getWelcomeState, {}, { token: account.token })).body;
const states = async () =>
  Object.fromEntries((await view()).steps.map(({ name, state: result }) => [name, result]));

it('measures each step and ticks what exists', async () => {
  expect(await states()).toEqual({
    address: 'done',
    tls: 'open',
    backup: 'open',
    mail: 'open',
    package: 'open',
    reseller: 'open',
  });
  isAlive = false;
  expect(await view()).toMatchObject({ address_failure: 'http', certificate_ends_timestamp: null });
  expect((await states()).address).toBe('open');
  isAlive = true;
  await ctx.owner.query(`insert into packages (name) values ('Família')`);
  await call(
    ctx,
    saveMailRelay,
    {
      body: {
        franchise: 0,
        host: 'smtp.exemplo.com',
        security: 'starttls',
        port: '587',
        from_address: 'avisos@exemplo.com',
        from_name: 'Avisos',
      },
    },
    { token: admin.token },
  );
  expect(await view()).toMatchObject({
    mail_host: 'smtp.exemplo.com',
    backup: { has_key: false, is_key_proven: false, has_remote: false },
  });
  expect(await states()).toMatchObject({ package: 'done', mail: 'done' });
});

it('opens for the first admin until it leaves, and remains until it is finished', async () => {
  const second = await person(ctx, { profile: 'admin' });
  expect(await state()).toEqual({ opens: true, is_pending: true });
  expect(await state(second)).toEqual({ opens: false, is_pending: false });
  for (const step of ['tls', 'backup', 'tls'] as const)
    await call(ctx, skipWelcomeStep, { body: { step } }, { token: admin.token });
  expect(await states()).toMatchObject({ tls: 'skipped', backup: 'skipped', address: 'done' });
  await call(ctx, leaveWelcome, { body: { is_done: false } }, { token: admin.token });
  expect(await state()).toEqual({ opens: false, is_pending: true });
  await person(ctx, { parent: admin });
  expect(await state()).toEqual({ opens: false, is_pending: true });
  expect((await states()).reseller).toBe('done');
  await call(ctx, leaveWelcome, { body: { is_done: true } }, { token: admin.token });
  expect(await state()).toEqual({ opens: false, is_pending: false });
});

it('never opens in an installation that has resellers', async () => {
  await ctx.owner.query('delete from welcomes');
  expect(await state()).toEqual({ opens: false, is_pending: false });
});
