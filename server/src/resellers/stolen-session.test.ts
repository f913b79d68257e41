/** What an admin's stolen session may not do without a fresh code (Q-STOLENSESSION). */
import { blockReseller, blockResellerAsAdmin } from '@ramal/contract/resellers/reseller-acts';
import { editReseller } from '@ramal/contract/resellers/resellers';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Person, person } from '../../test/accounts.ts';
import { type TestContext, call, createTestContext } from '../../test/context.ts';
import { type Authenticator, enrolled } from '../../test/second-factor.ts';

let ctx: TestContext;
let admin: Person;
let colleague: Person;
let seller: Person;
let phone: Authenticator;
beforeAll(async () => {
  ctx = await createTestContext();
  admin = await person(ctx, { profile: 'admin' });
  colleague = await person(ctx, { profile: 'admin' });
  seller = await person(ctx);
  phone = await enrolled(ctx, admin);
});
afterAll(() => ctx.close());

const as = () => ({ token: admin.token });
const reason = 'suspeita de fraude';
const acts = {
  'block an admin': (code: object) =>
    call(ctx, blockReseller, { params: { id: colleague.id }, body: { reason, ...code } }, as()),
  'block an admin as the administration': (code: object) =>
    call(
      ctx,
      blockResellerAsAdmin,
      { params: { id: colleague.id }, body: { reason, ...code } },
      as(),
    ),
  'set a reseller’s password': (code: object) =>
    call(
      ctx,
      editReseller,
      {
        params: { id: seller.id },
        body: {
          username: seller.username,
          email: '+55 92 95555-0118',
          password: 'nova-senha-1',
          ...code,
        },
      },
      as(),
    ),
};

it.each(Object.entries(acts))('%s', async (_name, act) => {
  expect((await act({})).body.code).toBe('code_2fa_missing');
  const wrong = await act({ code_2fa: '000000' });
  expect(['code_2fa_wrong', undefined]).toContain(wrong.body.code);
  // Each code counts once: the next step's.
  ctx.clock.forward(31_000);
  expect((await act({ code_2fa: await phone.code() })).status).toBe(200);
});

it('resellers are blocked, and accounts edited, without a code as before', async () => {
  const block = await call(
    ctx,
    blockReseller,
    { params: { id: seller.id }, body: { reason } },
    as(),
  );
  expect(block.status).toBe(200);
  const edit = await call(
    ctx,
    editReseller,
    { params: { id: seller.id }, body: { username: 'outro-nome', email: '+55 92 95555-0118' } },
    as(),
  );
  expect(edit.status).toBe(200);
});
