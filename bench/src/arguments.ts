import { parseArgs } from 'node:util';
import { SMALLEST } from './data-set/size.ts';

export interface Arguments {
  readonly lines: number;
  /** Seconds a round. */
  readonly seconds: number;
  /** Only what has this in its name. */
  readonly only: string;
  /** Write the plans of the queries and measure nothing. */
  readonly plans: boolean;
  /** Instead of everything else: ten thousand lines in bulk, with a kill in the middle. */
  readonly batches: boolean;
  /** Instead of everything else: so many televisions for `seconds` in all. */
  readonly watchers: number;
}

export const USAGE =
  'Usage: npm run bench [-- --lines 100000] [--seconds 4] [--only "create"] [--plans]\n' +
  '       npm run bench -- --watchers 500 --seconds 120 [--lines 100000]\n' +
  '       npm run bench -- --batches [--lines 100000]';

export function readArguments(given: string[]): Arguments {
  const { values } = parseArgs({
    args: given,
    options: {
      lines: { type: 'string', default: '1000000' },
      seconds: { type: 'string', default: '4' },
      only: { type: 'string', default: '' },
      plans: { type: 'boolean', default: false },
      batches: { type: 'boolean', default: false },
      watchers: { type: 'string', default: '0' },
    },
  });
  const lines = Number(values.lines);
  const seconds = Number(values.seconds);
  if (!Number.isInteger(lines / SMALLEST) || lines < SMALLEST) {
    throw new RangeError(`--lines wants a multiple of ${SMALLEST}`);
  }
  if (!(seconds > 0)) throw new RangeError('--seconds wants a number above zero');
  const watchers = Number(values.watchers);
  if (!Number.isInteger(watchers) || watchers < 0)
    throw new RangeError('--watchers wants a number');
  const { only, plans, batches } = values;
  return { lines, seconds, only, plans, batches, watchers };
}
