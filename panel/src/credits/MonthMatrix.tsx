import type { getExtract } from '@ramal/contract/resellers/credits';
import type { ResponseOf } from '@ramal/contract/api/endpoint';
import { formatCredits, formatMoney } from '../foundation/numbers.ts';
import type { Destination } from '../ui/destination.ts';
import { FigureLink } from '../ui/FigureLink.tsx';
import classes from './MonthMatrix.module.css';

type Extract = ResponseOf<typeof getExtract>;

export interface MonthMatrixProps extends Pick<Extract, 'totals' | 'months'> {
  /** The statement of that month (mm/yyyy) alone; undefined where it is shown already. */
  monthLink: (month: string) => Destination | undefined;
}

/** The sums by month and type over the whole filter, not only the page, with those of all months below. */
export function MonthMatrix({ totals, months, monthLink }: MonthMatrixProps) {
  if (totals.length === 0) return null;
  const cells = (sums: Extract['totals']) =>
    totals.map(({ type }) => (
      <td key={type} className="num">
        <Sum {...sums.find((sum) => sum.type === type)} />
      </td>
    ));
  return (
    <div className={classes.root}>
      <table aria-label="Totais do período">
        <thead>
          <tr>
            <th scope="col">Mês</th>
            {totals.map(({ type }) => (
              <th key={type} scope="col">
                {type}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {months.map(({ date, sums }) => (
            <tr key={date}>
              <th scope="row" className="num">
                <FigureLink to={monthLink(date)}>{date}</FigureLink>
              </th>
              {cells(sums)}
            </tr>
          ))}
        </tbody>
        {months.length > 1 && (
          <tfoot>
            <tr>
              <th scope="row">Total</th>
              {cells(totals)}
            </tr>
          </tfoot>
        )}
      </table>
    </div>
  );
}

/** Credits, and below them what they were sold for. */
function Sum({ amount, value }: Partial<Extract['totals'][number]>) {
  if (amount === undefined) return <span className={classes.none}>–</span>;
  return (
    <>
      {formatCredits(amount)}
      {typeof value === 'number' && <small>{formatMoney(value)}</small>}
    </>
  );
}
