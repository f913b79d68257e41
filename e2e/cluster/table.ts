/** The table of results. */
export interface Row {
  readonly name: string;
  readonly sellingStoppedMs: number;
  readonly watchingStoppedMs: number;
  /** Milliseconds until all machines and processes were running again. */
  readonly wholeAfterMs: number;
  /** Number of acts between the fault and the recovery. */
  readonly acts: number;
  /** Number of log lines that all processes of Ramal wrote. */
  readonly logLines: number;
  readonly lost: number;
  readonly doubled: number;
  readonly problems: readonly string[];
}

const NAME_WIDTH = 44;
const HEADS = ['selling s', 'viewer s', 'whole s', 'lost', 'doubled', 'log lines'];

let hasHead = false;

export function printTable(rows: readonly Row[]): void {
  if (!hasHead || rows.length > 1) print('stopped for', HEADS);
  hasHead = true;
  for (const row of rows) {
    const times = [row.sellingStoppedMs, row.watchingStoppedMs, row.wholeAfterMs];
    const figures = [
      ...times.map((ms) => (ms / 1_000).toFixed(1)),
      row.lost,
      row.doubled,
      row.logLines,
    ];
    print(row.name, figures.map(String));
  }
}

const print = (name: string, figures: readonly string[]): void =>
  console.log(name.padEnd(NAME_WIDTH) + figures.map((figure) => figure.padStart(11)).join(''));
