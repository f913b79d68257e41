/** All values of a chart in a table, folded until they are requested. */
import { IconChevronRight } from '@tabler/icons-react';
import { FigureLink } from '../ui/FigureLink.tsx';
import classes from './ChartNumbers.module.css';
import type { Chart } from './report-months.ts';

interface ChartNumbersProps {
  readonly chart: Pick<Chart, 'rows' | 'series' | 'format'>;
  /** Id of the heading of the chart. */
  readonly titledBy: string;
  /** Header of the first column. */
  readonly rowHead?: string;
}

export function ChartNumbers({ chart, titledBy, rowHead = 'Mês' }: ChartNumbersProps) {
  const { rows, series, format } = chart;
  return (
    <details className={classes.root}>
      <summary>
        <IconChevronRight size={16} stroke={1.75} aria-hidden />
        Ver números
      </summary>
      <table aria-labelledby={titledBy}>
        <thead>
          <tr>
            <th scope="col">{rowHead}</th>
            {series.map(({ name, label }) => (
              <th key={name} scope="col">
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.toReversed().map((row) => (
            <tr key={row.whole}>
              <th scope="row">{row.whole}</th>
              {series.map(({ name, rowsOf }) => (
                <td key={name} className="num">
                  <FigureLink to={rowsOf?.(row.mes)}>{format(Number(row[name]))}</FigureLink>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  );
}
