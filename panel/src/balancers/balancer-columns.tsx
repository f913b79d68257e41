import type { Balancer } from '@ramal/contract/operations/balancers';
import type { Column } from '../ui/table/columns.ts';
import { BalancerHealth } from './BalancerHealth.tsx';
import { HistoryStrip } from '../ui/status/HistoryStrip.tsx';

export const balancerColumns = (now: Date): Column<Balancer>[] => [
  {
    key: 'name',
    header: 'Nome',
    sortable: true,
    fill: true,
    card: 'identity',
    cell: ({ name }) => <span className="mono">{name}</span>,
  },
  {
    key: 'ip',
    header: 'IP',
    sortable: true,
    width: 150,
    muted: true,
    card: 'note',
    cell: ({ ip }) => <span className="mono">{ip}</span>,
  },
  {
    key: 'status',
    header: 'Status',
    sortable: true,
    width: 190,
    card: 'status',
    cell: (row) => <BalancerHealth balancer={row} now={now} />,
  },
  {
    key: 'hours',
    header: 'Últimas 24 horas',
    width: 170,
    card: 'detail',
    cell: ({ hours }) => <HistoryStrip cells={hours} />,
  },
];

/** Columns of the administration's screen only. */
export const trafficColumns: Column<Balancer>[] = [
  {
    key: 'weight',
    header: 'Peso',
    sortable: true,
    firstDirection: 'desc',
    align: 'end',
    width: 80,
    card: 'detail',
    cell: ({ weight }) => <span className="num">{weight}</span>,
  },
  {
    key: 'watching',
    header: 'Assistindo',
    sortable: true,
    firstDirection: 'desc',
    align: 'end',
    width: 110,
    card: 'detail',
    cell: ({ watching }) => <span className="num">{watching.toLocaleString('pt-BR')}</span>,
  },
];
