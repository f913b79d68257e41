/**
 * Card with a chart. The values of this month are above the chart, and a table with all values is
 * below it.
 */
import { Box, Group, Skeleton, Text } from '@mantine/core';
import { IconChartBar } from '@tabler/icons-react';
import { lazy, Suspense, useId } from 'react';
import { EmptyState } from '../ui/states/EmptyState.tsx';
import { Figure } from '../ui/Figure.tsx';
import { FigureLink } from '../ui/FigureLink.tsx';
import { Panel } from '../ui/layout/Panel.tsx';
import classes from './ChartCard.module.css';
import { ChartNumbers } from './ChartNumbers.tsx';
import { type Chart, isEmpty } from './report-months.ts';

const MonthBars = lazy(async () => ({ default: (await import('./MonthBars.tsx')).MonthBars }));

export function ChartCard({ chart }: { chart: Chart }) {
  const title = useId();
  return (
    <Panel className={classes.root}>
      <h2 id={title}>{chart.title}</h2>
      <Text mt="-sm" c="var(--ink-3)" fz="note">
        {chart.note}
      </Text>
      {isEmpty(chart) ? (
        <EmptyState
          icon={IconChartBar}
          tone="plain"
          title="Nada nestes seis meses"
          text="O gráfico aparece com o primeiro movimento."
        />
      ) : (
        <>
          <ThisMonth chart={chart} />
          <Suspense
            fallback={
              <Skeleton height={220} radius={10} role="status" aria-label="Carregando o gráfico" />
            }
          >
            <MonthBars chart={chart} />
          </Suspense>
          <ChartNumbers chart={chart} titledBy={title} />
        </>
      )}
    </Panel>
  );
}

function ThisMonth({ chart: { rows, series, format } }: { chart: Chart }) {
  const [before, now] = [rows.at(-2)!, rows.at(-1)!];
  return (
    <Group gap="0.625rem 1.75rem" align="stretch">
      {series.map(({ name, label, color, rowsOf }) => (
        <Figure
          key={name}
          label={
            <>
              <Box
                component="i"
                display="inline-block"
                w="var(--space-sm)"
                h="var(--space-sm)"
                me="xs"
                bdrs="var(--radius-bar)"
                bg={color}
                aria-hidden
              />
              {label}
            </>
          }
          value={<FigureLink to={rowsOf?.(now.mes)}>{format(Number(now[name]))}</FigureLink>}
          note={`${before.month}: ${format(Number(before[name]))}`}
        />
      ))}
    </Group>
  );
}
