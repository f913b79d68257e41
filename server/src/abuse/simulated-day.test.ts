/** A small town's day: who shares is found, and who does not is left alone. The bench plays a larger one. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type TestHouse, openTestHouse } from '../../test/house.ts';
import { makeTown, playDay } from '../../test/sharing/play-day.ts';
import { scoreOf } from '../../test/sharing/score.ts';

let house: TestHouse;
beforeAll(async () => {
  house = await openTestHouse();
});
afterAll(() => house.close());

/** Of 300 lines one is a kind that no interval can tell from sharing, and so are two the other way. */
it('finds those who share more than the criteria, and nearly nobody else', async () => {
  const town = makeTown(300, 5, 500_000);
  const { found } = await playDay({ house, owner: house.owner }, town, 20);
  const { precision, recall, kinds } = scoreOf(town, found);
  expect(kinds.filter(({ sharing }) => sharing === 'above').length).toBeGreaterThan(5);
  expect(precision).toBeGreaterThanOrEqual(0.9);
  expect(recall).toBeGreaterThanOrEqual(0.9);
}, 60_000);
