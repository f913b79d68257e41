import type { CatalogueStream } from '@ramal/contract/catalogue/catalogue';
import {
  IconEdit,
  IconEye,
  IconEyeOff,
  IconHistory,
  IconPlugConnected,
  IconRoute,
} from '@tabler/icons-react';
import type { RowAction } from '../../ui/table/columns.ts';

type Run = (row: CatalogueStream) => void;

/**
 * Actions of a stream. Editing is an icon in the table, a labelled button in the card, and an entry
 * in both menus.
 */
export function streamActions(run: {
  edit: Run;
  check: Run;
  openArchive: Run;
  openSources: Run;
  toggleHidden: Run;
}): RowAction<CatalogueStream>[] {
  const edit = { label: 'Editar', icon: IconEdit, run: run.edit };
  return [
    { ...edit, key: 'edit', slot: 'table', iconOnly: true, shortcut: 'e' },
    { ...edit, key: 'edit-card', slot: 'card' },
    { ...edit, key: 'edit-menu', group: 'edit' },
    {
      key: 'check',
      label: 'Verificar origem',
      icon: IconPlugConnected,
      group: 'edit',
      run: run.check,
    },
    {
      key: 'sources',
      label: 'Fontes',
      icon: IconRoute,
      group: 'edit',
      available: ({ kind }) => kind === 'live',
      run: run.openSources,
    },
    {
      key: 'archive',
      label: 'Arquivo',
      icon: IconHistory,
      group: 'edit',
      available: ({ archive }) => archive !== null,
      run: run.openArchive,
    },
    {
      key: 'hide',
      label: 'Ocultar',
      icon: IconEyeOff,
      group: 'hide',
      available: ({ hidden }) => !hidden,
      run: run.toggleHidden,
    },
    {
      key: 'show',
      label: 'Mostrar',
      icon: IconEye,
      group: 'hide',
      available: ({ hidden }) => hidden,
      run: run.toggleHidden,
    },
  ];
}
