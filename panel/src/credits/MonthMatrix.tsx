import { Text } from '@mantine/core';
import type { getExtract } from '@ramal/contract/resellers/credits';
import type { ResponseOf } from '@ramal/contract/api/endpoint';
import { formatCredits, formatMoney } from '../foundation/numbers.ts';
import type { Destination } from '../ui/destination.ts';
import { FigureLink } from '../ui/FigureLink.tsx';
import classes from './MonthMatrix.module.css';

type Extract = ResponseOf<typeof getExtract>;

interface MonthMatrixProps extends Pick<Extract, 'totals' | 'months'> {
  /**
   * Returns the link that lists the rows of a month and a type. If the month or the type is absent,
   * the list shows all months or all types.
   */
  linkTo: (choice: MatrixChoice) => Destination;
  /** The month and type that the list shows. */
  chosen: MatrixChoice;
}

export interface MatrixChoice {
  /** Format mm/yyyy. */
  readonly month: string | undefined;
  readonly type: string | undefined;
}

/**
 * Table of sums by month and type. The sums include the rows of all pages. The last row has the
 * sums of all months.
 */
export function MonthMatrix({ totals, months, linkTo, chosen }: MonthMatrixProps) {
  if (totals.length === 0) return null;
  const press = (children: string, month?: string, type?: string) => (
    <FigureLink
      to={linkTo({ month, type })}
      isCurrent={chosen.month === month && chosen.type === type}
    >
      {children}
    </FigureLink>
  );
  const cells = (sums: Extract['totals'], month?: string) =>
    totals.map(({ type }) => {
      const sum = sums.find((monthSum) => monthSum.type === type);
      return (
        <td key={type} className="num">
          {sum ? press(formatCredits(sum.amount), month, type) : <None />}
          {typeof sum?.value === 'number' && <small>{formatMoney(sum.value)}</small>}
        </td>
      );
    });
  return (
    <div className={classes.root}>
      <table aria-label="Totais do período">
        <thead>
          <tr>
            <th scope="col">Mês</th>
            {totals.map(({ type }) => (
              <th key={type} scope="col">
                {press(type, undefined, type)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {months.map(({ date, sums }) => (
            <tr key={date}>
              <th scope="row" className="num">
                {press(date, date)}
              </th>
              {cells(sums, date)}
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">{press('Total')}</th>
            {cells(totals)}
          </tr>
        </tfoot>
      </table>
    </div>
  );
}

const None = () => (
  <Text span inherit c="var(--ink-3)">
    –
  </Text>
);
