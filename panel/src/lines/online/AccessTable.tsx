import type { ReactNode } from 'react';
import classes from './AccessTable.module.css';

interface AccessTableProps {
  headers: readonly string[];
  /** True if the last column contains buttons. Only screen readers get a header for it. */
  hasActions: boolean;
  small?: boolean;
  /**
   * Table rows. Each cell has the attribute `data-cell`: user, ip, stream, encoding, aid or
   * actions. Below 800 px a row becomes a card, and the style sheet places the cells by this
   * attribute.
   */
  children: ReactNode;
}

/**
 * Shows accesses as a table, or as cards on a phone. The elements are the same, only the styles
 * differ.
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
