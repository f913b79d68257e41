/** The bars of six months. The only file that knows the chart library, which comes in a chunk of its own. */
import { BarChart } from '@mantine/charts';
import { REPORT_MONTHS } from '@ramal/contract/reports';
import '@mantine/charts/styles.layer.css';
import { type BarShapeProps, Rectangle } from 'recharts';
import type { Chart } from './report-months.ts';

const HEIGHT = 220;

export function MonthBars({ chart }: { chart: Chart }) {
  return (
    <BarChart
      h={HEIGHT}
      data={chart.rows.map((row) => ({ ...row }))}
      dataKey="month"
      type={chart.stacked ? 'stacked' : 'default'}
      series={chart.series.map(({ name, label, color }) => ({ name, label, color }))}
      valueFormatter={chart.format}
      gridColor="var(--line)"
      textColor="var(--ink-3)"
      tickLine="none"
      yAxisProps={{ width: 52, tickFormatter: short, allowDecimals: false }}
      barProps={{ isAnimationActive: false, radius: 3, maxBarSize: 34, shape: barShape }}
      tooltipAnimationDuration={0}
      tooltipProps={{ cursor: { fill: 'var(--hover)' } }}
      // The figures are in a table below, which screen readers read.
      barChartProps={{ accessibilityLayer: false, margin: { top: 8 } }}
      aria-hidden
    />
  );
}

/** The current month is not complete, so its bars are paler than those of whole months. */
const barShape = (bar: BarShapeProps) => (
  <Rectangle {...bar} fillOpacity={bar.index === REPORT_MONTHS - 1 ? 0.45 : 1} />
);

/** On the axis «12 mil» is enough. */
const compact = new Intl.NumberFormat('pt-BR', { notation: 'compact', maximumFractionDigits: 1 });
const short = (value: number): string => compact.format(value);
