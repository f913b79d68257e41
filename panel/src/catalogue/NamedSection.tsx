/**
 * A section of things that have a name, are made here and can be deleted: title, the button that makes
 * one, the list, editing and deleting. What is its own comes in as data.
 */
import { Button } from '@mantine/core';
import type { Endpoint } from '@ramal/contract/endpoint';
import { IconEdit, IconPlus, IconTrash } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { RowAction } from '../ui/table/columns.ts';
import type { EmptyList } from '../ui/table/faces.tsx';
import { type Named, NamedList, type NamedListProps } from './NamedList.tsx';
import { SectionFrame } from './SectionFrame.tsx';
import type { SectionKey } from './sections.ts';
import { useFlash } from './use-flash.ts';
import { type Removal, useRemoving } from './use-removing.ts';

export interface NamedSectionProps<Row extends Named> extends Omit<
  NamedListProps<Row>,
  'actions' | 'flash' | 'empty'
> {
  section: SectionKey;
  note: ReactNode;
  /** The button that makes one: «Criar bouquet». */
  create: string;
  empty: Omit<EmptyList, 'actions'>;
  /** Acts of its own; editing then stands in the menu and not in the row. */
  acts?: readonly RowAction<Row>[];
  removal: {
    declaration: Endpoint & { readonly method: 'DELETE' };
    refresh: readonly Endpoint[];
    asks: (row: Row) => Removal;
  };
  /** The window that makes one (`row` undefined) or edits it. */
  form: (
    row: Row | undefined,
    window: { onClose: () => void; onSaved: (id: number) => void },
  ) => ReactNode;
  /** Any other window that stands over the row that was chosen. */
  over?: (janela: string, row: Row) => ReactNode;
}

export function NamedSection<Row extends Named>({
  section,
  note,
  create,
  empty,
  acts,
  removal,
  form,
  over,
  ...list
}: NamedSectionProps<Row>) {
  const { address } = list;
  const remove = useRemoving(removal.declaration, removal.refresh);
  const [flash, flashRow] = useFlash();
  const { janela, item } = address.asked;
  const chosen = list.list.data?.find(({ id }) => id === item);
  const window = { onClose: address.close, onSaved: flashRow };
  const button = (
    <Button
      leftSection={<IconPlus size={16} stroke={1.75} />}
      onClick={() => address.open('criar')}
    >
      {create}
    </Button>
  );
  const actions: RowAction<Row>[] = [
    ...(acts ?? []),
    {
      key: 'edit',
      label: 'Editar',
      icon: IconEdit,
      shortcut: 'e',
      ...(acts ? { group: 'editar' } : { place: 'row' }),
      run: (row) => address.open('editar', row.id),
    },
    {
      key: 'delete',
      label: 'Deletar',
      icon: IconTrash,
      group: 'deletar',
      tone: 'danger',
      run: (row) => void remove(removal.asks(row), row),
    },
  ];
  return (
    <SectionFrame section={section} actions={button} note={note}>
      <NamedList<Row>
        {...list}
        actions={actions}
        flash={flash}
        empty={{ ...empty, actions: button }}
      />
      {janela === 'criar' && form(undefined, window)}
      {janela === 'editar' && chosen && form(chosen, window)}
      {janela !== undefined && chosen && over?.(janela, chosen)}
    </SectionFrame>
  );
}
