/**
 * /numbers/rows/{figure}: the lines, payments or costs that a figure counts. Their sum equals the
 * figure.
 */
import { definedOnly } from '../../ui/list/defined-only.ts';
import { type FigureKey, figureKeys, getFigureTexts } from '@ramal/contract/numbers/figures';
import { exportNumberRows, listNumberRows, type NumberRow } from '@ramal/contract/numbers/rows';
import type { ResponseOf } from '@ramal/contract/api/endpoint';
import { IconMagnet, IconUserOff } from '@tabler/icons-react';
import { useParams } from '@tanstack/react-router';
import { ExportButton } from '../../exports/ExportButton.tsx';
import { useCall } from '../../foundation/api/query.ts';
import { formatDate } from '../../foundation/dates.ts';
import { formatCount, pluralize } from '../../foundation/numbers.ts';
import { useNow } from '../../foundation/use-now.ts';
import { useIsPhone, useShowsCards } from '../../foundation/viewport.ts';
import { NotFound } from '../../shell/NotFound.tsx';
import type { Destination } from '../../ui/destination.ts';
import { FootBar } from '../../ui/layout/FootBar.tsx';
import { LinkButton } from '../../ui/LinkButton.tsx';
import { ListScreen } from '../../ui/list/ListScreen.tsx';
import { StatusBadge } from '../../ui/status/StatusBadge.tsx';
import type { ColumnTotals } from '../../ui/table/columns.ts';
import { formatCents, monthWithYear, monthWord } from '../number-words.ts';
import { monthsAfter } from '../retention/cohort-cell.ts';
import { FigureHead, FigureHeadSkeleton } from './FigureHead.tsx';
import { isMonthly, isOfPresent, rowNouns, rowsKind, sumNote } from './figure-rows.ts';
import { rowColumns } from './row-columns.tsx';
import { listFilters, nothingFound, useNumberRowParams } from './row-filters.tsx';
import { toDate } from './row-words.ts';
import { TrialGroups } from './TrialGroups.tsx';
import { useRowActions } from './use-row-actions.tsx';

type Rows = ResponseOf<typeof listNumberRows>;

export function NumberRows() {
  const { figure } = useParams({ strict: false }) as { figure?: string };
  const key = figureKeys.find((figureKey) => figureKey === figure);
  return key ? <FigureRows key={key} figure={key} /> : <NotFound />;
}

function FigureRows({ figure }: { figure: FigureKey }) {
  const now = useNow();
  const isPhone = useIsPhone();
  const isCards = useShowsCards();
  const params = useNumberRowParams();
  const filters = filtersOf(params.values);
  const query = useCall(
    listNumberRows,
    { params: { figure }, query: { ...params.query, ...filters } },
    { keepPrevious: true },
  );
  const { actions, dialogs } = useRowActions();
  const rows = query.data;
  const kind = rowsKind(figure);
  const columns = rowColumns({ figure, now, hasResellers: filters.scope === 'network' });
  const title = titleOf(figure, params.values, rows);
  const lost = { figure, rows, values: params.values };
  return (
    <ListScreen<NumberRow>
      title={title}
      breadcrumb={[{ label: 'Números', to: '/numbers' }, { label: getFigureTexts(figure).label }]}
      backTo="/numbers"
      wide
      refresh={false}
      note={closedBadge(rows)}
      buttons={
        <ExportButton declaration={exportNumberRows} sent={{ params: { figure }, body: filters }} />
      }
      createLink={isPhone ? undefined : <WinBackLink {...lost} />}
      above={
        rows ? (
          <FigureHead
            figure={figure}
            rows={rows}
            month={params.values.period}
            partLinks={partLinks(figure, params.values)}
          />
        ) : (
          !query.error && <FigureHeadSkeleton figure={figure} />
        )
      }
      summary={figure === 'trial-conversion' && <TrialGroups filters={filters} />}
      list={{
        name: 'number-rows',
        label: title,
        noun: rowNouns[kind],
        params,
        query,
        page: rows,
        columns,
        actions: kind === 'cost' || kind === 'movement' ? [] : actions,
        rowKey: ({ key }) => key,
        rowName: ({ name, username, reseller }) => name ?? username ?? reseller,
        totals: rows && totalsOf(figure, rows),
        filters: listFilters({ figure, params, rows, columns, now }, isCards),
        empty: { icon: IconUserOff, title: 'Ninguém neste número' },
        nothingFound: nothingFound(params),
      }}
    >
      {dialogs}
      {isPhone && <PhoneBar {...lost} />}
    </ListScreen>
  );
}

