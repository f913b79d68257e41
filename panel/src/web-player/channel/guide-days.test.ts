import { describe, expect, it } from 'vitest';
import type { Programme } from '../xtream.ts';
import {
  describeArchived,
  describeMissing,
  formatBroadcastTime,
  isPlayable,
  listGuideDays,
  programmesOfDay,
} from './guide-days.ts';

const at = (day: number, hour: number, minute = 0) => new Date(2026, 10, day, hour, minute);
const now = at(20, 14, 32);
const programme = (from: Date, until: Date, change: Partial<Programme> = {}): Programme => ({
  title: 'Programa',
  from,
  until,
  recorded: true,
  note: '',
  ...change,
});

describe('days of a guide', () => {
  it('begins with today and reaches the day in which the archive begins', () => {
    expect(listGuideDays(now, 7).map(({ label }) => label)).toEqual([
      'Hoje',
      'Ontem',
      'qua. 18',
      'ter. 17',
      'seg. 16',
      'dom. 15',
      'sáb. 14',
      'sex. 13',
    ]);
    expect(listGuideDays(now, 0).map(({ label }) => label)).toEqual(['Hoje']);
  });

  it('lists the night after a day with the day, and a programme over midnight in both', () => {
    const evening = programme(at(19, 23, 50), at(20, 1, 40));
    const night = programme(at(20, 1, 40), at(20, 3));
    const morning = programme(at(20, 6), at(20, 7));
    const [today, yesterday] = listGuideDays(now, 2);
    expect(programmesOfDay([evening, night, morning], yesterday!)).toEqual([evening, night]);
    expect(programmesOfDay([evening, night, morning], today!)).toEqual([evening, night, morning]);
  });
});

describe('a programme', () => {
  const news = programme(at(19, 20, 30), at(19, 21, 25));

  it('states its time and the last day on which it can be played', () => {
    expect(describeArchived(news, 7, now)).toBe('Ontem, 20:30 – 21:25 · dá para ver até 26/11');
    expect(describeArchived(programme(at(17, 18), at(17, 19)), 3, now)).toBe(
      'ter. 17, 18:00 – 19:00 · dá para ver até 18:00',
    );
    expect(formatBroadcastTime(at(19, 20, 47), now)).toBe('Ontem, 20:47');
  });

  it('leaves the archive while the page is open', () => {
    const [before, after] = [at(22, 20, 29), at(22, 20, 31)];
    expect([isPlayable(news, 3, before), isPlayable(news, 3, after)]).toEqual([true, false]);
    expect(describeMissing(news, 3, before)).toBe('');
    expect(describeMissing(news, 3, after)).toBe('já saiu do arquivo');
  });

  it('can be played while it runs, and not before it begins or without a recording', () => {
    expect(isPlayable(programme(at(20, 14), at(20, 15)), 3, now)).toBe(true);
    expect(isPlayable(programme(at(20, 15), at(20, 16)), 3, now)).toBe(false);
    expect(isPlayable(programme(at(20, 14), at(20, 15)), 0, now)).toBe(false);
    const missing = { ...news, recorded: false, note: 'a fonte parou às 20:41, não gravou' };
    expect(isPlayable(missing, 3, now)).toBe(false);
    expect(describeMissing(missing, 3, now)).toBe('a fonte parou às 20:41, não gravou');
  });
});
