/** Tests the sold credits of a master, and the conversion of tests by the account that gave them. */
import type { FigureKey } from '@ramal/contract/numbers/figures';
import { getNumbers, getTrialGroups } from '@ramal/contract/numbers/numbers';
import { listNumberRows } from '@ramal/contract/numbers/rows';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Person, person } from '../../test/accounts.ts';
import { call, createTestContext, type TestContext } from '../../test/context.ts';
import { sumMovementMonths } from '../credits/credits.ts';
import { exportSheet, inCents } from './export-sheet.fixtures.ts';
import { writeHistory } from './numbers.fixtures.ts';
import { rollUpNumbers } from './numbers.ts';

let ctx: TestContext;
let admin: Person, master: Person, child: Person;
beforeAll(async () => {
  ctx = await createTestContext();
  ctx.clock.set('2026-11-20T15:00:00Z');
  const until = '2027-06-01T12:00:00Z';
  admin = await person(ctx, { profile: 'admin', until });
  master = await person(ctx, { parent: admin, balance: 100_000, until });
  child = await person(ctx, { parent: master, until });
  // Months are stored from the first customer on, so the test needs an earlier customer.
  await writeHistory(ctx, {
    owner: child,
    acts: [
      {
        at: '2026-09-05T12:00:00Z',
        kind: 'line-created',
        until: '2026-12-05T12:00:00Z',
        hundredths: 300,
      },
    ],
  });
});
afterAll(() => ctx.close());

const figure = async (who: Person, key: FigureKey, period: string) =>
  (await call(ctx, getNumbers, { query: { period } }, { token: who.token })).body.figures.find(
    (row) => row.figure === key,
  )!.value;

it('sums the credits sold to resellers less those returned in the month', async () => {
  const move = (at: string, from: Person, to: Person, reason: string, amount: number) =>
    ctx.owner.query(
      `insert into entries (at, from_wallet, to_wallet, amount, reason, actor_id, account_id, unit_price_cents)
       select $1, a.id, b.id, $2, $3, $4, $5, 700 from wallets a, wallets b
       where a.account_id = $6 and a.kind = 'balance' and b.account_id = $7 and b.kind = 'balance'`,
      [at, amount, reason, master.id, child.id, from.id, to.id],
    );
  ctx.clock.set('2026-10-31T15:00:00Z');
  await move('2026-10-30T12:00:00Z', master, child, 'credits-given', 500);
  await sumMovementMonths(ctx);
  ctx.clock.set('2026-11-20T15:00:00Z');
  await move('2026-11-02T12:00:00Z', master, child, 'credits-given', 1_000);
  await move('2026-11-03T12:00:00Z', child, master, 'credits-withdrawn', 200);
  await sumMovementMonths(ctx);
  await rollUpNumbers(ctx);
  expect(await figure(master, 'credits-sold', '2026-11')).toBe(5_600);
  expect(await figure(master, 'credits-sold', '2026-10')).toBe(3_500);
  expect(await figure(child, 'credits-sold', '2026-11')).toBe(0);
  const sent = {
    params: { figure: 'credits-sold' as const },
    query: { period: '2026-11', scope: 'network' },
  };
  const { body } = await call(ctx, listNumberRows, sent, { token: master.token });
  expect(body.data.map(({ cents, text, reseller }) => [cents, text, reseller])).toEqual([
    [-1_400, '2 créditos', child.username],
    [7_000, '10 créditos', child.username],
  ]);
  const sheet = await exportSheet(ctx, master, {
    figure: 'credits-sold',
    body: { period: '2026-11', scope: 'network' },
  });
  const amounts = sheet.map((row) => inCents(row['Valor (R$)']!)!);
  expect(amounts.toSorted((a, b) => a - b)).toEqual([-1_400, 7_000]);
});

it('divides the tests by device and by the account that gave them', async () => {
  const trial = (actorId: number, device: string, isPaid: boolean) =>
    writeHistory(ctx, {
      owner: child,
      acts: [
        {
          at: '2026-11-10T12:00:00Z',
          kind: 'line-created',
          until: '2026-11-10T14:00:00Z',
          testHours: 2,
          device,
          actorId,
        },
        ...(isPaid
          ? [
              {
                at: '2026-11-11T12:00:00Z',
                kind: 'line-promoted',
                until: '2026-12-11T12:00:00Z',
                hundredths: 100,
              },
            ]
          : []),
      ],
    });
  for (let number = 0; number < 10; number += 1) await trial(master.id, 'Fire TV', number < 4);
  for (let number = 0; number < 9; number += 1) await trial(child.id, '', number < 1);
  await rollUpNumbers(ctx);
  const groups = async (by: 'device' | 'giver' | 'hours') =>
    (await call(ctx, getTrialGroups, { query: { by } }, { token: child.token })).body.groups.map(
      ({ label, trials, converted, conversion }) => [label, trials, converted, conversion],
    );
  // A group with fewer than ten tests has no rate.
  expect(await groups('giver')).toEqual([
    [master.username, 10, 4, 4_000],
    [child.username, 9, 1, null],
  ]);
  expect(await groups('device')).toEqual([
    ['Fire TV', 10, 4, 4_000],
    ['Não informado', 9, 1, null],
  ]);
  expect(await groups('hours')).toEqual([['2 horas', 19, 5, 2_632]]);
  expect(await figure(child, 'trial-conversion', '2026-11')).toBe(2_632);
});
