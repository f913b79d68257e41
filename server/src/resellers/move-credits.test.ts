import { randomUUID } from 'node:crypto';
import { getProfile } from '@ramal/contract/sessions';
import { moveCredits } from '@ramal/contract/resellers/resellers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { TODAY, type TestContext, call, createTestContext } from '../../test/context.ts';
import { type Person, readAccountBalance, person } from '../../test/accounts.ts';
import { sentDuring } from '../../test/sent-statements.ts';

let ctx: TestContext;
let admin: Person;
beforeAll(async () => {
  ctx = await createTestContext();
  admin = await person(ctx, { profile: 'admin' });
});
afterAll(() => ctx.close());

const move = (actor: Person, id: number, body: Record<string, unknown>, key?: string) =>
  call(
    ctx,
    moveCredits,
    { params: { id }, body: { sale: 6.5, ...body } },
    { token: actor.token, ...(key ? { key } : {}) },
  );

async function pair(mine = 10_000, theirs = 2000): Promise<{ parent: Person; child: Person }> {
  const parent = await person(ctx, { balance: mine });
  return {
    parent,
    child: await person(ctx, {
      parent,
      balance: theirs,
      username: `filha-${randomUUID().slice(0, 8)}`,
    }),
  };
}

const entriesOf = async (id: number) =>
  (
    await ctx.owner.query(
      `select reason, amount::int, unit_price_cents::int as price, note, actor_id::int as actor,
         from_balance::int as from, to_balance::int as to
       from entries where account_id = $1 and reason <> 'opening-credits' order by id`,
      [id],
    )
  ).rows;

describe('giving', () => {
  it('moves credits from parent to child and names the child in the message', async () => {
    const { parent, child } = await pair();
    const reply = await move(parent, child.id, {
      credits: 20,
      reason: 'Recarga semanal, Pix recebido',
    });
    expect(reply.status).toBe(200);
    expect(reply.body.message).toBe(`Créditos adicionados com sucesso para ${child.username}`);
    expect(reply.body.balance).toBe(80);
    expect(reply.body.data).toMatchObject({
      id: child.id,
      credits: 40,
      days_to_due: 0,
      sale: 6.5,
      is_direct: true,
    });
    expect([
      await readAccountBalance(ctx, parent.id),
      await readAccountBalance(ctx, child.id),
    ]).toEqual([8000, 4000]);
    expect(await entriesOf(child.id)).toEqual([
      {
        reason: 'credits-given',
        amount: 2000,
        price: 650,
        note: 'Recarga semanal, Pix recebido',
        actor: parent.id,
        from: 8000,
        to: 4000,
      },
    ]);
  });

  it('changes both balances in the next request', async () => {
    const { parent, child } = await pair();
    await move(parent, child.id, { credits: 10.25 });
    const credits = async (account: Person) =>
      (await call(ctx, getProfile, {}, { token: account.token })).body.credits;
    expect([await credits(parent), await credits(child)]).toEqual([89.75, 30.25]);
  });

  it('counts given credits as a top-up in both lists of the day', async () => {
    const { parent, child } = await pair();
    await ctx.owner.query(`update accounts set last_topup_at = '2026-01-01' where id = $1`, [
      child.id,
    ]);
    await move(parent, child.id, { credits: 10 });
    const { rows } = await ctx.owner.query('select last_topup_at from accounts where id = $1', [
      child.id,
    ]);
    expect(rows[0].last_topup_at).toEqual(new Date(TODAY));
  });

  it('records an event of the child', async () => {
    const { parent, child } = await pair();
    await move(parent, child.id, { credits: 10, reason: 'Primeira' });
    const { rows } = await ctx.owner.query(
      `select kind, actor_id::int as actor, after, host(address) as address from events where account_id = $1`,
      [child.id],
    );
    expect(rows).toContainEqual({
      kind: 'credits-given',
      actor: parent.id,
      after: { hundredths: 1000, saleCents: 650, note: 'Primeira' },
      address: '203.0.113.7',
    });
  });

  it('refuses to give more than the balance in whole or in part', async () => {
    const { parent, child } = await pair(1999);
    const reply = await move(parent, child.id, { credits: 20 });
    expect([reply.status, reply.body.code]).toEqual([422, 'insufficient_credits']);
    expect(await entriesOf(child.id)).toEqual([]);
    expect((await move(parent, child.id, { credits: 19.99 })).body.balance).toBe(0);
  });

  it('requires at least ten credits to give', async () => {
    const { parent, child } = await pair();
    const reply = await move(parent, child.id, { credits: 9.99 });
    expect([reply.status, reply.body.message]).toEqual([
      422,
      'A operação mínima é de 10 créditos.',
    ]);
    expect((await move(parent, child.id, { credits: 10 })).status).toBe(200);
  });
});

