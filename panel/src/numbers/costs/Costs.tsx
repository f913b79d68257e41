/** /numbers/costs: receipts, costs and profit of a month, and the costs that the seller enters. */
import { Skeleton, Stack } from '@mantine/core';
import { listCosts } from '@ramal/contract/numbers/costs';
import type { FigureKey } from '@ramal/contract/numbers/figures';
import { getNumbers } from '@ramal/contract/numbers/numbers';
import { exportNumberRows } from '@ramal/contract/numbers/rows';
import type { ResponseOf } from '@ramal/contract/api/endpoint';
import { ExportButton } from '../../exports/ExportButton.tsx';
import { useCall } from '../../foundation/api/query.ts';
import { capitalised } from '../../foundation/capitalised.ts';
import { formatDate, formatTime } from '../../foundation/dates.ts';
import { pluralize } from '../../foundation/numbers.ts';
import { useNow } from '../../foundation/use-now.ts';
import { useIsPhone } from '../../foundation/viewport.ts';
import { FigureGrid } from '../../ui/FigureGrid.tsx';
import { PickMenu } from '../../ui/PickMenu.tsx';
import { Loaded } from '../../ui/states/Loaded.tsx';
import { findFigure, formatValue } from '../figures.ts';
import { NumberFigure } from '../NumberFigure.tsx';
import { NumbersFrame } from '../NumbersFrame.tsx';
import { NumbersNotices } from '../NumbersNotices.tsx';
import { currentMonth, lastMonths, monthWithYear, monthWord, shortMonth } from '../number-words.ts';
import { useNumbersParams, useRowsLink } from '../numbers-params.ts';
import { ClosedMonth } from './ClosedMonth.tsx';
import { CostForm } from './CostForm.tsx';
import { CostList } from './CostList.tsx';
import classes from './Costs.module.css';
import { EmptyMonth, hasNoMoney } from './EmptyMonth.tsx';
import { FeesCard } from './FeesCard.tsx';
import { MethodsCard } from './MethodsCard.tsx';

type Numbers = ResponseOf<typeof getNumbers>;

export function Costs() {
  const now = useNow();
  const isPhone = useIsPhone();
  const { values } = useNumbersParams();
  const thisMonth = currentMonth(now);
  const month = values.month ?? thisMonth;
  const isRunning = month === thisMonth;
  const filters = values.platform ? { platform: values.platform } : {};
  const period = isRunning ? {} : { period: month };
  const numbers = useCall(getNumbers, { query: { ...filters, ...period } }, { keepPrevious: true });
  const costs = useCall(listCosts, { query: { ...filters, month } }, { keepPrevious: true });
  const name = capitalised(monthWord(month));
  return (
    <NumbersFrame
      part="costs"
      note={isPhone ? undefined : stateInWords(name, isRunning, now)}
      controls={<MonthMenu now={now} month={month} />}
      exportButton={
        <ExportButton
          declaration={exportNumberRows}
          sent={{ params: { figure: 'costs' }, body: { ...filters, period: month } }}
        />
      }
    >
      <Loaded
        query={{ ...numbers, data: costs.data || costs.error ? numbers.data : undefined }}
        failed="Não deu para somar os números"
        waiting={<CostsSkeleton />}
      >
        {(data) => (
          <>
            <NumbersNotices query={numbers} filters={filters} dependsOnPrices={false} />
            <Stack gap="2xl">
              {isRunning && !values.platform && hasNoMoney(data) ? (
                <EmptyMonth />
              ) : (
                <MonthFigures numbers={data} month={month} />
              )}
              <div className={classes.columns}>
                <Stack gap="2xl" miw={0}>
                  <CostList query={costs} month={month} isRunning={isRunning} />
                  <MethodsCard methods={data.methods} />
                </Stack>
                <Stack gap="2xl" miw={0}>
                  {isRunning ? (
                    <CostForm numbers={data} now={now} />
                  ) : (
                    <ClosedMonth numbers={data} month={month} />
                  )}
                  <FeesCard />
                </Stack>
              </div>
            </Stack>
          </>
        )}
      </Loaded>
    </NumbersFrame>
  );
}

const stateInWords = (month: string, isRunning: boolean, now: Date): string =>
  isRunning ? `${month} até hoje, ${formatDate(now)}, ${formatTime(now)}.` : `${month} inteiro.`;

const OFFERED_MONTHS = 12;

function MonthMenu({ now, month }: { now: Date; month: string }) {
  const { change } = useNumbersParams();
  const months = lastMonths(now, OFFERED_MONTHS);
  return (
    <PickMenu
      label="Mês"
      value={month}
      options={months.map((value) => ({ value, label: capitalised(monthWithYear(value)) }))}
      onChange={(chosen) => change({ month: chosen === months[0] ? undefined : chosen })}
    />
  );
}

const shownFigures: readonly FigureKey[] = [
  'received',
  'costs',
  'profit',
  'margin',
  'profit-per-customer',
];

function MonthFigures({ numbers, month }: { numbers: Numbers; month: string }) {
  const rowsOf = useRowsLink();
  const { figures, months } = numbers;
  const before = months[months.findIndex((row) => row.month === month) - 1]?.month;
  return (
    <FigureGrid>
      {shownFigures.map((key) => (
        <NumberFigure
          key={key}
          figure={key}
          figures={figures}
          to={rowsOf(key, { period: month })}
          note={noteOf(key, numbers, before && shortMonth(before))}
        />
      ))}
    </FigureGrid>
  );
}

function noteOf(key: FigureKey, { figures, hasCosts }: Numbers, before: string | undefined) {
  const figure = findFigure(figures, key);
  const customers = findFigure(figures, 'customers')?.value;
  const count = figure?.count ?? 0;
  switch (key) {
    case 'received':
      return pluralize(count, 'pagamento', 'pagamentos');
    case 'costs':
      return pluralize(count, 'custo', 'custos');
    case 'profit-per-customer':
      return customers ? pluralize(customers, 'cliente', 'clientes') : undefined;
    default:
      if (!hasCosts) return key === 'profit' ? 'Lance seus custos' : undefined;
      return figure && figure.before !== null && before
        ? `${before}: ${formatValue(figure.before, figure.unit)}`
        : undefined;
  }
}

function CostsSkeleton() {
  const isPhone = useIsPhone();
  return (
    <Stack gap="2xl" role="status" aria-label="Carregando os custos" aria-busy>
      <Skeleton height={isPhone ? 322 : 106} radius={12} />
      <div className={classes.columns}>
        <Skeleton height={480} radius={12} />
        <Skeleton height={620} radius={12} />
      </div>
    </Stack>
  );
}
