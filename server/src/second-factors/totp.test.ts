/** The second factor, with otplib where the person's phone stands. */
import { signIn } from '@ramal/contract/sessions';
import { generate } from 'otplib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestHouse, call, openTestHouse } from '../../test/house.ts';
import { PASSWORD, person } from '../../test/people.ts';
import { enrolTotp } from './totp.ts';

let house: TestHouse;
beforeAll(async () => {
  house = await openTestHouse();
});
afterAll(() => house.close());

let networks = 0;
async function enrolled() {
  const account = await person(house);
  const secret = await house.db.tx((tx) => enrolTotp(house, tx, account.id));
  const code = (steps = 0) =>
    generate({ secret, epoch: house.clock.now().getTime() / 1000 + 30 * steps });
  networks += 1;
  let addresses = 0;
  const enter = (body: { code?: string; g_recaptcha_response?: string } = {}, target = house) =>
    call(
      target,
      signIn,
      { body: { username: account.username, password: PASSWORD, ...body } },
      { address: `10.7.${networks}.${(addresses += 1)}` },
    );
  return { ...account, code, enter };
}

const signInsOf = async (id: number) =>
  Number(
    (await house.owner.query('select count(*) from sign_ins where account_id = $1', [id])).rows[0]
      .count,
  );

describe('a sign-in with a second factor', () => {
  it('asks for the code first and opens nothing', async () => {
    const { enter, id } = await enrolled();
    const before = await signInsOf(id);
    const { status, body } = await enter();
    expect([status, Object.keys(body).toSorted()]).toEqual([200, ['proof', 'twofa']]);
    expect(await signInsOf(id)).toBe(before);
  });

  it('takes a code once', async () => {
    const { enter, code } = await enrolled();
    const now = await code();
    expect((await enter({ code: now })).body).toHaveProperty('access_token');
    const again = await enter({ code: now });
    expect([again.status, again.body.code, again.body.message]).toEqual([
      401,
      'wrong_code',
      'Código de 2 fatores incorreto.',
    ]);
  });

  it('takes the neighbours of the present step and no other', async () => {
    for (const [steps, expected] of [
      [-2, 401],
      [-1, 200],
      [1, 200],
      [2, 401],
    ] as const) {
      const { enter, code } = await enrolled();
      expect([steps, (await enter({ code: await code(steps) })).status]).toEqual([steps, expected]);
    }
  });

  it('does not go back to an earlier step', async () => {
    const { enter, code } = await enrolled();
    expect((await enter({ code: await code(0) })).status).toBe(200);
    expect((await enter({ code: await code(-1) })).status).toBe(401);
    expect((await enter({ code: await code(1) })).status).toBe(200);
  });

  it('lets one of fifty parallel tries with one code through', async () => {
    const { enter, code } = await enrolled();
    const now = await code();
    const all = await Promise.all(Array.from({ length: 50 }, () => enter({ code: now })));
    expect(all.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(all.every(({ status }) => [200, 401, 429].includes(status))).toBe(true);
  }, 60_000);

  it('counts wrong codes like wrong passwords', async () => {
    const { username, code } = await enrolled();
    const wrong = (await code(40)) === '000000' ? '111111' : '000000';
    const one = { address: '10.8.0.1' };
    const all = [];
    for (let turn = 0; turn < 6; turn += 1) {
      // The first step between them succeeds, and must not give the codes their attempts back.
      await call(house, signIn, { body: { username, password: PASSWORD } }, one);
      all.push(
        (await call(house, signIn, { body: { username, password: PASSWORD, code: wrong } }, one))
          .status,
      );
    }
    expect(all).toEqual([401, 401, 401, 401, 401, 429]);
  });

  it('keeps the secret sealed', async () => {
    const { id, code } = await enrolled();
    expect(await code()).toMatch(/^\d{6}$/);
    const { rows } = await house.owner.query('select totp_secret from accounts where id = $1', [
      id,
    ]);
    expect(house.secrets.decrypt('totp', rows[0].totp_secret)).toMatch(/^[A-Z2-7]{32}$/);
    expect(rows[0].totp_secret.toString('latin1')).not.toContain(
      house.secrets.decrypt('totp', rows[0].totp_secret),
    );
  });
});

describe('the proof of the first step', () => {
  let guarded: TestHouse;
  let enter: Awaited<ReturnType<typeof enrolled>>['enter'];
  let code: Awaited<ReturnType<typeof enrolled>>['code'];
  let proof: string;

  beforeAll(async () => {
    // The same people behind a human check: only the proof can stand for it here.
    const { makePanelServer } = await import('../app.ts');
    const config = { ...house.config, captcha: 'altcha' as const };
    guarded = { ...house, config, server: await makePanelServer({ ...house, config }) };
    ({ enter, code } = await enrolled());
    const { body } = await enter();
    if (!('proof' in body)) throw new Error('no proof');
    proof = body.proof;
  });
  afterAll(() => guarded.server.close());

  const codeOf = async (sent: Parameters<typeof enter>[0]) =>
    (await enter(sent, guarded)).body.code;

  it('stands for the human check, also after a wrong code', async () => {
    const right = await code(1);
    const wrong = right === '000000' ? '111111' : '000000';
    expect(await codeOf({ code: right })).toBe('human_check_failed');
    expect(await codeOf({ code: wrong, g_recaptcha_response: proof })).toBe('wrong_code');
    expect(await codeOf({ code: right, g_recaptcha_response: proof })).toBeUndefined();
  });

  it('serves no other account, no other text and no later time', async () => {
    const other = await enrolled();
    const stolen = await other.enter(
      { code: await other.code(), g_recaptcha_response: proof },
      guarded,
    );
    expect(stolen.body.code).toBe('human_check_failed');
    const [, id, until, signature] = proof.split('.');
    const longer = `2f.${id}.${Number(until) + 60_000}.${signature}`;
    expect(await codeOf({ code: '000000', g_recaptcha_response: longer })).toBe(
      'human_check_failed',
    );
    house.clock.forward(5 * 60_000);
    expect(await codeOf({ code: '000000', g_recaptcha_response: proof })).toBe(
      'human_check_failed',
    );
  });
});
