/** Columns that source lists and guides share: the name and the origin. */
import type { Column } from '../../ui/table/columns.ts';
import { RowName } from '../RowName.tsx';
import type { Source } from './EditSource.tsx';

export const sourceColumns = <Row extends Source>(nameWidth: number): Column<Row>[] => [
  {
    key: 'name',
    header: 'Nome',
    value: ({ name }) => name,
    width: nameWidth,
    card: 'identity',
    cell: ({ name }) => <RowName>{name}</RowName>,
  },
  {
    key: 'address',
    header: 'Endereço',
    value: ({ address }) => address,
    fill: true,
    muted: true,
    card: 'note',
    cell: ({ address }) => (address ? <span className="mono">{address}</span> : 'vem por arquivo'),
    title: ({ address }) => address || undefined,
  },
];
