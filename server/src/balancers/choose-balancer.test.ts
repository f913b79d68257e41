import { expect, it } from 'vitest';
import { type Candidate, chooseAmong } from './choose-balancer.ts';

const now = new Date('2026-11-21T15:00:00Z');
const longAgo = new Date('2026-11-01T15:00:00Z');

const balancer = (id: number, more: Partial<Candidate> = {}): Candidate => ({
  id,
  ip: `200.160.4.${id}`,
  weight: 20,
  isOffered: true,
  isFallen: false,
  upSince: longAgo,
  fellAt: null,
  names: [],
  ...more,
});

const VIEWERS = 6_000;

function shares(list: readonly Candidate[]): Record<number, number> {
  const counts: Record<number, number> = {};
  for (let viewer = 0; viewer < VIEWERS; viewer += 1) {
    const id = chooseAmong(list, `cliente${viewer}`, 'tv.example', now)!.id;
    counts[id] = (counts[id] ?? 0) + 1;
  }
  return counts;
}

it('distributes viewers over healthy balancers by weight', () => {
  const counts = shares([
    balancer(1, { weight: 40 }),
    balancer(2),
    balancer(3, { isFallen: true }),
  ]);
  expect(Object.keys(counts)).toEqual(['1', '2']);
  expect(counts[1]! / VIEWERS).toBeCloseTo(2 / 3, 1);
});

it('moves only the viewers of a fallen balancer', () => {
  const before = [balancer(1), balancer(2), balancer(3)];
  const after = [balancer(1), balancer(2), balancer(3, { isFallen: true })];
  const viewers = Array.from({ length: 500 }, (_, n) => `cliente${n}`);
  const chooseId = (list: Candidate[], viewer: string) => chooseAmong(list, viewer, '', now)!.id;
  const moved = viewers.filter((viewer) => chooseId(before, viewer) !== chooseId(after, viewer));
  expect(moved).toEqual(viewers.filter((viewer) => chooseId(before, viewer) === 3));
});

it('a recovered balancer starts with a tenth of its share and reaches it after five minutes', () => {
  const counts = shares([balancer(1), balancer(2, { upSince: now })]);
  expect(counts[2]! / VIEWERS).toBeCloseTo(1 / 11, 1);
  const later = shares([balancer(1), balancer(2, { upSince: new Date(+now - 300_000) })]);
  expect(later[2]! / VIEWERS).toBeCloseTo(1 / 2, 1);
});

it.each([
  [{ weight: 0 }, 'without weight'],
  [{ isOffered: false }, 'discarded or draining'],
])('sends no new viewers with %j, because the balancer is %s', (more, _why) => {
  expect(Object.keys(shares([balancer(1), balancer(2, more)]))).toEqual(['1']);
});

it('chooses the last balancer to fall if all are down and undefined if none exists', () => {
  const fallen = (id: number, fellAt: string) =>
    balancer(id, { isFallen: true, fellAt: new Date(fellAt) });
  const list = [fallen(1, '2026-11-21T14:00:00Z'), fallen(2, '2026-11-21T14:30:00Z')];
  expect(Object.keys(shares(list))).toEqual(['2']);
  expect(chooseAmong([], 'cliente', '', now)).toBeUndefined();
  expect(chooseAmong([balancer(1, { weight: 0 })], 'cliente', '', now)).toBeUndefined();
});

it('a viewer with a CNAME gets its balancer while that one is healthy', () => {
  const names = ['tv.norte.click'];
  const list = [balancer(1), balancer(2, { weight: 1, names })];
  const fallen = [balancer(1), balancer(2, { weight: 1, names, isFallen: true })];
  for (let viewer = 0; viewer < 50; viewer += 1) {
    expect(chooseAmong(list, `cliente${viewer}`, 'TV.norte.click', now)!.id).toBe(2);
    expect(chooseAmong(fallen, `cliente${viewer}`, 'tv.norte.click', now)!.id).toBe(1);
  }
});
