/** Tests invitations to resellers: their conditions, their end, and what strangers may do. */
import { randomUUID } from 'node:crypto';
import {
  acceptInvitation,
  createInvitation,
  getInvitation,
  listInvitations,
  MAX_OPEN_INVITATIONS,
  revokeInvitation,
} from '@ramal/contract/referrals/invitations';
import { DAY_MS } from '@ramal/contract/rules/durations';
import { getLimits, setLimits } from '@ramal/contract/resellers/limits';
import { signIn } from '@ramal/contract/sessions';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { readAccountBalance, type Person, person } from '../../../test/accounts.ts';
import { call, createTestContext, type TestContext } from '../../../test/context.ts';
import { readAccountEvents } from '../../../test/second-factor.ts';
import { verifyLedger } from '../../credits/credits.ts';
import { rateLimits } from '../../foundation/limits/rate-limits.ts';

let ctx: TestContext;
let admin: Person;
let inviter: Person;
beforeAll(async () => {
  ctx = await createTestContext();
  admin = await person(ctx, { profile: 'admin', until: '2027-11-21' });
});
afterAll(() => ctx.close());
beforeEach(async () => {
  inviter = await person(ctx, { parent: admin, balance: 10_000, until: '2027-11-21' });
  await ctx.owner.query('delete from rate_limits');
});

async function invite(body: Record<string, unknown> = {}): Promise<string> {
  const { status, body: answer } = await call(
    ctx,
    createInvitation,
    { body },
    { token: inviter.token },
  );
  expect(status).toBe(200);
  return answer.invitation.url.split('/').at(-1)!;
}

let names = 0;
const accept = (code: string, more: Record<string, unknown> = {}, address?: string) =>
  call(
    ctx,
    acceptInvitation,
    {
      params: { code },
      body: { username: `nova.${(names += 1)}`, password: 'senha-segura-1', ...more },
    },
    address === undefined ? {} : { address },
  );

const open = async (code: string) => (await call(ctx, getInvitation, { params: { code } })).body;

const list = async () => (await call(ctx, listInvitations, {}, { token: inviter.token })).body.data;

const accountId = async (username: string): Promise<number> =>
  (await ctx.owner.query('select id::int from accounts where username = $1', [username])).rows[0]
    .id;

