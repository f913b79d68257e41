/**
 * Tests that calls hash a password last and in a separate queue, because hashing costs the most,
 * and that hashes are counted.
 */
import { randomUUID } from 'node:crypto';
import { hash } from '@node-rs/argon2';
import { createReseller, editReseller } from '@ramal/contract/resellers/resellers';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { type TestContext, call, createTestContext } from '../../test/context.ts';
import { type Person, person } from '../../test/accounts.ts';
import { hashPassword, verifyPassword } from '../access/access.ts';

// Uses the real hash function and counts its calls.
vi.mock('@node-rs/argon2', { spy: true });

let ctx: TestContext;
let seller: Person;
beforeAll(async () => {
  ctx = await createTestContext();
});
beforeEach(async () => {
  seller = await person(ctx, { balance: 1000 });
  vi.mocked(hash).mockClear();
});
afterAll(() => ctx.close());

const hashes = () => vi.mocked(hash).mock.calls.length;
const create = (body: Record<string, unknown>, key?: string) =>
  call(
    ctx,
    createReseller,
    { body: { username: `nova-${randomUUID().slice(0, 8)}`, password: 'abrir-conta-1', ...body } },
    { token: seller.token, ...(key ? { key } : {}) },
  );
const edit = (id: number, username: string) =>
  call(
    ctx,
    editReseller,
    { params: { id }, body: { username, email: '+55 92 95555-0118', password: 'outra-conta-1' } },
    { token: seller.token },
  );

describe('a new password', () => {
  it('hashes no password if the name is taken or credits are missing or the account is not found', async () => {
    const child = await person(ctx, { parent: seller });
    const stranger = await person(ctx);
    const replies = [
      await create({ credits: 0, username: seller.username.toUpperCase() }),
      await create({ credits: 11 }),
      await edit(child.id, seller.username),
      await edit(stranger.id, `nome-${randomUUID().slice(0, 8)}`),
    ];
    expect(replies.map(({ body }) => body.code)).toEqual([
      'account_taken',
      'insufficient_credits',
      'account_taken',
      'reseller_not_found',
    ]);
    expect(hashes()).toBe(0);
  });

  it('hashes at most thirty passwords a minute for one account', async () => {
    const replies = await Promise.all(Array.from({ length: 40 }, () => create({ credits: 0 })));
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(30);
    const refused = replies.filter(({ status }) => status === 429);
    expect(refused).toHaveLength(10);
    expect(Number(refused[0]!.headers['retry-after'])).toBeGreaterThan(0);
    expect(hashes()).toBe(30);
    // The limit of one account does not affect another account.
    seller = await person(ctx, { balance: 0 });
    expect((await create({ credits: 0 })).status).toBe(200);
  });

  it('returns the first response of a repeated call without another hash', async () => {
    const key = randomUUID();
    const body = { credits: 10, username: `uma-${randomUUID().slice(0, 8)}` };
    const first = await create(body, key);
    expect(first.status).toBe(200);
    expect((await create(body, key)).body).toEqual(first.body);
  });
});

it('checks a sign-in while many new passwords wait', async () => {
  let done = 0;
  const flood = Array.from({ length: 60 }, () => hashPassword('abrir-conta-1').then(() => done++));
  await verifyPassword(undefined, 'senha-errada-9');
  expect(done).toBeLessThan(30);
  await Promise.all(flood);
});
