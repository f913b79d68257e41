/** Guides as providers write them, read from the file to its programmes. */
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { SkipCounts } from '../../foundation/skip-counts.ts';
import { programmesIn } from './xmltv.ts';

// IN-06
it('reads every common spelling of a time and counts the others by their reason', async () => {
  const text = readFileSync(new URL('./cases/xmltv-01-time-forms.xml', import.meta.url), 'utf8');
  async function* whole() {
    yield text;
  }
  const skips = new SkipCounts();
  const starts: string[] = [];
  for await (const { startsAt } of programmesIn(whole(), skips)) {
    starts.push(startsAt.toISOString().slice(0, 16));
  }
  expect(starts).toEqual([
    '2026-11-29T03:00',
    '2026-11-29T04:00',
    '2026-11-29T05:00',
    '2026-11-29T08:00',
    '2026-11-29T04:00',
    '2026-11-29T08:00',
    '2026-11-29T09:00',
    '2026-11-29T10:00',
    '2026-11-29T08:00',
    new Date(1_795_950_000_000).toISOString().slice(0, 16),
    '2026-11-29T15:00',
  ]);
  expect(skips.toList()).toEqual([{ reason: 'programa com horário que não se lê', count: 1 }]);
});