const closedBadge = (rows: Rows | undefined) =>
  rows?.closedAtTimestamp && (
    <StatusBadge tone="off">Fechado em {formatDate(toDate(rows.closedAtTimestamp))}</StatusBadge>
  );

type RowValues = ReturnType<typeof useNumberRowParams>['values'];

/** Filters that the list and the export send. */
function filtersOf(values: RowValues) {
  const { scope, platform, plan, origin, period, reason, resellerId, cohort, age, part } = values;
  const named = {
    scope,
    platform,
    plan,
    origin,
    period,
    reason,
    resellerId,
    cohort,
    age,
    part,
  };
  return definedOnly(named);
}

/**
 * Returns the title of the page: «Perda em 30 dias», «Perda em outubro de 2026», «Recebido em
 * novembro».
 */
function titleOf(figure: FigureKey, { period, cohort, age }: RowValues, rows: Rows | undefined) {
  const { label } = getFigureTexts(figure);
  if (figure === 'cohort' && age !== undefined)
    return cohort
      ? `Entraram em ${monthWord(cohort)}, ${monthsAfter(age)} depois`
      : `Seguem depois de ${monthsAfter(age)}`;
  if (isOfPresent(figure)) return label;
  if (period) return `${label} em ${monthWithYear(period)}`;
  if (isMonthly(figure)) return rows ? `${label} em ${monthWord(rows.until.slice(0, 7))}` : label;
  return `${label} em 30 dias`;
}

const partLinks = (figure: FigureKey, values: RowValues) => {
  const to = (part: RowValues['part']): Destination => ({
    to: '/numbers/rows/$figure',
    params: { figure },
    search: { ...filtersOf(values), part },
  });
  return { numerator: to(undefined), denominator: to('denominator') };
};

function totalsOf(figure: FigureKey, { total, sumCents }: Rows): ColumnTotals {
  const noun = rowNouns[rowsKind(figure)];
  return {
    name: <b>{pluralize(total, ...noun)}</b>,
    ...(sumCents === null
      ? {}
      : {
          cents: (
            <b className="num">{formatCents(sumNote(figure) ? Math.abs(sumCents) : sumCents)}</b>
          ),
        }),
    origin: sumNote(figure),
  };
}

interface LostProps {
  readonly figure: FigureKey;
  readonly rows: Rows | undefined;
  readonly values: RowValues;
}

/**
 * Number of customers who were lost because they did not renew. Zero for figures that do not count
 * lost customers, and for a network, because an account writes to its own customers only.
 */
const countLost = ({ figure, rows, values }: LostProps): number =>
  sumNote(figure) === undefined || values.scope === 'network'
    ? 0
    : (rows?.reasons.find(({ reason }) => reason === 'not-renewed')?.count ?? 0);

/** Link to the counted customers in win-back, with the group and the situation of each one. */
function lostCustomers({ values }: LostProps): Destination {
  const { period, platform, plan, origin } = values;
  return {
    to: '/win-back/rows/$list',
    params: { list: 'lost' },
    search: { period, platform, plan, origin },
  };
}

const WinBackLink = (props: LostProps) =>
  countLost(props) > 0 && (
    <LinkButton
      {...lostCustomers(props)}
      leftSection={<IconMagnet size={16} stroke={1.75} aria-hidden />}
    >
      Levar à Reconquista · {formatCount(countLost(props))}
    </LinkButton>
  );

const PhoneBar = (props: LostProps) =>
  countLost(props) > 0 && (
    <FootBar>
      <LinkButton
        {...lostCustomers(props)}
        size="lg"
        fullWidth
        leftSection={<IconMagnet size={20} stroke={1.75} aria-hidden />}
      >
        Levar {formatCount(countLost(props))} à Reconquista
      </LinkButton>
    </FootBar>
  );
