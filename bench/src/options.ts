import { parseArgs } from 'node:util';
import { SMALLEST } from './data-set/size.ts';

export const USAGE =
  'Usage: npm run bench [-- --lines 100000] [--seconds 4] [--only "create"] [--plans]\n' +
  '       npm run bench -- --watchers 500 --seconds 120 [--lines 100000]\n' +
  '       npm run bench -- --boxes 10000 --seconds 60 [--lines 100000]\n' +
  '       npm run bench -- --visitors 200 --seconds 30 [--lines 100000]\n' +
  '       npm run bench -- --batches [--lines 100000]\n' +
  '       npm run bench -- --attack [--seconds 30] [--lines 100000]\n' +
  '       npm run bench -- --backup [--lines 1000000]\n' +
  '       npm run bench -- --export [--lines 200000]\n' +
  '       npm run bench -- --processes 3 [--replica] [--lines 100000] [--only "create"]\n' +
  '       npm run bench -- --upgrade FORMER [--lines 1000000]\n' +
  '       npm run bench -- --compare BEFORE.json AFTER.json\n' +
  '       npm run bench -- --screens [--only "users-iptv"] [--pictures]\n' +
  '       npm run bench -- --pictures [--only "users-iptv"]';

const text = (value: string) => ({ type: 'string', default: value }) as const;
const flag = { type: 'boolean', default: false } as const;

const declarations = {
  lines: text('1000000'),
  /** Duration of one round in seconds. With `watchers`: duration of the whole run. */
  seconds: text('4'),
  /** Selects scenarios whose name contains this text, or one of several texts separated by `|`. */
  only: text(''),
  /** Writes the query plans instead of measuring. */
  plans: flag,
  batches: flag,
  attack: flag,
  backup: flag,
  export: flag,
  /** Folder of the previous release, which this release replaces during the run. */
  upgrade: text(''),
  /** Number of simulated televisions. */
  watchers: text('0'),
  /** Number of simulated MAG boxes. */
  boxes: text('0'),
  /** Number of visits of public pages a second. */
  visitors: text('0'),
  /** Number of panel processes to start. The same number of player processes is started. */
  processes: text('0'),
  /** With `processes`: adds a streaming replica. */
  replica: flag,
  /** Compares two result files instead of measuring. */
  compare: flag,
  /** Measures the waiting times of a phone, screen by screen. */
  screens: flag,
  /** Takes pictures of every screen. */
  pictures: flag,
};

export type BenchOptions = ReturnType<typeof parseOptions>;

export function parseOptions(args: string[]) {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: declarations,
  });
  const lines = Number(values.lines);
  const seconds = Number(values.seconds);
  const watchers = Number(values.watchers);
  const boxes = Number(values.boxes);
  const visitors = Number(values.visitors);
  const processes = Number(values.processes);
  demand(
    Number.isInteger(lines / SMALLEST) && lines >= SMALLEST,
    `--lines must be a multiple of ${SMALLEST}`,
  );
  demand(seconds > 0, '--seconds must be above zero');
  demand(Number.isInteger(watchers) && watchers >= 0, '--watchers must be a number');
  demand(Number.isInteger(boxes) && boxes >= 0, '--boxes must be a number');
  demand(Number.isInteger(visitors) && visitors >= 0, '--visitors must be a number');
  demand([0, 1, 2, 3].includes(processes), '--processes must be 1, 2 or 3');
  demand(!values.replica || processes > 0, '--replica goes with --processes');
  demand(!values.compare || positionals.length === 2, '--compare needs two files of results');
  return { ...values, lines, seconds, watchers, boxes, visitors, processes, files: positionals };
}

function demand(holds: boolean, message: string): void {
  if (!holds) throw new RangeError(message);
}
