/**
 * Section of the catalogue with a create button, a list, and dialogs that create, edit and delete a
 * row.
 */
import type { Endpoint } from '@ramal/contract/api/endpoint';
import type { ListName } from '@ramal/contract/list-views';
import { IconEdit, IconTrash } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { List } from '../ui/list/list.ts';
import type { ListDialogProps } from '../ui/list/ListDialogs.tsx';
import type { RowAction } from '../ui/table/columns.ts';
import type { EmptyList } from '../ui/table/list-states.tsx';
import { CatalogueScreen } from './CatalogueScreen.tsx';
import { type NamedRow, namedList, type NamedListOptions } from './named-list.ts';
import type { SectionKey } from './sections.ts';
import { type Deletion, useDelete } from './use-delete.ts';

interface NamedSectionProps<Row extends NamedRow>
  extends Omit<NamedListOptions<Row>, 'rows'>, Pick<List<Row>, 'label' | 'rowSignal' | 'banner'> {
  name: ListName;
  section: SectionKey;
  note: ReactNode;
  /** Label of the create button: «Criar bouquet». */
  create: string;
  empty: Omit<EmptyList, 'actions'>;
  /** Additional actions. If present, the edit action is in the menu instead of in the row. */
  actions?: readonly RowAction<Row>[];
  deletion: {
    call: Endpoint & { readonly method: 'DELETE' };
    refresh: readonly Endpoint[];
    confirmation: (row: Row) => Deletion;
  };
  /** Dialog that creates a row (`row` undefined) or edits it. */
  form: (row: Row | undefined, dialog: ListDialogProps) => ReactNode;
  /** Dialog that uploads a file for the row. */
  file?: (row: Row) => ReactNode;
}

export function NamedSection<Row extends NamedRow>({
  section,
  note,
  create,
  empty,
  actions,
  deletion,
  form,
  file,
  label,
  name,
  rowSignal,
  banner,
  ...options
}: NamedSectionProps<Row>) {
  const { params, query } = options;
  const remove = useDelete(deletion.call, deletion.refresh);
  const chosen = query.data?.find(({ id }) => id === params.dialog?.id);
  return (
    <CatalogueScreen<Row>
      section={section}
      note={note}
      create={{ label: create, onClick: () => params.openDialog('create') }}
      list={{
        ...namedList(options),
        name,
        label,
        banner,
        ...(rowSignal ? { rowSignal } : {}),
        actions: namedActions(
          actions,
          ({ id }) => params.openDialog('edit', id),
          (row) => void remove(deletion.confirmation(row), row),
        ),
        empty,
      }}
      dialogs={{
        create: (dialog) => form(undefined, dialog),
        edit: (dialog) => chosen && form(chosen, dialog),
        file: () => chosen && file?.(chosen),
      }}
    />
  );
}

const namedActions = <Row,>(
  rowActions: readonly RowAction<Row>[] | undefined,
  edit: (row: Row) => void,
  remove: (row: Row) => void,
): RowAction<Row>[] => [
  ...(rowActions ?? []),
  {
    key: 'edit',
    label: 'Editar',
    icon: IconEdit,
    shortcut: 'e',
    ...(rowActions ? { group: 'edit' } : { slot: 'row' }),
    run: edit,
  },
  {
    key: 'delete',
    label: 'Deletar',
    icon: IconTrash,
    group: 'delete',
    tone: 'danger',
    run: remove,
  },
];