describe('withdrawing', () => {
  it('withdraws credits with a different message and counts no top-up', async () => {
    const { parent, child } = await pair();
    const reply = await move(parent, child.id, { credits: -15, reason: 'Devolução' });
    expect(reply.body.message).toBe(`Créditos retirados com sucesso de ${child.username}`);
    expect(reply.body).toMatchObject({
      balance: 115,
      data: { credits: 5, days_to_due: null, sale: null },
    });
    expect(await entriesOf(child.id)).toMatchObject([
      { reason: 'credits-withdrawn', amount: 1500, from: 500, to: 11_500 },
    ]);
  });

  it('refuses to withdraw more than the balance', async () => {
    const { parent, child } = await pair(0, 2000);
    const reply = await move(parent, child.id, { credits: -20.01 });
    expect([reply.status, reply.body.code]).toEqual([422, 'child_insufficient_credits']);
    expect(await readAccountBalance(ctx, child.id)).toBe(2000);
  });

  it('withdraws at least ten credits or the whole rest', async () => {
    const { parent, child } = await pair(0, 350);
    expect((await move(parent, child.id, { credits: -3 })).body.code).toBe('minimum_operation');
    expect((await move(parent, child.id, { credits: -3.5 })).status).toBe(200);
    expect([
      await readAccountBalance(ctx, parent.id),
      await readAccountBalance(ctx, child.id),
    ]).toEqual([350, 0]);
  });
});

describe('between accounts', () => {
  it('allows movements only between parent and direct child', async () => {
    const { parent, child } = await pair();
    const grandchild = await person(ctx, { parent: child, balance: 5000 });
    for (const id of [grandchild.id, parent.id]) {
      const reply = await move(parent, id, { credits: 10 });
      expect([reply.status, reply.body.code]).toEqual([403, 'not_direct_child']);
    }
    const stranger = await person(ctx, { balance: 5000 });
    const sibling = await person(ctx, { parent, balance: 5000 });
    for (const [actor, id] of [
      [child, parent.id],
      [child, sibling.id],
      [stranger, child.id],
      [parent, admin.id],
      [parent, 999_999_999],
    ] as const) {
      const reply = await move(actor, id, { credits: -10 });
      expect([reply.status, reply.body.message]).toEqual([
        404,
        'Não foi possível encontrar a revenda',
      ]);
    }
  });

  it('lets an admin move credits with any account that has a wallet', async () => {
    const { child } = await pair();
    const duration = await move(admin, child.id, { credits: 100 });
    expect(duration.body).toMatchObject({
      balance: null,
      data: { credits: 120, sale: null, is_direct: false },
    });
    expect((await move(admin, child.id, { credits: -120 })).body.data.credits).toBe(0);
    const other = await person(ctx, { profile: 'admin' });
    for (const id of [admin.id, other.id]) {
      const reply = await move(admin, id, { credits: 10 });
      expect([reply.status, reply.body.code]).toEqual([403, 'cannot_credit_admin']);
    }
  });

  it('refuses a deleted account', async () => {
    const { parent, child } = await pair();
    await ctx.owner.query('update accounts set deleted_at = now() where id = $1', [child.id]);
    expect((await move(parent, child.id, { credits: -10 })).body.code).toBe('reseller_not_found');
    expect((await move(admin, child.id, { credits: 10 })).body.code).toBe('reseller_not_found');
  });
});

