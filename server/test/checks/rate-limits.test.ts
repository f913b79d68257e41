/** Tests rate limits with two servers on one database, which simulate two processes. */
import { checkActivationCode, checkP2pLine } from '@ramal/contract/activation';
import type { FastifyInstance } from 'fastify';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { p2pLine, person } from '../accounts.ts';
import { exemptEverybody } from '../blocklist.ts';
import { type TestContext, call, createTestContext } from '../context.ts';
import { type OpenPlayer, openPlayer, seedLine } from '../player.ts';
import { makePanelServer } from '../../src/app.ts';
import { rateLimits } from '../../src/foundation/limits/rate-limits.ts';

let ctx: TestContext;
let players: readonly [OpenPlayer, OpenPlayer];
let servers: readonly [FastifyInstance, FastifyInstance];
beforeAll(async () => {
  ctx = await createTestContext({ RAMAL_TRUSTED_PROXIES: '127.0.0.1' });
  await exemptEverybody(ctx);
  players = [await openPlayer(ctx), await openPlayer(ctx)];
  servers = [ctx.server, await makePanelServer(ctx)];
});
beforeEach(() => ctx.owner.query('delete from rate_limits'));
afterAll(async () => {
  for (const player of players) await player.close();
  await servers[1].close();
  await ctx.close();
});

let addresses = 0;
const newAddress = () => `198.51.100.${(addresses += 1)}`;
const signIn = (process: 0 | 1, username: string, password: string, ip: string) =>
  fetch(`${players[process].url}/player_api.php?${new URLSearchParams({ username, password })}`, {
    headers: { 'x-forwarded-for': ip },
  });
const processOf = (index: number): 0 | 1 => (index % 2 === 0 ? 0 : 1);

describe('two processes share one rate limit', () => {
  it('two processes share the limit of wrong player sign-ins', async () => {
    const line = await seedLine(ctx);
    const ip = newAddress();
    for (let index = 0; index < rateLimits['player-sign-in'].points; index += 1)
      expect((await signIn(processOf(index), `${index}`, 'x', ip)).status).toBe(200);
    for (const process of [0, 1] as const)
      expect((await signIn(process, line.username, line.password, ip)).status).toBe(429);
    expect((await signIn(0, line.username, line.password, newAddress())).status).toBe(200);
  });

  it('two processes share the limit of unknown short links', async () => {
    const ip = newAddress();
    const open = async (process: 0 | 1) => {
      const headers = { 'x-forwarded-for': ip };
      return (await fetch(`${players[process].url}/s/p-nenhum`, { headers })).status;
    };
    for (let index = 0; index < rateLimits['player-short-link'].points; index += 1)
      expect(await open(processOf(index))).toBe(404);
    expect([await open(0), await open(1)]).toEqual([429, 429]);
  });

  it('two processes share the limit of wrong passwords and exempt a network with an earlier success', async () => {
    const line = await p2pLine(ctx, await person(ctx, { balance: 1_000 }));
    const check = async (process: 0 | 1, pass: string, ip: string) => {
      const input = { body: { name: line.name, pass } };
      return (await call({ server: servers[process] }, checkP2pLine, input, { address: ip }))
        .status;
    };
    const home = newAddress();
    expect(await check(0, line.pass, home)).toBe(200);
    const strangers = Array.from({ length: 10 }, newAddress);
    for (let index = 0; index < rateLimits['app-sign-in-name'].points; index += 1)
      expect(await check(processOf(index), `errada-${index}`, strangers[index % 10]!)).toBe(401);
    for (const process of [0, 1] as const) {
      expect(await check(process, line.pass, strangers[process]!)).toBe(429);
      expect(await check(process, line.pass, newAddress())).toBe(200);
      expect(await check(process, line.pass, home)).toBe(200);
    }
  });

  it('two processes share the limit of activation code checks without writing a rejected one', async () => {
    const ip = newAddress();
    const ask = async (process: 0 | 1) => {
      const input = { body: { secret: 'x'.repeat(43) } };
      const as = { address: ip };
      return (await call({ server: servers[process] }, checkActivationCode, input, as)).status;
    };
    const points = async () => {
      const { rows } = await ctx.owner.query<{ points: number }>(
        `select points from rate_limits where key like 'activation-checked%'`,
      );
      return rows[0]?.points;
    };
    await ask(0);
    const { points: most } = rateLimits['activation-checked'];
    await ctx.owner.query('update rate_limits set points = $1', [most - 1]);
    expect([await ask(1), await ask(0), await ask(1)]).toEqual([200, 429, 429]);
    const before = await points();
    expect([await ask(0), await ask(1)]).toEqual([429, 429]);
    expect(await points()).toBe(before);
  });
});

it('correct sign-ins of a player write two counts a day and read them once', async () => {
  const line = await seedLine(ctx);
  const ip = newAddress();
  // The test observes every connection, because a count is added in a transaction on a separate
  // connection.
  const query = vi.spyOn(pg.Client.prototype, 'query');
  for (let index = 0; index < 20; index += 1)
    expect((await signIn(0, line.username, line.password, ip)).status).toBe(200);
  const sent: unknown[] = query.mock.calls.map(([statement]) => statement);
  query.mockRestore();
  const texts = sent.map((argument) =>
    typeof argument === 'string' ? argument : (argument as { readonly text: string }).text,
  );
  const counts = texts.filter((text) => /rate_limits/.test(text));
  expect(counts.length).toBeLessThan(10);
  // The first write counts the sign-ins of the network. The second write stores that the name and
  // password were correct.
  expect(counts.filter((text) => /insert|update/i.test(text))).toHaveLength(2);
  expect((await ctx.owner.query('select from rate_limits')).rowCount).toBe(2);
});
