import { editIptvLine, extendIptvLine, trustIptvLine } from '@ramal/contract/lines/iptv-lines';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { TODAY, type TestContext, call, createTestContext } from '../../../test/context.ts';
import { type Person, readAccountBalance, line, person } from '../../../test/accounts.ts';

let ctx: TestContext;
let seller: Person;
/** Line that expires on 21/12/2026 at 12:00 in São Paulo. */
let id: number;
beforeAll(async () => {
  ctx = await createTestContext();
  seller = await person(ctx, { balance: 10_000, until: '2028-01-01' });
});
beforeEach(async () => {
  id = (await line(ctx, seller, { nota: 'Cliente' })).id;
});
afterEach(() => ctx.clock.set(TODAY));
afterAll(() => ctx.close());

const edit = (body: Record<string, unknown>) =>
  call(ctx, editIptvLine, { params: { id }, body }, { token: seller.token });
const rollBack = (exp_day: unknown, more: Record<string, unknown> = {}) =>
  edit({ flagVencimento: 1, exp_day, ...more });
const stored = async () =>
  (await ctx.owner.query('select * from lines where id = $1', [id])).rows[0];

describe('the window', () => {
  it.each(['2026-12-18', '2026-12-19', '2026-12-20'])(
    '%s is open, and the time of day stays',
    async (day) => {
      const before = await readAccountBalance(ctx, seller.id);
      const { status, body } = await rollBack(day);
      expect(status).toBe(200);
      expect(body.exp_date).toBe(`${day.slice(8)}/12/2026 12:00`);
      expect(body.message).toBe('Vencimento retrocedido com sucesso');
      expect(await readAccountBalance(ctx, seller.id)).toBe(before);
    },
  );

  it.each(['2026-12-17', '2026-11-21', '2000-01-01', undefined])(
    '%s is too early or nothing at all',
    async (day) => {
      const before = await stored();
      const { status, body } = await rollBack(day);
      expect([status, body.code, body.title]).toEqual([
        422,
        'rollback_out_of_range',
        'Data inválida',
      ]);
      expect(body.message).toBe('Só é possível retroceder no máximo até 18/12/2026');
      expect(body.fields).toEqual({ exp_day: 'A partir de 18/12/2026.' });
      expect(await stored()).toEqual(before);
    },
  );

  it.each(['2026-12-21', '2026-12-22', '2027-12-21', '2099-12-31'])(
    '%s is no way forward',
    async (day) => {
      const before = await stored();
      const { status, body } = await rollBack(day);
      expect([status, body.code, body.title]).toEqual([
        422,
        'rollback_not_earlier',
        'Data inválida',
      ]);
      expect(body.message).toBe('Escolha um dia antes do vencimento atual, 21/12/2026.');
      expect(await stored()).toEqual(before);
    },
  );

  it.each(['2026-02-30', '20/12/2026', '2026-12-20T00:00:00Z', 20_261_220, ['2026-12-20']])(
    '%j is no day',
    async (day) => {
      expect((await rollBack(day)).body.fields).toEqual({
        exp_day: `O campo Vencimento não esta no formato correto.${typeof day === 'string' ? ' Escreva como 2026-12-31.' : ''}`,
      });
    },
  );

  it('counts days in the panel’s time zone instead of UTC', async () => {
    // 22:30 on the 21st in São Paulo is already the 22nd in UTC.
    await ctx.owner.query(`update lines set expires_at = '2026-12-22T01:30:00Z' where id = $1`, [
      id,
    ]);
    expect((await rollBack('2026-12-21')).body.code).toBe('rollback_not_earlier');
    expect((await rollBack('2026-12-17')).body.code).toBe('rollback_out_of_range');
    expect((await rollBack('2026-12-18')).body.exp_date).toBe('18/12/2026 22:30');
    expect((await stored()).expires_at).toEqual(new Date('2026-12-19T01:30:00Z'));
  });
});