describe('input of the form', () => {
  it('requires credits and a unit price', async () => {
    const { parent, child } = await pair();
    const reply = await call(
      ctx,
      moveCredits,
      { params: { id: child.id }, body: {} },
      { token: parent.token },
    );
    expect(reply.body.fields).toEqual({
      credits: 'O campo Créditos é necessário.',
      sale: 'O campo Valor unitário é necessário.',
    });
    expect((await move(parent, child.id, { credits: 10, sale: -1 })).body.fields).toEqual({
      sale: 'O campo Valor unitário não esta no formato correto.',
    });
  });

  it('accepts a form with a decimal comma', async () => {
    const { parent, child } = await pair();
    expect((await move(parent, child.id, { credits: '10,5', sale: '6,5' })).body.data.credits).toBe(
      30.5,
    );
  });

  const amounts = [
    '0',
    '0.30000000000000004',
    '10.001',
    '9007199254740993',
    '1e309',
    'NaN',
    '"dez"',
    '"1e3"',
    'null',
    'true',
    '{}',
  ];
  it.each(amounts)('is refused as credits when it is %s', async (credits) => {
    const { parent, child } = await pair();
    const response = await ctx.server.inject({
      method: 'PUT',
      url: `/api/reg-users/${child.id}`,
      headers: { authorization: `Bearer ${parent.token}`, 'content-type': 'application/json' },
      payload: `{"action":0,"sale":1,"credits":${credits}}`,
    });
    expect(response.statusCode).toBeGreaterThanOrEqual(400);
    expect(response.statusCode).toBeLessThan(500);
    expect(await entriesOf(child.id)).toEqual([]);
  });
});

describe('the same form sent again', () => {
  it('moves once for twenty simultaneous repeats and returns equal responses', async () => {
    const { parent, child } = await pair();
    const key = randomUUID();
    const replies = await Promise.all(
      Array.from({ length: 20 }, () => move(parent, child.id, { credits: 10 }, key)),
    );
    for (const reply of replies) {
      expect(reply.status).toBe(200);
      expect(reply.body).toEqual(replies[0]!.body);
    }
    expect([
      await readAccountBalance(ctx, parent.id),
      await readAccountBalance(ctx, child.id),
    ]).toEqual([9000, 3000]);
  });

  it('refuses the same key with another amount or child', async () => {
    const { parent, child } = await pair();
    const sibling = await person(ctx, { parent });
    const key = randomUUID();
    await move(parent, child.id, { credits: 10 }, key);
    for (const reply of [
      await move(parent, child.id, { credits: 11 }, key),
      await move(parent, sibling.id, { credits: 10 }, key),
    ]) {
      expect([reply.status, reply.body.code]).toEqual([409, 'key_reused']);
    }
    expect(await readAccountBalance(ctx, parent.id)).toBe(9000);
  });

  it('separates equal keys of different accounts', async () => {
    const { parent, child } = await pair();
    const key = randomUUID();
    await move(parent, child.id, { credits: 10 }, key);
    expect((await move(admin, child.id, { credits: 10 }, key)).status).toBe(200);
    expect(await readAccountBalance(ctx, child.id)).toBe(4000);
  });
});

it('uses two round trips with only one of them under the locks', async () => {
  const { parent, child } = await pair();
  const give = () => move(parent, child.id, { credits: 10 }, randomUUID());
  const account = 1;
  // Statements of other work in this process are counted too. The smallest of three counts is
  // therefore exact.
  const counts = [];
  for (let n = 0; n < 3; n += 1) {
    const sent = await sentDuring(ctx, async () => expect((await give()).status).toBe(200));
    counts.push(sent.length);
  }
  expect(Math.min(...counts)).toBe(account + 2);
});
