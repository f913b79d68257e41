/** /numbers: revenue, forecast, rates, months, costs, origins and plans of the account. */
import { Stack } from '@mantine/core';
import { getNumberGroups, getNumbers, type Grouping } from '@ramal/contract/numbers/numbers';
import type { ResponseOf } from '@ramal/contract/api/endpoint';
import { lineOrigins } from '@ramal/contract/lines/line-origins';
import { planDays } from '@ramal/contract/numbers/figures';
import { exportNumberRows } from '@ramal/contract/numbers/rows';
import { ExportButton } from '../../exports/ExportButton.tsx';
import { useCall } from '../../foundation/api/query.ts';
import { dayInWords, formatDate, formatTime } from '../../foundation/dates.ts';
import { useNow } from '../../foundation/use-now.ts';
import { useIsPhone } from '../../foundation/viewport.ts';
import { useProfile } from '../../sessions/profile.ts';
import type { Destination } from '../../ui/destination.ts';
import { Loaded } from '../../ui/states/Loaded.tsx';
import { EmptyNumbers } from '../EmptyNumbers.tsx';
import { NumbersFrame } from '../NumbersFrame.tsx';
import { NumbersNotices } from '../NumbersNotices.tsx';
import {
  type NumbersFilters,
  type RowsLink,
  useNumbersParams,
  useRowsLink,
} from '../numbers-params.ts';
import { ForecastCard } from './ForecastCard.tsx';
import { type Group, GroupTable } from './GroupTable.tsx';
import { KeyFigures } from './KeyFigures.tsx';
import { MonthCosts } from './MonthCosts.tsx';
import { MonthsCard } from './MonthsCard.tsx';
import classes from './Overview.module.css';
import { OverviewSkeleton } from './OverviewSkeleton.tsx';
import { RevenueCard } from './RevenueCard.tsx';

type NumbersAnswer = ResponseOf<typeof getNumbers>;

const REFRESH_MS = 5 * 60_000;

export function Overview() {
  const now = useNow();
  const isPhone = useIsPhone();
  const { scope, platform } = useNumbersParams().values;
  const filters = { ...(scope ? { scope } : {}), ...(platform ? { platform } : {}) };
  const numbers = useCall(
    getNumbers,
    { query: filters },
    { keepPrevious: true, refreshEveryMs: REFRESH_MS },
  );
  const origins = useGroups('origin', filters);
  const others = useGroups(scope ? 'reseller' : 'plan', filters);
  const isComplete = [origins, others].every(({ data, error }) => data ?? error);
  return (
    <NumbersFrame
      part="overview"
      hasScope
      note={
        isPhone
          ? undefined
          : `${formatDate(now)}, ${formatTime(now)}. Cada número abre as linhas que ele conta. Mês fechado não muda.`
      }
      exportButton={
        <ExportButton
          declaration={exportNumberRows}
          sent={{ params: { figure: 'customers' }, body: filters }}
        />
      }
    >
      <Loaded
        query={{ ...numbers, data: isComplete ? numbers.data : undefined }}
        failed="Não deu para somar os números"
        waiting={<OverviewSkeleton />}
      >
        {(data) => (
          <>
            <NumbersNotices query={numbers} filters={filters} />
            {isEmpty(data) ? (
              <EmptyNumbers />
            ) : (
              <Cards
                numbers={data}
                origins={origins.data?.groups ?? []}
                others={others.data?.groups ?? []}
              />
            )}
          </>
        )}
      </Loaded>
    </NumbersFrame>
  );
}

const useGroups = (by: Grouping, filters: NumbersFilters) =>
  useCall(
    getNumberGroups,
    { query: { ...filters, by } },
    { keepPrevious: true, refreshEveryMs: REFRESH_MS },
  );

/** True if the answer contains no customer, test or payment. */
const isEmpty = ({ state, scope, figures, months }: NumbersAnswer): boolean =>
  state === 'ready' &&
  scope === 'own' &&
  months.every(({ customers, receivedCents }) => customers === 0 && receivedCents === 0) &&
  figures.every(({ value, denominator }) => !value && !denominator);

interface CardsProps {
  readonly numbers: NumbersAnswer;
  readonly origins: readonly Group[];
  /** Groups by plan. For the network, groups by reseller. */
  readonly others: readonly Group[];
}

function Cards({ numbers, origins, others }: CardsProps) {
  const rowsOf = useRowsLink();
  const isPhone = useIsPhone();
  const { data: profile } = useProfile();
  const { figures, trend, forecast, months, costs, period, hasCosts, scope } = numbers;
  const isOwn = scope === 'own';
  return (
    <Stack gap="2xl">
      {isOwn && (
        <div className={classes.wide}>
          <RevenueCard
            figures={figures}
            trend={trend}
            since={dayInWords(period.from).slice(0, 5)}
            rowsOf={rowsOf}
          />
          <ForecastCard forecast={forecast} rowsOf={rowsOf} />
        </div>
      )}
      <KeyFigures figures={figures} scope={scope} rowsOf={rowsOf} />
      {isOwn && months.length > 0 && (
        <div className={classes.wide}>
          <MonthsCard months={months} hasCosts={hasCosts} rowsOf={rowsOf} />
          {!isPhone && <MonthCosts month={period.month} costs={costs} rowsOf={rowsOf} />}
        </div>
      )}
      <div className={classes.even}>
        <GroupTable {...originTable} groups={origins} rowsOf={rowsOfGroup('origin', rowsOf)} />
        {isOwn ? (
          <GroupTable {...planTable} groups={others} rowsOf={rowsOfGroup('plan', rowsOf)} />
        ) : (
          <GroupTable
            {...resellerTable}
            groups={others}
            rowsOf={rowsOfReseller(rowsOf, profile?.id)}
          />
        )}
      </div>
    </Stack>
  );
}

const originTable = {
  title: 'Por origem',
  noun: 'Origem',
  last: 'retention',
  showAll: (count: number) => `Ver as ${count} origens`,
} as const;

const planTable = {
  title: 'Por plano',
  noun: 'Plano',
  last: 'share',
  showAll: (count: number) => `Ver os ${count} planos`,
} as const;

const resellerTable = {
  title: 'Por revenda',
  noun: 'Revenda',
  last: 'retention',
  showAll: () => 'Ver todas as revendas',
} as const;

/**
 * Returns a function that links to the customers of a group. If no filter exists for the group, the
 * link shows all customers.
 */
const rowsOfGroup =
  (by: 'origin' | 'plan', rowsOf: RowsLink) =>
  ({ key }: Group): Destination =>
    rowsOf('customers', {
      ...(by === 'origin' ? { origin: lineOrigins.find((origin) => origin === key) } : {}),
      ...(by === 'plan' ? { plan: planDays.find((days) => String(days) === key) } : {}),
    });

/** Links to the network of a reseller, or to the own lines of the account. */
const rowsOfReseller =
  (rowsOf: RowsLink, account: number | undefined) =>
  ({ key }: Group): Destination =>
    rowsOf(
      'customers',
      Number(key) === account ? { scope: undefined } : { resellerId: Number(key) },
    );
