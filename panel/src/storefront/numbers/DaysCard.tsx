/** Tests and sales of each day. The bar of today is paler, because the day is not complete. */
import { Group, Skeleton, Text } from '@mantine/core';
import { lazy, Suspense, useId } from 'react';
import { dayInWords } from '../../foundation/dates.ts';
import { formatCount } from '../../foundation/numbers.ts';
import { useIsPhone } from '../../foundation/viewport.ts';
import { ChartNumbers } from '../../reports/ChartNumbers.tsx';
import { FigureLink } from '../../ui/FigureLink.tsx';
import { Panel } from '../../ui/layout/Panel.tsx';
import classes from './DaysCard.module.css';
import type { RowsLink, StorefrontNumbers } from './numbers-params.ts';

const MonthBars = lazy(async () => ({
  default: (await import('../../reports/MonthBars.tsx')).MonthBars,
}));

interface DaysCardProps {
  readonly numbers: StorefrontNumbers;
  readonly rowsOf: RowsLink;
}

const HEIGHT = 150;

export function DaysCard({ numbers: { days, funnel }, rowsOf }: DaysCardProps) {
  const isPhone = useIsPhone();
  const title = useId();
  const chart = {
    rows: days.map(({ day, tests, sales }, index) => ({
      mes: day,
      month: index === days.length - 1 ? 'hoje' : dayInWords(day).slice(0, 5),
      whole: dayInWords(day),
      tests,
      sales,
    })),
    series: [
      {
        name: 'sales',
        label: 'Assinaturas',
        color: 'var(--accent)',
        rowsOf: (day: string) => rowsOf('sales', { day }),
      },
      {
        name: 'tests',
        label: 'Testes',
        color: 'var(--test-mark)',
        rowsOf: (day: string) => rowsOf('requests', { result: 'taken', day }),
      },
    ],
    stacked: true,
    format: formatCount,
  };
  return (
    <Panel className={classes.root}>
      <Group component="header" gap="lg" justify="space-between">
        <Text component="h2" inherit fz="phone" id={title}>
          Testes e assinaturas por dia
        </Text>
        <Group gap="xl" fz="control" c="var(--ink-2)">
          <Legend color="var(--test-mark)" label="Testes">
            <FigureLink to={rowsOf('requests', { result: 'taken' })}>
              {formatCount(funnel.tests)}
            </FigureLink>
          </Legend>
          <Legend color="var(--accent)" label="Assinaturas">
            <FigureLink to={rowsOf('sales')}>{formatCount(funnel.sales)}</FigureLink>
          </Legend>
        </Group>
      </Group>
      <Suspense
        fallback={
          <Skeleton height={HEIGHT} radius={10} role="status" aria-label="Carregando o gráfico" />
        }
      >
        <MonthBars chart={chart} height={HEIGHT} hasAxis={!isPhone} />
      </Suspense>
      <ChartNumbers chart={chart} titledBy={title} rowHead="Dia" />
    </Panel>
  );
}

const Legend = (props: { color: string; label: string; children: React.ReactNode }) => (
  <Group component="span" gap="xs" wrap="nowrap">
    <i className={classes.mark} style={{ background: props.color }} aria-hidden />
    {props.label} {props.children}
  </Group>
);
