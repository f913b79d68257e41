/**
 * Writes a page with a chart for each scenario: the growth of its times from one size to the next.
 */
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import type { ScenarioResult } from './measure.ts';
import { describeGoal, meetsGoal } from './goals.ts';
import { type Results, lastOfEachSize } from './results.ts';

const [WIDTH, HEIGHT, MARGIN] = [260, 120, 28];

/** Uses the last complete run of each size. Returns the path of the page. */
export function writePage(root: string): string {
  const runs = lastOfEachSize(root);
  const names = [...new Set(runs.flatMap(({ measured }) => measured.map(({ name }) => name)))];
  const file = path.join(root, 'results.html');
  const head = runs.map((run) => `<li>${describe(run)}</li>`).join('');
  const pictures = names.map((name) => picture(name, runs)).join('\n');
  writeFileSync(file, document(`<ul>${head}</ul><main>${pictures}</main>`));
  return file;
}

const describe = ({ at, lines, seconds, machine, memoryMb }: Results): string =>
  `${lines.toLocaleString('en')} lines: ${at}, rounds of ${seconds} s, ${machine.cores} cores, ` +
  `${machine.memoryGb} GB, Node ${machine.node}, ${memoryMb.toFixed(0)} MB after it`;

interface Point {
  readonly lines: number;
  readonly result: ScenarioResult;
}

function picture(name: string, runs: readonly Results[]): string {
  const points: Point[] = runs.flatMap(({ lines, measured }) =>
    measured.filter((result) => result.name === name).map((result) => ({ lines, result })),
  );
  const last = points.at(-1)!.result;
  const goal = describeGoal(last.goal);
  const goalMark = goal ? ` <b class="${meetsGoal(last) ? 'yes' : 'no'}">${escaped(goal)}</b>` : '';
  return `<figure><figcaption>${escaped(name)}${goalMark}</figcaption>${drawing(points)}</figure>`;
}

/** Both axes are logarithmic: linear growth is a line with the slope of the frame. */
function drawing(points: readonly Point[]): string {
  const all = points.flatMap(({ result }) => [result.server.p50, result.server.p95]);
  const x = scale(
    points.map(({ lines }) => lines),
    MARGIN,
    WIDTH - MARGIN,
  );
  const y = scale(all, HEIGHT - MARGIN, MARGIN / 2);
  const way = (figure: (result: ScenarioResult) => number, style: string): string => {
    const at = points.map(
      ({ lines, result }) => `${x(lines).toFixed(1)},${y(figure(result)).toFixed(1)}`,
    );
    return `<polyline class="${style}" points="${at.join(' ')}"/>`;
  };
  const labels = points.map(
    ({ lines, result }) =>
      `<text x="${x(lines)}" y="${HEIGHT - 8}">${lines.toLocaleString('en')}</text>` +
      `<text x="${x(lines)}" y="${y(result.server.p95) - 5}">${result.server.p95.toFixed(1)} ms</text>`,
  );
  return `<svg viewBox="0 0 ${WIDTH} ${HEIGHT}">${way(({ server }) => server.p50, 'p50')}
    ${way(({ server }) => server.p95, 'p95')}${labels.join('')}</svg>`;
}

function scale(values: readonly number[], from: number, to: number): (value: number) => number {
  const [low, high] = [Math.log(Math.min(...values)), Math.log(Math.max(...values))];
  return (value) =>
    high === low ? (from + to) / 2 : from + ((Math.log(value) - low) / (high - low)) * (to - from);
}

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

const document = (body: string): string => `<!doctype html><meta charset="utf-8">
<title>Figures of Ramal</title>
<style>
  body { font: 14px system-ui; margin: 24px; color: #222; background: #fff }
  main { display: grid; grid-template-columns: repeat(auto-fill, minmax(280px, 1fr)); gap: 16px }
  figure { margin: 0; border: 1px solid #ddd; padding: 8px }
  figcaption b { font-weight: normal; font-size: 12px } .yes { color: #17663a } .no { color: #a3261b }
  text { font-size: 9px; text-anchor: middle; fill: #555 }
  polyline { fill: none; stroke-width: 2 } .p50 { stroke: #7a8aa0 } .p95 { stroke: #1f5fbf }
</style>
<h1>Figures by number of lines</h1><p>Grey: half of all requests; blue: 95 of 100. Both axes are logarithmic.</p>
${body}
`;
