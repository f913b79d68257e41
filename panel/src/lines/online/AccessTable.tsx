import type { ReactNode } from 'react';
import classes from './AccessTable.module.css';

interface AccessTableProps {
  headers: readonly string[];
  /** True for a last column of buttons, whose header is only for screen readers. */
  hasActions: boolean;
  small?: boolean;
  /**
   * Rows whose cells have `data-cell`: user, ip, stream, encoding, aid or actions. The style sheet
   * positions a cell by it in the card that a row becomes below 800 px.
   */
  children: ReactNode;
}

/**
 * Draws accesses as a table, and as cards on the phone: the same elements with different styles.
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
