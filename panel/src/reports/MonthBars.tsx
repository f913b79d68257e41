/**
 * Bar charts of six months. Only this file imports the chart library, which is loaded in a separate
 * chunk.
 */
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
      // Screen readers read the values from the table below instead.
      barChartProps={{ accessibilityLayer: false, margin: { top: 8 } }}
      aria-hidden
    />
  );
}

/** The current month is not complete, so its bars are paler. */
const barShape = (bar: BarShapeProps) => (
  <Rectangle {...bar} fillOpacity={bar.index === REPORT_MONTHS - 1 ? 0.45 : 1} />
);

/** The axis shows compact numbers: «12 mil». */
const compact = new Intl.NumberFormat('pt-BR', { notation: 'compact', maximumFractionDigits: 1 });
const short = (value: number): string => compact.format(value);
