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
}

export const USAGE =
  'Usage: npm run bench [-- --lines 100000] [--seconds 4] [--only "create"] [--plans]';

export function readArguments(given: string[]): Arguments {
  const { values } = parseArgs({
    args: given,
    options: {
      lines: { type: 'string', default: '1000000' },
      seconds: { type: 'string', default: '4' },
      only: { type: 'string', default: '' },
      plans: { type: 'boolean', default: false },
    },
  });
  const lines = Number(values.lines);
  const seconds = Number(values.seconds);
  if (!Number.isInteger(lines / SMALLEST) || lines < SMALLEST) {
    throw new RangeError(`--lines wants a multiple of ${SMALLEST}`);
  }
  if (!(seconds > 0)) throw new RangeError('--seconds wants a number above zero');
  return { lines, seconds, only: values.only, plans: values.plans };
}
