import type { ReactNode } from 'react';
import classes from './AccessTable.module.css';

interface AccessTableProps {
  headers: readonly string[];
  /** True if the last column contains buttons. Only screen readers get a header for it. */
  hasActions: boolean;
  small?: boolean;
  /**
   * Rows whose cells have `data-cell`: user, ip, stream, encoding, aid or actions. Below 800 px a
   * row becomes a card, in which the style sheet positions the cells by this attribute.
   */
  children: ReactNode;
}

/**
 * Draws accesses as a table, and as cards on the phone. Both use the same elements with different
 * styles.
 */
export function AccessTable({ headers, hasActions, small, children }: AccessTableProps) {
  return (
    <table className={classes.root} data-small={small || undefined}>
      <thead>
        <tr>
          {headers.map((header) => (
            <th key={header}>{header}</th>
          ))}
          {hasActions && (
            <th>
              <span className="visually-hidden">Ações</span>
            </th>
          )}
        </tr>
      </thead>
      <tbody>{children}</tbody>
    </table>
  );
}
