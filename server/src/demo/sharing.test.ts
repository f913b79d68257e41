import { getAbuseDetail } from '@ramal/contract/abuse';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type TestHouse, call, openTestHouse } from '../../test/house.ts';
import { line, person } from '../../test/people.ts';
import { furnishCatalogue } from './catalogue.ts';
import { acting } from './furnish.ts';
import { shareLines } from './sharing.ts';

let house: TestHouse;
beforeAll(async () => {
  house = await openTestHouse();
});
afterAll(() => house.close());

it('is found by the detection itself, two houses and twenty-four viewings a line, and blocked where it should be', async () => {
  const admin = await person(house, { profile: 'admin' });
  const owner = await person(house, { balance: 1000 });
  const ids = [];
  for (let count = 0; count < 3; count += 1) ids.push((await line(house, owner)).id);
  await furnishCatalogue(house);
  const shared = ids.slice(0, 2).map((id, index) => ({ id, isBlocked: index === 1 }));
  await shareLines(house, acting(house, admin.id, admin.username, 'admin'), shared);
  for (const [index, id] of ids.entries()) {
    const { body } = await call(house, getAbuseDetail, { params: { id } }, { token: owner.token });
    expect(body.block_abuse).toBe(index === 1);
    expect(body.findings.map(({ addresses }) => addresses.length)).toEqual(index === 2 ? [] : [2]);
    expect(body.logs).toHaveLength(index === 2 ? 0 : 24);
  }
  const { rows } = await house.owner.query(
    `select count(*)::int from viewings where ended_at is null`,
  );
  expect(rows).toEqual([{ count: 0 }]);
});
