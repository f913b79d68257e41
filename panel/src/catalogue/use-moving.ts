/** One place up or down. A position is a place in the order of its kind, from 0; the others make room. */
import {
  type CatalogueCategory,
  editCategory,
  listCategories,
} from '@ramal/contract/catalogue-packages';
import { useAct } from '../foundation/query.ts';
import { useAlertDialog } from '../ui/dialogs/dialogs.tsx';

export function useMoving(ordered: readonly CatalogueCategory[], onMoved: (id: number) => void) {
  const alert = useAlertDialog();
  const act = useAct(editCategory, {
    refresh: [listCategories],
    onSuccess: ({ id }) => onMoved(id),
    onError: ({ title, message, requestId }) => void alert({ title, text: message, requestId }),
  });
  const placeOf = ({ id }: CatalogueCategory) => ordered.findIndex((one) => one.id === id);
  const mayMove = (row: CatalogueCategory, step: 1 | -1): boolean =>
    ordered[placeOf(row) + step] !== undefined;
  return {
    mayMove,
    move: (row: CatalogueCategory, step: 1 | -1): void => {
      if (act.isPending || !mayMove(row, step)) return;
      act.mutate({ params: { id: row.id }, body: { position: placeOf(row) + step } });
    },
  };
}
