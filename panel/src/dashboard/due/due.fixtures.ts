/**
 * Answers of the board for tests. By default two customers are due today and none on the other
 * days.
 */
import { DUE_OFFSETS, type getDueLines } from '@ramal/contract/lines/due-lines';
import type { WireAnswer } from '@ramal/contract/api/endpoint';

/** Time of the tests of the board. Tests with these customers set their clock to it. */
export const DUE_NOW = new Date('2026-11-20T17:32:00Z');

type Answer = WireAnswer<typeof getDueLines>;
type DueGiven = Answer['days'][number]['lines'][number];

export const dueLine = (change: Partial<DueGiven> = {}): DueGiven => ({
  id: 1,
  platform: 'iptv',
  username: '84920175',
  nota: 'Dona Célia – TV da sala',
  whatsapp: '5592955550118',
  time: '23:59',
  exp_date_timestamp: DUE_NOW.getTime() / 1000 + 3600,
  charged_at_timestamp: null,
  informed_at_timestamp: null,
  ...change,
});

export const celia = dueLine();
export const wellington = dueLine({
  id: 2,
  username: '33480912',
  nota: 'Wellington',
  whatsapp: null,
});

export function dueAnswer(
  days: Partial<Record<(typeof DUE_OFFSETS)[number], { total?: number; lines: DueGiven[] }>> = {
    0: { lines: [celia, wellington] },
  },
): Answer {
  return {
    days: DUE_OFFSETS.map((offset) => ({
      offset,
      day: `2026-11-${20 + offset}`,
      total: days[offset]?.total ?? days[offset]?.lines.length ?? 0,
      by_platform: [
        { platform: 'iptv', total: days[offset]?.total ?? days[offset]?.lines.length ?? 0 },
      ],
      lines: days[offset]?.lines ?? [],
    })),
    projection: {
      still_due: 38,
      still_due_by_platform: [{ platform: 'iptv', total: 38 }],
      renewed: 41,
      renewed_credits: 43.6,
      renewal_rate: 0.75,
      credits_if_all: 38,
      credits_likely: 29,
      new_lines: 12,
      new_lines_likely: 18,
    },
    payments: {
      received_cents: 0,
      received_by_platform: [],
      open_cents: 0,
      open_by_platform: [],
    },
    as_of: '20/11/2026 14:32',
  };
}
