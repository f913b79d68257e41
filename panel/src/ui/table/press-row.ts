import type { MouseEvent } from 'react';
import { openingAction, type RowAction } from './columns.ts';

const CONTROLS = 'button, a, input, label, select, textarea, summary';

/**
 * Returns event handlers for a row or card. A press on an empty part runs the row's opening action.
 */
export function pressRow<Row>(actions: readonly RowAction<Row>[], row: Row) {
  const action = openingAction(actions, row);
  if (!action) return {};
  return {
    'data-opens': true,
    onClick: ({ target, currentTarget }: MouseEvent<HTMLElement>) => {
      const isInside = currentTarget.contains(target as Node);
      const isMarking = !(getSelection()?.isCollapsed ?? true);
      if (isInside && !isMarking && !(target as Element).closest(CONTROLS)) action.run(row);
    },
  };
}

/** Returns the event handler of a card in the selection mode: a press on an empty part toggles it. */
export const pressToSelect = (toggle: () => void) => ({
  onClick: ({ target }: MouseEvent<HTMLElement>) => {
    if (!(target as Element).closest(CONTROLS)) toggle();
  },
});
