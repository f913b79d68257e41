import { Fragment, type ReactNode, Suspense, useEffect, useRef } from 'react';
import type { RowKey } from '../table/columns.ts';
import type { List } from './list.ts';

export interface ListDialogProps {
  readonly onClose: () => void;
  /** Called after a row was saved. The list then highlights the row. */
  readonly onSaved: (key: RowKey) => void;
}

export interface ListDialogsProps<Row> {
  list: Pick<List<Row>, 'params' | 'page' | 'rowKey'>;
  /** Dialogs that belong to no row, such as «Criar bouquet». */
  dialogs?: Readonly<Record<string, (props: ListDialogProps) => ReactNode>>;
  /** Dialogs that belong to one row. */
  rowDialogs?: Readonly<Record<string, (row: Row, props: ListDialogProps) => ReactNode>>;
  onSaved: (key: RowKey) => void;
}

/** Renders the dialog that the address names, above the list. */
export function ListDialogs<Row>({ list, dialogs, rowDialogs, onSaved }: ListDialogsProps<Row>) {
  const { dialog, closeDialog } = list.params;
  const row = useDialogRow(list, dialog?.id);
  if (!dialog) return null;
  const props = { onClose: closeDialog, onSaved };
  const about = row === undefined ? undefined : rowDialogs?.[dialog.name]?.(row, props);
  return (
    <Suspense fallback={null}>
      <Fragment key={`${dialog.name} ${dialog.id}`}>
        {about ?? dialogs?.[dialog.name]?.(props)}
      </Fragment>
    </Suspense>
  );
}

/**
 * Returns the row of a dialog. The row is stored until the dialog has closed, even if the dialog's
 * action removed it from the list.
 */
export function useDialogRow<Row>(
  { page, rowKey }: Pick<List<Row>, 'page' | 'rowKey'>,
  key: RowKey | undefined,
): Row | undefined {
  const shown = useRef<Row>(undefined);
  const last = shown.current;
  const row =
    key === undefined
      ? undefined
      : (page?.data.find((row) => rowKey(row) === key) ??
        (last !== undefined && rowKey(last) === key ? last : undefined));
  useEffect(() => {
    shown.current = row;
  });
  return row;
}
