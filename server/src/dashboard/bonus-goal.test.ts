import { getBonusUsers } from '@ramal/contract/announcements';
import { getDashboard } from '@ramal/contract/dashboard';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestHouse, call, openTestHouse } from '../../test/house.ts';
import { type Person, line, person } from '../../test/people.ts';

async function open(
  env: Record<string, string>,
): Promise<{ house: TestHouse; admin: Person; seller: Person }> {
  const house = await openTestHouse(env);
  const until = '2028-01-01';
  const admin = await person(house, { profile: 'admin', until });
  return { house, admin, seller: await person(house, { parent: admin, balance: 10_000, until }) };
}
const goalOf = async (house: TestHouse, { token }: Person) =>
  (await call(house, getDashboard, {}, { token })).body.next_goal;
const totalOf = async (house: TestHouse, { token }: Person) =>
  (await call(house, getBonusUsers, {}, { token })).body;

describe('with goals of 2, 3 and 50', () => {
  let house: TestHouse;
  let admin: Person;
  let seller: Person;
  beforeAll(async () => ({ house, admin, seller } = await open({ RAMAL_BONUS_GOALS: '3, 50, 2' })));
  afterAll(() => house.close());

  it('the next is the smallest not reached by official users of this month', async () => {
    expect(await goalOf(house, seller)).toBe(2);
    await line(house, seller, { isOficial: false, test_hours: 6 });
    await line(house, seller);
    expect(await goalOf(house, seller)).toBe(2);
    await line(house, seller);
    expect(await goalOf(house, seller)).toBe(3);
    await line(house, seller);
    expect(await goalOf(house, seller)).toBe(50);
    expect(await totalOf(house, seller)).toEqual({ total: 3 });
  });

  it('an admin makes no users and has no goal', async () => {
    expect(await goalOf(house, admin)).toBe(0);
    expect(await totalOf(house, admin)).toEqual({ total: 0 });
  });

  it('everything begins anew with the month', async () => {
    house.clock.set('2026-12-01T03:00:00Z');
    expect(await totalOf(house, seller)).toEqual({ total: 0 });
    expect(await goalOf(house, seller)).toBe(2);
  });
});

it('without goals, or beyond the last, there is none to reach', async () => {
  const none = await open({});
  expect(await goalOf(none.house, none.seller)).toBe(0);
  await none.house.close();
  const one = await open({ RAMAL_BONUS_GOALS: '1' });
  await line(one.house, one.seller);
  expect(await goalOf(one.house, one.seller)).toBe(0);
  await one.house.close();
});
