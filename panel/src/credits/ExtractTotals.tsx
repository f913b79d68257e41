import type { getExtract } from '@ramal/contract/resellers/credits';
import type { ResponseOf } from '@ramal/contract/api/endpoint';
import { creditsInWords, formatMoney } from '../foundation/numbers.ts';
import classes from './ExtractTotals.module.css';
import { TypeBadge } from './movement-words.tsx';

/** The sums by type over the whole filter, not only the page. */
export function ExtractTotals({ totals }: { totals: ResponseOf<typeof getExtract>['totals'] }) {
  if (totals.length === 0) return null;
  return (
    <ul className={classes.root} aria-label="Totais do período">
      {totals.map(({ type, amount, value }) => (
        <li key={type}>
          <TypeBadge type={type} />
          <b className="num">{creditsInWords(amount)}</b>
          <small className="num">
            {value === null ? 'sem valor informado' : formatMoney(value)}
          </small>
        </li>
      ))}
    </ul>
  );
}
