/**
 * Receipts, costs and profit of six months. The bars of the current month are paler, because it is
 * not complete.
 */
import { Group, Skeleton, Text } from '@mantine/core';
import { type FigureKey, getFigureTexts } from '@ramal/contract/numbers/figures';
import type { getNumbers } from '@ramal/contract/numbers/numbers';
import type { ResponseOf } from '@ramal/contract/api/endpoint';
import { Link } from '@tanstack/react-router';
import { lazy, type ReactNode, Suspense, useId } from 'react';
import { formatMoney, pluralize } from '../../foundation/numbers.ts';
import { useIsPhone } from '../../foundation/viewport.ts';
import { ChartNumbers } from '../../reports/ChartNumbers.tsx';
import type { Series } from '../../reports/report-months.ts';
import { Figure } from '../../ui/Figure.tsx';
import { FigureLink } from '../../ui/FigureLink.tsx';
import { Panel } from '../../ui/layout/Panel.tsx';
import { capitalised } from '../../foundation/capitalised.ts';
import { LinkButton } from '../../ui/LinkButton.tsx';
import {
  formatCents,
  formatSignedCents,
  formatWholeReais,
  monthWithYear,
  monthWord,
  NO_FIGURE,
  shortMonth,
} from '../number-words.ts';
import type { RowsLink } from '../numbers-params.ts';
import classes from './MonthsCard.module.css';

const MonthBars = lazy(async () => ({
  default: (await import('../../reports/MonthBars.tsx')).MonthBars,
}));

type Numbers = ResponseOf<typeof getNumbers>;
type MonthRow = Numbers['months'][number];

interface MonthsCardProps {
  /** Sorted from the oldest to the current month. */
  readonly months: readonly MonthRow[];
  /** False if the account has never entered a cost. */
  readonly hasCosts: boolean;
  readonly rowsOf: RowsLink;
}

const HEIGHT = 190;
const BAR_WIDTH = 40;

export function MonthsCard({ months, hasCosts, rowsOf }: MonthsCardProps) {
  const isPhone = useIsPhone();
  const title = useId();
  const chart = toChart(months, hasCosts, rowsOf);
  return (
    <Panel className={classes.root}>
      <h2 id={title} className="visually-hidden">
        Recebido, custos e lucro por mês
      </h2>
      <MonthFigures {...{ months, hasCosts, rowsOf, isPhone }} />
      <Suspense
        fallback={
          <Skeleton height={HEIGHT} radius={10} role="status" aria-label="Carregando o gráfico" />
        }
      >
        <MonthBars chart={chart} height={HEIGHT} barWidth={BAR_WIDTH} hasAxis={!isPhone} />
      </Suspense>
      <ChartNumbers chart={chart} titledBy={title} />
      <Corrections months={months} rowsOf={rowsOf} />
    </Panel>
  );
}

interface FiguresProps extends MonthsCardProps {
  readonly isPhone: boolean;
}

function MonthFigures({ months, hasCosts, rowsOf, isPhone }: FiguresProps) {
  const current = months.at(-1);
  const previous = months.at(-2);
  if (!current) return null;
  const format = isPhone ? formatWholeReais : formatCents;
  const period = { period: current.month };
  const noteOf = (cents: number | undefined) =>
    previous && cents !== undefined && !isPhone
      ? `${shortMonth(previous.month)}: ${formatCents(cents)}`
      : undefined;
  const figure = (key: FigureKey, value: string, note: ReactNode, color?: string) => {
    const { label, definition } = getFigureTexts(key);
    const shown =
      key === 'received' && !isPhone ? `${label} em ${monthWord(current.month)}` : label;
    return (
      <Figure
        key={key}
        opens={!isPhone}
        definition={definition}
        label={
          <>
            {color && <i className={classes.mark} style={{ background: color }} aria-hidden />}
            {shown}
          </>
        }
        value={
          <FigureLink
            to={value === NO_FIGURE ? undefined : rowsOf(key, period)}
            name={`${shown}: ${value}`}
            definition={definition}
          >
            {value}
          </FigureLink>
        }
        note={note}
      />
    );
  };
  return (
    <Group
      gap="0.625rem 2.25rem"
      align="stretch"
      justify={isPhone ? 'space-between' : 'flex-start'}
    >
      {figure('received', format(current.receivedCents), noteOf(previous?.receivedCents))}
      {figure('costs', format(current.costCents), noteOf(previous?.costCents), COSTS)}
      {figure(
        'profit',
        hasCosts ? format(current.profitCents) : NO_FIGURE,
        hasCosts ? noteOf(previous?.profitCents) : <EnterCosts />,
        PROFIT,
      )}
    </Group>
  );
}

const PROFIT = 'var(--accent)';
const COSTS = 'var(--off-mark)';

/** Link to enter costs. Replaces the profit until the account has entered a cost. */
const EnterCosts = () => (
  <LinkButton to="/numbers/{-$part}" params={{ part: 'costs' }} variant="link" size="compact-xs">
    Lance seus custos
  </LinkButton>
);

/**
 * Returns the rows and series of the chart. If the account has entered no costs, the chart has only
 * the receipts.
 */
function toChart(months: readonly MonthRow[], hasCosts: boolean, rowsOf: RowsLink) {
  const link = (key: FigureKey): Pick<Series, 'rowsOf'> => ({
    rowsOf: (month) => rowsOf(key, { period: month }),
  });
  const costs = { name: 'costs', label: 'Custos', color: COSTS, ...link('costs') };
  const profit = { name: 'profit', label: 'Lucro', color: PROFIT, ...link('profit') };
  const received = { name: 'received', label: 'Recebido', color: PROFIT, ...link('received') };
  return {
    rows: months.map((row) => ({
      mes: row.month,
      month: shortMonth(row.month),
      whole: monthWithYear(row.month),
      received: row.receivedCents / 100,
      costs: row.costCents / 100,
      profit: row.profitCents / 100,
    })),
    series: hasCosts ? [costs, profit] : [received],
    stacked: true,
    format: formatMoney,
  };
}

/**
 * Shows the name of the last closed month, and the corrections of closed months that count in the
 * current month.
 */
function Corrections({ months, rowsOf }: Pick<MonthsCardProps, 'months' | 'rowsOf'>) {
  const current = months.at(-1);
  const closed = months.findLast(({ closedAtTimestamp }) => closedAtTimestamp !== null);
  if (!current || !closed) return null;
  const { corrections, correctionCents } = current;
  return (
    <Text c="var(--ink-2)" fz="note" className={classes.foot}>
      {capitalised(monthWord(closed.month))} está fechado.
      {corrections > 0 && (
        <>
          {' '}
          Correção depois disso:{' '}
          <Link {...rowsOf('corrections', { period: current.month })}>
            {formatSignedCents(correctionCents)},{' '}
            {pluralize(corrections, 'lançamento', 'lançamentos')}
          </Link>
        </>
      )}
    </Text>
  );
}
