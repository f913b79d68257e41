import type { ImportEntry, EntryResult } from '@ramal/contract/catalogue/catalogue-lists';
import { formatCount } from '../../foundation/numbers.ts';
import type { Column } from '../../ui/table/columns.ts';
import { ClippedText } from '../ClippedText.tsx';
import { kindLabels } from '../counts.ts';
import { RowName } from '../RowName.tsx';
import { SideText } from '../SideText.tsx';
import { EntryChanges } from './EntryChanges.tsx';

export function entryColumns(result: EntryResult): Column<ImportEntry>[] {
  const explained = result === 'changed' || result === 'refused';
  return [
    {
      key: 'position',
      header: 'Linha',
      align: 'end',
      width: 64,
      muted: true,
      card: 'corner',
      cell: ({ position }) => formatCount(position),
    },
    {
      key: 'name',
      header: 'Nome',
      width: 200,
      fill: !explained,
      card: 'identity',
      cell: ({ name }) => <RowName clipped>{name || 'sem nome'}</RowName>,
      title: ({ name }) => name,
    },
    {
      key: 'kind',
      header: 'Tipo',
      width: 90,
      card: 'status',
      cell: ({ kind }) => kindLabels[kind],
      cardCell: ({ kind }) => <SideText>{kindLabels[kind]}</SideText>,
    },
    {
      key: 'category',
      header: 'Categoria',
      width: 150,
      muted: true,
      card: 'note',
      cell: ({ category }) => <ClippedText>{category || '–'}</ClippedText>,
      title: ({ category }) => category,
    },
    ...(result === 'changed' ? [changesColumn] : []),
    ...(result === 'refused' ? [reasonColumn] : []),
  ];
}

const changesColumn: Column<ImportEntry> = {
  key: 'changes',
  header: 'O que muda',
  fill: true,
  card: 'expiry',
  cell: ({ changes }) => <EntryChanges changes={changes} />,
  title: ({ changes }) =>
    changes
      .map(({ field, before, after }) => `${field}: ${before || 'vazio'} → ${after || 'vazio'}`)
      .join('\n'),
};

const reasonColumn: Column<ImportEntry> = {
  key: 'reason',
  header: 'Motivo',
  fill: true,
  card: 'expiry',
  cell: ({ reason }) => reason,
  title: ({ reason }) => reason,
};
