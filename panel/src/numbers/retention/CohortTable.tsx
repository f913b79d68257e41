/**
 * Table of cohorts. A cohort contains the customers who first paid in the same month. Each cell
 * shows the share that is still active n months later.
 */
import { Link } from '@tanstack/react-router';
import type { CSSProperties } from 'react';
import { formatCount } from '../../foundation/numbers.ts';
import { useIsPhone } from '../../foundation/viewport.ts';
import type { Destination } from '../../ui/destination.ts';
import {
  formatShare,
  formatWholeReais,
  formatWholeShare,
  monthRowHead,
  NO_FIGURE,
  shortMonth,
} from '../number-words.ts';
import {
  type Cohort,
  type CohortCell,
  type CohortMeasure,
  type CohortTotal,
  cellName,
  cellShare,
  cellTooltip,
  groundDepth,
  hasFewCustomers,
  monthsAfter,
  totalShare,
} from './cohort-cell.ts';
import classes from './CohortTable.module.css';

interface CohortTableProps {
  readonly label: string;
  readonly cohorts: readonly Cohort[];
  /** Totals of all cohorts by age. Months that are not complete are excluded. */
  readonly totals: readonly CohortTotal[];
  readonly measure: CohortMeasure;
  /** Returns the link to the customers of a cell, including the customers who left. */
  readonly rowsOf: (cohort: Cohort, cell: CohortCell) => Destination;
}

export function CohortTable(props: CohortTableProps) {
  const { label, cohorts, measure } = props;
  const isPhone = useIsPhone();
  const columns = Math.max(1, ...cohorts.flatMap(({ cells }) => cells.map(({ age }) => age)));
  const months = Array.from({ length: columns }, (_, index) => index + 1);
  return (
    <div className={classes.root}>
      <table aria-label={label}>
        <thead>
          <tr>
            <th scope="col">Entrada</th>
            {!isPhone && (
              <th scope="col" data-end>
                {measure === 'money' ? 'Por mês' : 'Clientes'}
              </th>
            )}
            {months.map((after) => (
              <th key={after} scope="col" aria-label={monthsAfter(after)}>
                {isPhone && after > 1 ? `${after} m.` : monthsAfter(after)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {cohorts.map((cohort) => (
            <CohortRow key={cohort.month} {...props} {...{ cohort, months, isPhone }} />
          ))}
        </tbody>
        {!isPhone && <Totals {...props} months={months} />}
      </table>
    </div>
  );
}

interface RowProps extends CohortTableProps {
  readonly cohort: Cohort;
  readonly months: readonly number[];
  readonly isPhone: boolean;
}

/**
 * Formats the initial size of a cohort: its revenue or its number of customers, by the selected
 * measure.
 */
const entrySize = (
  { customers, revenueCents }: Pick<Cohort, 'customers' | 'revenueCents'>,
  measure: CohortMeasure,
): string => (measure === 'money' ? formatWholeReais(revenueCents) : formatCount(customers));

function CohortRow({ cohort, months, measure, isPhone, rowsOf }: RowProps) {
  return (
    <tr>
      <th scope="row">
        {isPhone ? `${shortMonth(cohort.month)}. ` : monthRowHead(cohort.month)}
        {isPhone && <span>{formatCount(cohort.customers)}</span>}
      </th>
      {!isPhone && <td data-end>{entrySize(cohort, measure)}</td>}
      {months.map((after) => {
        const cell = cohort.cells.find(({ age }) => age === after);
        return (
          <td key={after}>
            {cell && (
              <Cell to={rowsOf(cohort, cell)} {...{ cohort, cell, measure }} isNarrow={isPhone} />
            )}
          </td>
        );
      })}
    </tr>
  );
}

interface CellProps {
  readonly cohort: Cohort;
  readonly cell: CohortCell;
  readonly measure: CohortMeasure;
  readonly isNarrow: boolean;
  readonly to: Destination;
}

function Cell({ cohort, cell, measure, isNarrow, to }: CellProps) {
  const share = cellShare(cohort, cell, measure);
  const isFew = hasFewCustomers(cohort);
  const hasGround = !isFew && !cell.running;
  return (
    <Link
      {...to}
      className={classes.cell}
      data-running={cell.running || undefined}
      data-tooltip={cellTooltip(cohort, cell)}
      style={hasGround ? ({ '--depth': `${groundDepth(share)}%` } as CSSProperties) : undefined}
    >
      <span className="visually-hidden">{cellName(cohort, cell, measure)}</span>
      {isNarrow ? formatWholeShare(share) : formatShare(share)}
      {isFew && (
        <small aria-hidden>
          {isNarrow
            ? `${cell.customers}/${cohort.customers}`
            : `${cell.customers} de ${cohort.customers}`}
        </small>
      )}
    </Link>
  );
}

function Totals({
  cohorts,
  totals,
  measure,
  months,
}: CohortTableProps & { readonly months: readonly number[] }) {
  const sum = {
    customers: cohorts.reduce((count, cohort) => count + cohort.customers, 0),
    revenueCents: cohorts.reduce((cents, cohort) => cents + cohort.revenueCents, 0),
  };
  return (
    <tfoot>
      <tr>
        <th scope="row">Todos</th>
        <td data-end>{entrySize(sum, measure)}</td>
        {months.map((after) => {
          const total = totals.find(({ age }) => age === after);
          return <td key={after}>{total ? formatShare(totalShare(total, measure)) : NO_FIGURE}</td>;
        })}
      </tr>
    </tfoot>
  );
}