describe('an invitation', () => {
  it('creates an account below the inviter with its credits, price and limits', async () => {
    const code = await invite({
      sale: 6.5,
      credits: 20,
      lines: 50,
      trials_a_day: 5,
      credits_a_day: 30,
      lowest_price: 7,
      welcome_text: 'Bem-vindo',
    });
    expect(await open(code)).toMatchObject({
      inviter: inviter.username,
      sale: 6.5,
      credits: 20,
      lines: 50,
      trials_a_day: 5,
      credits_a_day: 30,
      lowest_price: 7,
      state: 'open',
      welcome_text: 'Bem-vindo',
    });
    const { status, body } = await accept(code.toUpperCase(), { email: '11955550142' });
    expect([status, body.credits]).toEqual([200, 20]);
    const id = await accountId(body.username);
    expect([await readAccountBalance(ctx, inviter.id), await readAccountBalance(ctx, id)]).toEqual([
      8_000, 2_000,
    ]);
    const { rows } = await ctx.owner.query(
      'select parent_id::int, sale_cents::int, whatsapp from accounts where id = $1',
      [id],
    );
    expect(rows[0]).toEqual({ parent_id: inviter.id, sale_cents: 650, whatsapp: '5511955550142' });
    const limits = await call(ctx, getLimits, { params: { id } }, { token: inviter.token });
    expect(limits.body.effective).toMatchObject({
      lines: 50,
      trials_a_day: 5,
      credits_a_day: 30,
      lowest_price: 7,
    });
    expect((await list())[0]).toMatchObject({
      state: 'used',
      uses: 1,
      accounts: [{ id, username: body.username }],
    });
    const entered = await call(ctx, signIn, {
      body: { username: body.username, password: 'senha-segura-1' },
    });
    expect(entered.status).toBe(200);
    const kinds = (await readAccountEvents(ctx, id)).map(({ kind }) => kind);
    expect(kinds).toEqual(expect.arrayContaining(['reseller-created', 'invitation-accepted']));
  });

  it('refuses clearly if the inviter lacks the first credits and creates nothing', async () => {
    const code = await invite({ credits: 101 });
    const { status, body } = await accept(code);
    expect([status, body.code]).toEqual([409, 'invitation_without_credits']);
    expect(body.message).toContain('sem créditos');
    expect((await list())[0]).toMatchObject({ state: 'open', uses: 0, accounts: [] });
  });

  it('counts its first credits against the inviter’s credits a day', async () => {
    const code = await invite({ credits: 30 });
    await call(
      ctx,
      setLimits,
      { params: { id: inviter.id }, body: { credits_a_day: 20 } },
      { token: admin.token },
    );
    expect((await accept(code)).body.code).toBe('invitation_without_credits');
    expect(await readAccountBalance(ctx, inviter.id)).toBe(10_000);
  });

  it('refuses a price below the limit from above', async () => {
    await call(
      ctx,
      setLimits,
      { params: { id: inviter.id }, body: { lowest_price: 7 } },
      { token: admin.token },
    );
    const cheap = await call(
      ctx,
      createInvitation,
      { body: { credits: 10, sale: 6 } },
      { token: inviter.token },
    );
    expect([cheap.status, cheap.body.code]).toEqual([422, 'limit_lowest_price']);
  });

  it('ends with its expiry', async () => {
    const code = await invite({ days: 2 });
    ctx.clock.forward(2 * DAY_MS);
    expect((await open(code)).state).toBe('expired');
    expect((await accept(code)).body.code).toBe('invitation_closed');
  });

  it('ends when it is revoked, and only its inviter can revoke it', async () => {
    const code = await invite();
    const { id } = (await list())[0]!;
    const other = await person(ctx, { parent: admin, until: '2027-11-21' });
    const revoke = (by: Person) =>
      call(ctx, revokeInvitation, { params: { id } }, { token: by.token });
    expect((await revoke(other)).status).toBe(404);
    expect((await revoke(inviter)).status).toBe(200);
    expect((await accept(code)).body.code).toBe('invitation_closed');
    expect((await list())[0]!.state).toBe('revoked');
  });

  it.each(['blocked_at', 'blocked_by_admin_at', 'deleted_at'])(
    'is closed while the %s of its inviter is set',
    async (column) => {
      const code = await invite();
      await ctx.owner.query(`update accounts set ${column} = now() where id = $1`, [inviter.id]);
      expect(await open(code)).toMatchObject({ state: 'closed', inviter: '' });
      expect((await accept(code)).body.code).toBe('invitation_closed');
    },
  );

  it('creates one account for each use, whatever arrives at the same time', async () => {
    const code = await invite({ max_uses: 3, credits: 10 });
    const replies = await Promise.all(
      Array.from({ length: 9 }, (_, index) => accept(code, {}, `203.0.113.${index + 1}`)),
    );
    const codes = replies.map(({ body }) => body.code ?? 'created').toSorted();
    expect(codes).toEqual([
      ...Array.from({ length: 3 }, () => 'created'),
      ...Array.from({ length: 6 }, () => 'invitation_closed'),
    ]);
    expect(await readAccountBalance(ctx, inviter.id)).toBe(7_000);
    expect(await verifyLedger(ctx)).toMatchObject({ sum: 0, drifted: [] });
  });

  it('creates one account for equal requests of one attempt, and answers them alike', async () => {
    const code = await invite({ max_uses: 3, credits: 10 });
    const account = { username: 'tentou.de.novo', client_id: randomUUID() };
    const replies = await Promise.all(
      Array.from({ length: 4 }, (_, index) => accept(code, account, `203.0.113.${index + 1}`)),
    );
    const late = await accept(code, { ...account, g_recaptcha_response: 'outra' });
    for (const { status, body } of [...replies, late])
      expect([status, body.username, body.credits]).toEqual([200, 'tentou.de.novo', 10]);
    expect((await list())[0]).toMatchObject({ uses: 1 });
    expect(await readAccountBalance(ctx, inviter.id)).toBe(9_000);
    const other = await accept(code, { ...account, password: 'outra-senha-1' });
    expect(other.body.code).toBe('account_taken');
    const foreign = await accept(code, { username: 'outra.conta', client_id: account.client_id });
    expect(foreign.body.code).toBe('key_reused');
  });

  it('refuses a taken name with its field', async () => {
    const code = await invite();
    const { status, body } = await accept(code, { username: inviter.username.toUpperCase() });
    expect([status, body.code, Object.keys(body.fields ?? {})]).toEqual([
      422,
      'account_taken',
      ['username'],
    ]);
  });

  it('answers 404 for an unknown code and limits the attempts of a network', async () => {
    const { points } = rateLimits['invitation-network'];
    for (let index = 0; index < points; index += 1)
      expect((await accept('desconhecido')).status).toBe(404);
    expect((await accept('desconhecido')).status).toBe(429);
  });

  it('is limited in the number that is open at a time', async () => {
    for (let index = 0; index < MAX_OPEN_INVITATIONS; index += 1) await invite();
    const { status, body } = await call(
      ctx,
      createInvitation,
      { body: {} },
      { token: inviter.token },
    );
    expect([status, body.code]).toEqual([409, 'invitations_too_many']);
  });
});

it('requires the human check of the sign-in', async () => {
  const checked = await createTestContext({ RAMAL_CAPTCHA: 'altcha' });
  await checked.owner.query(
    `insert into accounts (username, password_hash, profile, ancestors) values ('dono', '', 'reseller', '{1}');
     insert into reseller_invitations (inviter_id, code, max_uses, expires_at, created_at)
       select id, 'abcdefabcdef', 1, now() + interval '40 years', now() from accounts where username = 'dono'`,
  );
  const { status, body } = await call(checked, acceptInvitation, {
    params: { code: 'abcdefabcdef' },
    body: { username: 'nova.conta', password: 'senha-segura-1' },
  });
  expect([status, body.code]).toEqual([422, 'human_check_failed']);
  await checked.close();
});
