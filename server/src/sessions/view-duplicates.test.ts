import { viewDuplicates } from '@ramal/contract/resellers/reseller-tree';
import { signIn } from '@ramal/contract/sessions';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestContext, call, createTestContext } from '../../test/context.ts';
import { PASSWORD, type Person, person } from '../../test/accounts.ts';

let ctx: TestContext;
let admin: Person;
const names = ['ana', 'bela', 'célia', 'dora'] as const;
let ids: Record<(typeof names)[number], number>;
beforeAll(async () => {
  ctx = await createTestContext();
  admin = await person(ctx, {
    profile: 'admin',
    username: 'admin',
    until: '2026-11-23T15:00:00Z',
  });
  const created = await Promise.all(
    names.map((username) => person(ctx, { parent: admin, username })),
  );
  ids = Object.fromEntries(created.map(({ username, id }) => [username, id])) as typeof ids;
  await ctx.owner.query('update sign_ins set address = null');
});
afterAll(() => ctx.close());

const signInAt = async (username: string, ip: string, at: string, password = PASSWORD) => {
  ctx.clock.set(at);
  return (await call(ctx, signIn, { body: { username, password } }, { address: ip })).status;
};
const requestDuplicates = async (query: Record<string, unknown> = {}) =>
  (await call(ctx, viewDuplicates, { query }, { token: admin.token })).body;

describe('the duplicate panel', () => {
  it('lists the addresses that several accounts used today, latest first', async () => {
    // The last second of yesterday in São Paulo, and the first second of today.
    await signInAt('ana', '203.0.113.1', '2026-11-22T02:59:59Z');
    await signInAt('bela', '203.0.113.1', '2026-11-22T03:00:00Z');
    await signInAt('bela', '203.0.113.2', '2026-11-22T10:00:00Z');
    await signInAt('ana', '203.0.113.2', '2026-11-22T11:00:00Z');
    await signInAt('ana', '203.0.113.2', '2026-11-22T12:00:00Z');
    await signInAt('dora', '2001:db8::1', '2026-11-22T13:00:00Z');
    await signInAt('célia', '2001:db8::1', '2026-11-22T14:00:00Z');
    // Only one account signed in at this address. The sign-in of the other account failed.
    await signInAt('ana', '203.0.113.3', '2026-11-22T14:10:00Z');
    await signInAt('ana', '203.0.113.3', '2026-11-22T14:20:00Z');
    expect(await signInAt('dora', '203.0.113.3', '2026-11-22T14:30:00Z', 'outra-senha')).toBe(401);
    expect(await requestDuplicates()).toEqual({
      data: [
        {
          ip: '2001:db8::1',
          revendedores: 'célia, dora',
          ids: [ids.célia, ids.dora],
          total: 2,
          last_at: '22/11/2026 11:00',
        },
        {
          ip: '203.0.113.2',
          revendedores: 'ana, bela',
          ids: [ids.ana, ids.bela],
          total: 3,
          last_at: '22/11/2026 09:00',
        },
      ],
      total: 2,
      total_exact: true,
      current_page: 1,
      per_page: 10,
      last_page: 1,
    });
  });

  it('finds an address by a part of it or of a user name', async () => {
    const ips = async (search: string) =>
      (await requestDuplicates({ search })).data.map(({ ip }) => ip);
    expect(await ips('113.2')).toEqual(['203.0.113.2']);
    expect(await ips('CELIA')).toEqual(['2001:db8::1']);
    expect((await requestDuplicates({ search: 'bela' })).data).toMatchObject([
      { revendedores: 'ana, bela' },
    ]);
    expect(await ips('%')).toEqual([]);
  });

  it('returns the duplicates in pages', async () => {
    const page = await requestDuplicates({ per_page: 1, page: 2 });
    expect(page).toMatchObject({ total: 2, last_page: 2, data: [{ ip: '203.0.113.2' }] });
    expect((await requestDuplicates({ per_page: 1, page: 3 })).data).toEqual([]);
  });

  it('includes accounts that were deleted after their sign-in', async () => {
    await ctx.owner.query('update accounts set deleted_at = now() where id = $1', [ids.dora]);
    expect((await requestDuplicates()).data[0]).toMatchObject({ revendedores: 'célia, dora' });
  });

  it('shows no sign-ins of the previous day after midnight', async () => {
    ctx.clock.set('2026-11-23T03:00:00Z');
    expect((await requestDuplicates()).data).toEqual([]);
  });
});
