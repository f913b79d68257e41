/**
 * Bar charts of six months. Only this file imports the chart library, which is loaded in a separate
 * chunk.
 */
import { BarChart } from '@mantine/charts';
import '../foundation/theme/charts.css';
import { type BarShapeProps, Rectangle } from 'recharts';
import type { Chart } from './report-months.ts';

const HEIGHT = 220;
const MAX_WIDTH = 34;

interface MonthBarsProps {
  readonly chart: Pick<Chart, 'rows' | 'series' | 'stacked' | 'format'>;
  readonly height?: number;
  /** Maximum width of a bar in px. */
  readonly barWidth?: number;
  /** False if the axis with the values is hidden. */
  readonly hasAxis?: boolean;
}

export function MonthBars({
  chart,
  height = HEIGHT,
  barWidth = MAX_WIDTH,
  hasAxis = true,
}: MonthBarsProps) {
  return (
    <BarChart
      h={height}
      data={chart.rows.map((row) => ({ ...row }))}
      dataKey="month"
      type={chart.stacked ? 'stacked' : 'default'}
      series={chart.series.map(({ name, label, color }) => ({ name, label, color }))}
      valueFormatter={chart.format}
      gridColor="var(--line)"
      textColor="var(--ink-3)"
      tickLine="none"
      withYAxis={hasAxis}
      yAxisProps={{ width: 52, tickFormatter: short, allowDecimals: false }}
      barProps={{
        isAnimationActive: false,
        radius: 3,
        maxBarSize: barWidth,
        shape: barShapeUntil(chart.rows.length - 1),
      }}
      tooltipAnimationDuration={0}
      tooltipProps={{ cursor: { fill: 'var(--hover)' } }}
      // Screen readers read the values from the table below instead.
      barChartProps={{
        accessibilityLayer: false,
        margin: { top: 8 },
        // Draws a negative value below the axis. By default it would be drawn on top of the other
        // series.
        stackOffset: 'sign',
      }}
      aria-hidden
    />
  );
}

/** The current month is not complete, so its bars are paler. */
const barShapeUntil = (current: number) => (bar: BarShapeProps) => (
  <Rectangle
    {...bar}
    fillOpacity={bar.index === current ? 0.45 : 1}
    // The border has the colour of the card, so it looks like a gap between stacked bars.
    stroke="var(--surface)"
    strokeWidth={1}
  />
);

/** The axis shows compact numbers: «12 mil». */
const compact = new Intl.NumberFormat('pt-BR', { notation: 'compact', maximumFractionDigits: 1 });
const short = (value: number): string => compact.format(value);
