/** Opens a customer's page from a row, and narrows the table while the page is next to it. */
import { IconUser } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { useListWidth, useShowsCards } from '../../foundation/viewport.ts';
import type { Column, RowAction } from '../../ui/table/columns.ts';
import type { Line } from '../line.ts';
import { LineExpiry } from './LineExpiry.tsx';
import type { OpenCustomer } from './line-params.ts';
import type { LinesRead } from './lines-read.ts';

/** Time in ms after which the page follows the focus, so that held arrow keys open nothing. */
const FOLLOW_MS = 150;

/** Columns that a table of 628 px has space for. */
const narrowColumns = new Set(['username', 'status', 'exp_date']);
const narrowActions = new Set(['open', 'renew', 'promote-row']);

export function useBeside({ params }: LinesRead, open: OpenCustomer | undefined, now: Date) {
  const isCards = useShowsCards();
  const isWide = useListWidth() === 'wide';
  const [takesFocus, setTakesFocus] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const isBeside = open !== undefined && !isCards && !open.isWhole;
  const action: RowAction<Line> = {
    key: 'open',
    label: 'Abrir',
    icon: IconUser,
    opens: true,
    run: (line, isByKey = false) => {
      clearTimeout(timer.current);
      setTakesFocus(isByKey);
      params.openCustomer(line.id);
    },
  };
  const isNarrow = isBeside && !isWide;
  return {
    open,
    takesFocus,
    action,
    isNarrow,
    row: isBeside
      ? {
          key: open.lineId,
          onFocus: ({ id }: Line) => {
            clearTimeout(timer.current);
            if (id === open.lineId) return;
            timer.current = setTimeout(() => {
              setTakesFocus(false);
              params.openCustomer(id);
            }, FOLLOW_MS);
          },
        }
      : undefined,
    narrow: ({ columns, actions }: Table) =>
      isNarrow
        ? {
            columns: columns
              .filter(({ key }) => narrowColumns.has(key))
              .map((column) => narrowed(column, now)),
            actions: actions
              .filter(({ key }) => narrowActions.has(key))
              .map(({ group: _group, ...rest }) => rest),
          }
        : { columns, actions },
  };
}

/** The name takes the space that the other columns leave, and the expiry has no time. */
function narrowed({ width, ...column }: Column<Line>, now: Date): Column<Line> {
  if (column.key === 'exp_date')
    return {
      ...column,
      cell: (line) => <LineExpiry {...{ line, now }} onOpen={undefined} isShort />,
    };
  return width === undefined ? column : { ...column, fill: true };
}

interface Table {
  readonly columns: readonly Column<Line>[];
  readonly actions: readonly RowAction<Line>[];
}
