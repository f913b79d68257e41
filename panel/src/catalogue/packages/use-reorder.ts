/** Moves a category one position up or down. Positions count from 0 within a kind; the others make room. */
import {
  type CatalogueCategory,
  editCategory,
  listCategories,
} from '@ramal/contract/catalogue/catalogue-packages';
import { useAction } from '../../foundation/api/query.ts';
import { useAlertDialog } from '../../ui/dialogs/dialogs.tsx';

export type Reorder = ReturnType<typeof useReorder>;

export function useReorder(ordered: readonly CatalogueCategory[], onMoved: (id: number) => void) {
  const alert = useAlertDialog();
  const action = useAction(editCategory, {
    refresh: [listCategories],
    onSuccess: ({ id }) => onMoved(id),
    onError: ({ title, message, requestId }) => void alert({ title, text: message, requestId }),
  });
  const positionOf = ({ id }: CatalogueCategory) =>
    ordered.findIndex((category) => category.id === id);
  const canMove = (row: CatalogueCategory, step: 1 | -1): boolean =>
    ordered[positionOf(row) + step] !== undefined;
  return {
    canMove,
    move: (row: CatalogueCategory, step: 1 | -1): void => {
      if (action.isPending || !canMove(row, step)) return;
      action.mutate({ params: { id: row.id }, body: { position: positionOf(row) + step } });
    },
  };
}