describe('a second one counts from the expiry before the first', () => {
  it('allows further roll-backs until three days are used', async () => {
    expect((await rollBack('2026-12-20')).body.rollback_min).toBe('2026-12-18');
    expect((await rollBack('2026-12-17')).body.message).toBe(
      'Só é possível retroceder no máximo até 18/12/2026',
    );
    expect((await rollBack('2026-12-18')).body.rollback_min).toBeNull();
    expect((await rollBack('2026-12-17')).status).toBe(422);
  });

  it('allows three days again after a paid extension', async () => {
    await rollBack('2026-12-18');
    await call(
      ctx,
      extendIptvLine,
      { params: { id }, body: { credits: 0.6 } },
      { token: seller.token },
    );
    // The extension added 15 days to 18/12, so the line expires on 02/01/2027.
    expect((await rollBack('2026-12-29')).body.message).toBe(
      'Só é possível retroceder no máximo até 30/12/2026',
    );
    expect((await rollBack('2026-12-30')).body.exp_date).toBe('30/12/2026 12:00');
  });

  it('allows no additional days after trust', async () => {
    await rollBack('2026-12-18');
    const trusted = await call(
      ctx,
      trustIptvLine,
      { params: { id }, body: {} },
      { token: seller.token },
    );
    expect(trusted.body).toMatchObject({
      exp_date: '20/12/2026 12:00',
      rollback_min: '2026-12-18',
    });
    expect((await rollBack('2026-12-17')).status).toBe(422);
  });
});

it('ignores every other field', async () => {
  const before = await stored();
  await rollBack('2026-12-20', {
    username: '999999',
    nota: 'Outra',
    whatsapp: '5511900000009',
    package: 2,
  });
  expect(await stored()).toMatchObject({
    username: before.username,
    note: 'Cliente',
    whatsapp: null,
    package_id: '1',
    expires_at: new Date('2026-12-20T15:00:00Z'),
  });
});

it('requires the flag and ignores exp_day alone', async () => {
  const before = await stored();
  for (const flagVencimento of [undefined, 0, '0', false]) {
    expect((await edit({ flagVencimento, exp_day: '2026-12-19', nota: 'Cliente' })).status).toBe(
      200,
    );
  }
  expect((await stored()).expires_at).toEqual(before.expires_at);
});

it('records both expiries', async () => {
  await rollBack('2026-12-19');
  const { rows } = await ctx.owner.query(
    `select actor_id::int, before, after from events where line_id = $1 and kind = 'line-rolled-back'`,
    [id],
  );
  expect(rows).toEqual([
    {
      actor_id: seller.id,
      before: { expiresAt: '2026-12-21T15:00:00.000Z' },
      after: { expiresAt: '2026-12-19T15:00:00.000Z' },
    },
  ]);
});

it('may expire a line that is still running', async () => {
  ctx.clock.set('2026-12-20T20:00:00Z');
  expect((await rollBack('2026-12-20')).body).toMatchObject({
    exp_date: '20/12/2026 12:00',
    expiring: 2,
  });
});

describe('ignored fields', () => {
  it('ignores the day in an edit in any form', async () => {
    const { expires_at: before } = await stored();
    for (const exp_day of ['20/12/2026', 20_261_220, ['x'], '2026-12-20'])
      expect((await edit({ exp_day, nota: 'Nova' })).status).toBe(200);
    expect(await stored()).toMatchObject({ expires_at: before, note: 'Nova' });
  });

  it('ignores all other fields in a roll-back even if they are invalid', async () => {
    const { status } = await rollBack('2026-12-20', {
      nota: 'x'.repeat(300),
      whatsapp: 'abc',
      username: '!',
      bouquets: 'nenhum',
      flagVencimento: '1',
    });
    expect(status).toBe(200);
    expect(await stored()).toMatchObject({ note: 'Cliente', whatsapp: null });
  });
});
