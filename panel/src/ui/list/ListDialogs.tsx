import { Fragment, type ReactNode, Suspense, useEffect, useRef } from 'react';
import type { RowKey } from '../table/columns.ts';
import type { List } from './list.ts';

/** What every dialog of a list is given. */
export interface ListDialogProps {
  readonly onClose: () => void;
  /** Makes the saved row flash. */
  readonly onSaved: (key: RowKey) => void;
}

export interface ListDialogsProps<Row> {
  list: Pick<List<Row>, 'params' | 'page' | 'rowKey'>;
  /** Dialogs that concern no row, such as «Criar bouquet». */
  dialogs?: Readonly<Record<string, (props: ListDialogProps) => ReactNode>>;
  /** Dialogs that concern one row. */
  rowDialogs?: Readonly<Record<string, (row: Row, props: ListDialogProps) => ReactNode>>;
  onSaved: (key: RowKey) => void;
}

/** The dialog that the address names, over its list. */
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

/** A row that its own dialog takes off the list stays known until the dialog has closed. */
export function useDialogRow<Row>(
  { page, rowKey }: Pick<List<Row>, 'page' | 'rowKey'>,
  key: RowKey | undefined,
): Row | undefined {
  const shown = useRef<Row>(undefined);
  const last = shown.current;
  const row =
    key === undefined
      ? undefined
      : (page?.data.find((one) => rowKey(one) === key) ??
        (last !== undefined && rowKey(last) === key ? last : undefined));
  useEffect(() => {
    shown.current = row;
  });
  return row;
}
