/**
 * Tests two simulated days of a small town, and the first day of a larger one. The detection must
 * find the shared lines and no others.
 */
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type TestContext, createTestContext } from '../../test/context.ts';
import { dismissAll, playDay, townOn } from '../../test/sharing/play-day.ts';
import { scoreFindings } from '../../test/sharing/score.ts';

let ctx: TestContext;
beforeEach(async () => {
  ctx = await createTestContext();
});
afterEach(() => ctx.close());

/**
 * Cases that the viewings alone cannot decide. To the detection, a phone that never plays at home
 * looks like a second home on a carrier. So does a hotel. The detection compares neither addresses
 * of two carriers nor IPv4 with IPv6.
 */
const undetectableCases = [
  'a home whose phone goes out and never plays at home',
  'a television left on, and a hotel',
  'two homes, both behind shared addresses',
  'two homes, one on IPv4 and one on IPv6',
];

it('finds lines that share more than the criteria and no others', async () => {
  const town = { lines: 500, seed: 5, firstId: 500_000 };
  const database = { ctx, owner: ctx.owner };
  await playDay(database, townOn(0, town), 60);
  await dismissAll(ctx.owner, 1);
  const { day, viewers } = townOn(1, town);
  const { found: lineIds } = await playDay(database, { day, viewers }, 30);
  const visible = viewers.filter(({ kind }) => !undetectableCases.includes(kind));
  expect(viewers.length - visible.length).toBe(undetectableCases.length);
  const { precision, recall } = scoreFindings(visible, lineIds);
  expect(visible.filter(({ sharing }) => sharing === 'above').length).toBeGreaterThan(25);
  expect(precision).toBe(1);
  expect(recall).toBeGreaterThanOrEqual(0.95);
});

it('is almost as precise on its first day in a town of 5,000 lines', async () => {
  const town = townOn(0, { lines: 5_000, seed: 311, firstId: 600_000 });
  const { found: lineIds } = await playDay({ ctx, owner: ctx.owner }, town, 30);
  const { precision, recall } = scoreFindings(town.viewers, lineIds);
  expect(precision).toBeGreaterThanOrEqual(0.98);
  expect(recall).toBeGreaterThanOrEqual(0.95);
}, 300_000);
