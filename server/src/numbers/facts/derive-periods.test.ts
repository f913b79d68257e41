/** Tests the periods of single lines at their edges. */
import { describe, expect, it } from 'vitest';
import { derivePeriods, type CustomerPeriod } from './derive-periods.ts';
import type { LineEvent, LineFacts } from './line-facts.ts';
import { mergePeriods } from './merge-periods.ts';

const day = (text: string) => new Date(`${text}T12:00:00Z`);

const event = (at: string, kind: string, more: Partial<LineEvent> = {}): LineEvent => ({
  at: day(at),
  kind,
  actorId: 1,
  expiredBefore: null,
  expiresAfter: null,
  hundredths: null,
  testHours: null,
  platform: null,
  formerPlatform: null,
  cents: null,
  charge: null,
  device: null,
  ...more,
});
const created = (at: string, until: string) =>
  event(at, 'line-created', { expiresAfter: day(until), hundredths: 100 });
const extended = (at: string, until: string, more: Partial<LineEvent> = {}) =>
  event(at, 'line-extended', { expiresAfter: day(until), hundredths: 100, ...more });

const facts = (
  expiresAt: string,
  events: LineEvent[],
  more: Partial<LineFacts> = {},
): LineFacts => ({
  id: 1,
  ownerId: 7,
  platform: 'iptv',
  isTrial: false,
  createdAt: events[0]?.at ?? day('2026-01-01'),
  expiresAt: day(expiresAt),
  deletedAt: null,
  blockedAt: null,
  testHours: null,
  origin: null,
  priceCents: null,
  creditCents: null,
  events,
  charges: [],
  marks: [],
  planCents: { 1: 3_000, 3: 8_100 },
  pixFee: 0,
  cardFee: 0,
  ...more,
});

const short = (periods: readonly CustomerPeriod[]) =>
  periods.map(({ startsAt, endsAt, startCause, endReason, monthCents }) => [
    startsAt.toISOString().slice(5, 10),
    endsAt.toISOString().slice(5, 10),
    startCause,
    endReason,
    monthCents,
  ]);

describe('periods of a line', () => {
  it('continue when the customer renews before the expiry', () => {
    const line = facts('2026-03-03', [
      created('2026-01-01', '2026-02-01'),
      extended('2026-01-30', '2026-03-03'),
    ]);
    expect(short(derivePeriods(line))).toEqual([
      ['01-01', '01-30', 'new', 'renewed', 3_000],
      ['01-30', '03-03', 'renewed', 'not-renewed', 3_000],
    ]);
  });

  it('begin again after a gap and keep the time of the first payment', () => {
    const line = facts('2026-04-01', [
      created('2026-01-01', '2026-02-01'),
      extended('2026-03-01', '2026-04-01'),
    ]);
    const periods = derivePeriods(line);
    expect(short(periods)).toEqual([
      ['01-01', '02-01', 'new', 'not-renewed', 3_000],
      ['03-01', '04-01', 'recovered', 'not-renewed', 3_000],
    ]);
    expect([periods[1]!.firstAt, periods[0]!.renewedAt]).toEqual([
      day('2026-01-01'),
      day('2026-03-01'),
    ]);
  });

  it('use the paid amount and the plan of a charge', () => {
    const line = facts(
      '2026-05-01',
      [created('2026-01-01', '2026-02-01'), extended('2026-01-31', '2026-05-01', { charge: 5 })],
      {
        charges: [
          {
            id: 5,
            cents: 9_900,
            months: 3,
            method: 'pix',
            paidAt: day('2026-01-31'),
            settledAt: day('2026-01-31'),
            returnedAt: null,
          },
        ],
      },
    );
    expect(derivePeriods(line)[1]).toMatchObject({
      monthCents: 3_300,
      periodCents: 9_900,
      planDays: 90,
      priceSource: 'payment',
    });
  });

  it('begin with the promotion of a test and not with the test', () => {
    const line = facts('2026-02-02', [
      event('2026-01-01', 'line-created', { expiresAfter: day('2026-01-02'), testHours: 6 }),
      event('2026-01-03', 'line-promoted', { expiresAfter: day('2026-02-02'), hundredths: 100 }),
    ]);
    expect(short(derivePeriods(line))).toEqual([['01-03', '02-02', 'new', 'not-renewed', 3_000]]);
  });

  it('end at the refund of a renewal', () => {
    const line = facts('2026-01-21', [
      created('2026-01-01', '2026-02-01'),
      event('2026-01-20', 'renewal-undone', { expiresAfter: day('2026-01-21') }),
    ]);
    expect(short(derivePeriods(line))).toEqual([['01-01', '01-21', 'new', 'refunded', 3_000]]);
  });

  it('does not count a line without a price as a paying one', () => {
    const line = facts('2026-02-01', [created('2026-01-01', '2026-02-01')], { planCents: {} });
    expect(derivePeriods(line)[0]).toMatchObject({ monthCents: 0, priceSource: 'none' });
  });

  it('keep a plan price that the seller changed later', () => {
    const line = facts('2026-02-01', [created('2026-01-01', '2026-02-01')]);
    const frozen = new Map([[day('2026-01-01').getTime(), 2_500]]);
    expect(derivePeriods(line, frozen)[0]!.monthCents).toBe(2_500);
  });
});

describe('periods before a closed month', () => {
  const openFrom = day('2026-02-10');
  const stored = derivePeriods(facts('2026-03-01', [created('2026-01-01', '2026-03-01')]));

  it('keep their start when the line is renewed later', () => {
    const renewed = derivePeriods(
      facts('2026-04-01', [
        created('2026-01-01', '2026-03-01'),
        extended('2026-02-20', '2026-04-01'),
      ]),
    );
    expect(short(mergePeriods(stored, renewed, openFrom))).toEqual(short(renewed));
  });

  it('change only from the open month on when a late fact ends them earlier', () => {
    const ended = derivePeriods(facts('2026-02-01', [created('2026-01-01', '2026-02-01')]));
    expect(short(mergePeriods(stored, ended, openFrom))).toEqual([
      ['01-01', '02-10', 'new', 'not-renewed', 3_000],
    ]);
  });

  it('start with the open month for a line that was unknown before', () => {
    expect(short(mergePeriods([], stored, openFrom))).toEqual([
      ['02-10', '03-01', 'new', 'not-renewed', 3_000],
    ]);
  });
});
