import { parseArgs } from 'node:util';
import { SMALLEST } from './data-set/size.ts';

export interface BenchOptions {
  readonly lines: number;
  /** Seconds of one round. */
  readonly seconds: number;
  /** Only scenarios whose name contains this text. */
  readonly only: string;
  /** Write query plans instead of measuring. */
  readonly plans: boolean;
  /** Measure only batches of ten thousand lines, with a worker that is killed during the work. */
  readonly batches: boolean;
  /** Measure only sign-ins at the player while many addresses guess passwords there. */
  readonly attack: boolean;
  /** Measure only a backup during sales, and its restore. */
  readonly backup: boolean;
  /** Measure only a spreadsheet of every line. */
  readonly export: boolean;
  /** Measure only a few rows, on this number of panel and player processes. */
  readonly processes: number;
  /** With `processes`: adds a streaming replica. */
  readonly replica: boolean;
  /** Measure only this many televisions for `seconds` in total. */
  readonly watchers: number;
  /** Measure only the waiting times of a phone, screen by screen. */
  readonly screens: boolean;
  /** Compare two files of results instead of measuring. */
  readonly compare: readonly [string, string] | undefined;
  /** Take pictures of every screen. Without `screens` nothing else is done. */
  readonly pictures: boolean;
}

export const USAGE =
  'Usage: npm run bench [-- --lines 100000] [--seconds 4] [--only "create"] [--plans]\n' +
  '       npm run bench -- --watchers 500 --seconds 120 [--lines 100000]\n' +
  '       npm run bench -- --batches [--lines 100000]\n' +
  '       npm run bench -- --attack [--seconds 30] [--lines 100000]\n' +
  '       npm run bench -- --backup [--lines 1000000]\n' +
  '       npm run bench -- --export [--lines 200000]\n' +
  '       npm run bench -- --processes 3 [--replica] [--lines 100000] [--only "create"]\n' +
  '       npm run bench -- --compare BEFORE.json AFTER.json\n' +
  '       npm run bench -- --screens [--only "users-iptv"] [--pictures]\n' +
  '       npm run bench -- --pictures [--only "users-iptv"]';

export function parseOptions(args: string[]): BenchOptions {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      lines: { type: 'string', default: '1000000' },
      seconds: { type: 'string', default: '4' },
      only: { type: 'string', default: '' },
      plans: { type: 'boolean', default: false },
      batches: { type: 'boolean', default: false },
      attack: { type: 'boolean', default: false },
      backup: { type: 'boolean', default: false },
      export: { type: 'boolean', default: false },
      watchers: { type: 'string', default: '0' },
      processes: { type: 'string', default: '0' },
      replica: { type: 'boolean', default: false },
      compare: { type: 'boolean', default: false },
      screens: { type: 'boolean', default: false },
      pictures: { type: 'boolean', default: false },
    },
  });
  const lines = Number(values.lines);
  const seconds = Number(values.seconds);
  if (!Number.isInteger(lines / SMALLEST) || lines < SMALLEST) {
    throw new RangeError(`--lines must be a multiple of ${SMALLEST}`);
  }
  if (!(seconds > 0)) throw new RangeError('--seconds must be above zero');
  const watchers = Number(values.watchers);
  if (!Number.isInteger(watchers) || watchers < 0)
    throw new RangeError('--watchers must be a number');
  const processes = Number(values.processes);
  if (![0, 1, 2, 3].includes(processes)) throw new RangeError('--processes must be 1, 2 or 3');
  if (values.replica && processes === 0) throw new RangeError('--replica goes with --processes');
  const { only, plans, batches, attack, backup, replica, screens, pictures } = values;
  const compare = values.compare ? twoFiles(positionals) : undefined;
  return {
    lines,
    seconds,
    only,
    plans,
    batches,
    attack,
    backup,
    export: values.export,
    watchers,
    processes,
    replica,
    screens,
    pictures,
    compare,
  };
}

function twoFiles([before, after, ...more]: readonly string[]): readonly [string, string] {
  if (before === undefined || after === undefined || more.length > 0)
    throw new RangeError('--compare needs two files of results');
  return [before, after];
}
