import { getLineHistory, renewLinePassword } from '@ramal/contract/lines/lines';
import { type P2pCalls, newP2pLines, p2pLines } from '@ramal/contract/lines/p2p-lines';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { TODAY, type TestContext, call, createTestContext } from '../../../test/context.ts';
import { type Person, readAccountBalance, p2pLine, person } from '../../../test/accounts.ts';

let ctx: TestContext;
let seller: Person;
beforeAll(async () => {
  ctx = await createTestContext({ RAMAL_ADULT_PASSWORD: '7412' });
  const parent = await person(ctx, { balance: 10_000, until: '2028-01-01' });
  seller = await person(ctx, {
    parent,
    balance: 100_000,
    grants: ['lines.new-p2p'],
    until: '2028-01-01',
  });
});
afterEach(() => ctx.clock.set(TODAY));
afterAll(() => ctx.close());

type Act = Parameters<typeof call>[1];
const services: [string, P2pCalls][] = [
  ['P2P', p2pLines],
  ['new P2P', newP2pLines],
];

describe.each(services)('on %s', (_name, calls) => {
  /** Line that expires on 21/12/2026 at 12:00 in São Paulo. */
  let created: Awaited<ReturnType<typeof p2pLine>>;
  beforeEach(async () => {
    created = await p2pLine(ctx, seller, calls);
  });

  const act = <E extends Act>(what: E, body: Record<string, unknown> = {}, id = created.id) =>
    call(ctx, what, { params: { id }, body }, { token: seller.token });
  const stored = async (id = created.id) =>
    (await ctx.owner.query('select * from lines where id = $1', [id])).rows[0];
  const result = async () =>
    (
      await ctx.owner.query(
        `select kind, before, after from events where line_id = $1 and kind <> 'line-created' order by id`,
        [created.id],
      )
    ).rows;
  const trial = async () => (await p2pLine(ctx, seller, calls, { isOficial: false })).id;

  it('switches a line off and on with 0 or as `on` requests and keeps a test a test', async () => {
    expect((await act(calls.toggle)).body).toMatchObject({
      status: 0,
      message: 'Linha desligada com sucesso',
    });
    expect((await act(calls.toggle)).body).toMatchObject({
      status: 1,
      message: 'Linha ligada com sucesso',
    });
    expect((await act(calls.toggle, { on: 1 })).body.status).toBe(1);
    expect((await result()).map(({ kind }) => kind)).toEqual([
      'line-switched-off',
      'line-switched-on',
    ]);
    const test = await trial();
    expect((await act(calls.toggle, { on: 0 }, test)).body.status).toBe(0);
    expect((await act(calls.toggle, { on: 1 }, test)).body.status).toBe(2);
  });

  it('extends and charges once per key with 1', async () => {
    const before = await readAccountBalance(ctx, seller.id);
    const extend = (key: string) =>
      call(
        ctx,
        calls.extend,
        { params: { id: created.id }, body: { credits: 2 } },
        { token: seller.token, key },
      );
    const key = crypto.randomUUID();
    const { body } = await extend(key);
    expect(body).toMatchObject({
      endTime: '19/02/2027 12:00',
      exp_date_formatted: '19/02/2027 12:00',
      charged: 2,
      balance: (before - 200) / 100,
      message: 'Linha renovada com sucesso',
    });
    expect((await extend(key)).body).toEqual(body);
    expect(await readAccountBalance(ctx, seller.id)).toBe(before - 200);
  });

  it('deletes a line with 2 without returning credits', async () => {
    const before = await readAccountBalance(ctx, seller.id);
    expect((await act(calls.remove)).body).toEqual({
      id: created.id,
      message: 'Usuário deletado com sucesso',
    });
    for (const what of [calls.remove, calls.receipt, calls.toggle]) {
      expect((await act(what)).body.code).toBe('line_not_found');
    }
    expect(await readAccountBalance(ctx, seller.id)).toBe(before);
  });

  it('changes only name and WhatsApp with 3', async () => {
    const name = `maria.${created.id}`;
    const { body } = await act(calls.edit, {
      name,
      whatsapp: '(11) 91234-5678',
      nota: 'Invasora',
      productid: 2,
    });
    expect(body).toMatchObject({
      name,
      pass: created.pass,
      whatsapp: '5511912345678',
      nota: 'Cliente',
      productid: 1,
      message: 'Usuário editado com sucesso',
    });
    expect((await act(calls.edit, { whatsapp: 0 })).body).toMatchObject({ name, whatsapp: null });
    const taken = await act(calls.edit, { name: (await p2pLine(ctx, seller, calls)).name });
    expect([taken.status, taken.body.code, taken.body.fields]).toEqual([
      422,
      'username_taken',
      { name: 'Este usuário já existe.' },
    ]);
  });

  it('rolls the expiry back within three days with 3 and flagVencimento', async () => {
    const rollBack = (exp_day?: string) =>
      act(calls.edit, { flagVencimento: 1, exp_day, name: 'outro.nome' });
    expect((await rollBack('2026-12-17')).body.code).toBe('rollback_out_of_range');
    expect((await rollBack()).body.code).toBe('rollback_out_of_range');
    expect((await rollBack('2026-12-21')).body.code).toBe('rollback_not_earlier');
    expect((await rollBack('2026-12-19')).body).toMatchObject({
      name: created.name,
      endTime: '19/12/2026 12:00',
      rollback_min: '2026-12-18',
      message: 'Vencimento retrocedido com sucesso',
    });
  });

  it('changes the note with 4 and requires it', async () => {
    expect((await act(calls.editNote, { nota: 'Sala' })).body).toMatchObject({
      nota: 'Sala',
      message: 'Anotações editadas com sucesso',
    });
    for (const nota of [undefined, '']) {
      const { status, body } = await act(calls.editNote, { nota });
      expect([status, body.fields]).toEqual([422, { nota: 'O campo Anotações é necessário.' }]);
    }
    expect((await stored()).note).toBe('Sala');
  });

  it('changes the product for free with 5 in both spellings and returns its name', async () => {
    const before = await readAccountBalance(ctx, seller.id);
    expect((await act(calls.editProduct, { product_id: 2 })).body).toMatchObject({
      productid: 2,
      product_name: 'PLANO COMPLETO SEM ADULTOS',
      message: 'Pacote alterado com sucesso',
    });
    expect((await act(calls.editProduct, { productid: '1' })).body.productid).toBe(1);
    expect((await act(calls.editProduct, { product_id: 1 })).status).toBe(200);
    expect(await result()).toEqual([
      {
        kind: 'line-edited',
        before: { package: 'PLANO COMPLETO' },
        after: { package: 'PLANO COMPLETO SEM ADULTOS' },
      },
      {
        kind: 'line-edited',
        before: { package: 'PLANO COMPLETO SEM ADULTOS' },
        after: { package: 'PLANO COMPLETO' },
      },
    ]);
    const { body } = await call(
      ctx,
      getLineHistory,
      { params: { id: created.id } },
      { token: seller.token },
    );
    expect(body.data.map(({ details }) => details)).toEqual([
      ['Pacote: PLANO COMPLETO SEM ADULTOS → PLANO COMPLETO'],
      ['Pacote: PLANO COMPLETO → PLANO COMPLETO SEM ADULTOS'],
      ['Vencimento: 21/12/2026 12:00', `Usuário: ${created.name}`, 'Pacote: PLANO COMPLETO'],
    ]);
    expect(await readAccountBalance(ctx, seller.id)).toBe(before);
  });

  it.each([
    [{}, 'package_missing'],
    [{ product_id: 3 }, 'package_unknown'],
    [{ package: 1 }, 'package_missing'],
  ])('5 refuses %j', async (body, code) => {
    const reply = await act(calls.editProduct, body);
    expect([reply.status, reply.body.code, Object.keys(reply.body.fields ?? {})]).toEqual([
      422,
      code,
      ['productid'],
    ]);
    expect((await stored()).product_id).toBe(1);
  });

  it('grants 48 hours of trust once with 7', async () => {
    expect((await act(calls.trust)).body).toMatchObject({
      endTime: '23/12/2026 12:00',
      exp_date_formatted: '23/12/2026 12:00',
      trusted: true,
    });
    expect((await act(calls.trust)).body.code).toBe('trust_used');
    await act(calls.extend, { credits: 1 });
    expect((await act(calls.trust)).status).toBe(200);
  });

  it('returns the receipt again with 8', async () => {
    const { charged: _, balance: __, ...receipt } = created;
    expect((await act(calls.receipt)).body).toEqual(receipt);
    expect((await act(calls.receipt)).body.adult_password).toBe('7412');
    const test = await act(calls.receipt, {}, await trial());
    expect(test.body).toMatchObject({ is_trial: true, test_hours: 6 });
  });

  it('moves the expiry of a running line to 23:59 with 10', async () => {
    expect((await act(calls.endOfDay)).body).toMatchObject({
      endTime: '21/12/2026 23:59',
      exp_date_formatted: '21/12/2026 23:59',
    });
    ctx.clock.set('2027-01-02T12:00:00Z');
    expect((await act(calls.endOfDay)).body.code).toBe('line_expired');
  });

  it('refuses to extend or trust a test or to move its expiry to 23:59', async () => {
    const id = await trial();
    for (const [what, body] of [
      [calls.extend, { credits: 1 }],
      [calls.trust, {}],
      [calls.endOfDay, {}],
    ] as const) {
      const reply = await act(what as Act, body, id);
      expect([reply.status, reply.body.code]).toEqual([422, 'trial_not_renewable']);
    }
  });

  it('refuses 9 and 11 and any other number as unknown', async () => {
    for (const action of [9, 11, '', undefined]) {
      const { status, body } = await act({ ...calls.toggle, action: action as 0 }, {});
      expect([status, body.code]).toEqual([422, 'invalid_fields']);
    }
  });

  it('sets a new password as on every platform', async () => {
    const { body } = await act(renewLinePassword);
    expect(body).toMatchObject({ id: created.id, username: created.name });
    expect(body.password).not.toBe(created.pass);
    expect((await act(calls.receipt)).body.pass).toBe(body.password);
  });
});
