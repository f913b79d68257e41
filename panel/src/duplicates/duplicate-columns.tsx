/** Columns of the duplicate panel (S-DUP-02, -03). */
import type { ResponseOf } from '@ramal/contract/api/endpoint';
import type { viewDuplicates } from '@ramal/contract/resellers/reseller-tree';
import { Link } from '@tanstack/react-router';
import { pluralize, formatCount } from '../foundation/numbers.ts';
import type { Column } from '../ui/table/columns.ts';
import classes from './duplicate-columns.module.css';

export type Duplicate = ResponseOf<typeof viewDuplicates>['data'][number];

export const duplicateColumns: Column<Duplicate>[] = [
  {
    key: 'ip',
    header: 'IP',
    width: 170,
    card: 'identity',
    cell: ({ ip }) => <b className="mono">{ip}</b>,
  },
  {
    key: 'panels',
    header: 'Painéis',
    fill: true,
    card: 'note',
    cell: (row) => <Panels duplicate={row} />,
    title: ({ revendedores }) => revendedores,
  },
  {
    key: 'count',
    header: 'Contas',
    firstDirection: 'desc',
    align: 'end',
    card: 'corner',
    cell: ({ ids }) => <span className="num">{formatCount(ids.length)}</span>,
    cardCell: ({ ids }) => pluralize(ids.length, 'conta', 'contas'),
  },
  {
    key: 'total',
    header: 'Entradas hoje',
    firstDirection: 'desc',
    align: 'end',
    muted: true,
    cell: ({ total }) => <span className="num">{formatCount(total)}</span>,
  },
  {
    key: 'last_at',
    header: 'Último acesso',
    firstDirection: 'desc',
    muted: true,
    // All sign-ins are from today, so only the time is shown.
    cell: ({ lastAt }) => <span className="num">{lastAt.slice(-5)}</span>,
    title: ({ lastAt }) => lastAt,
  },
];

/**
 * Names of the accounts, each with a link to its reseller. The ids have the same order as the
 * names.
 */
function Panels({ duplicate: { revendedores, ids } }: { duplicate: Duplicate }) {
  return (
    <span className={classes.panels}>
      {revendedores.split(', ').map((name, at) => (
        <span key={ids[at]}>
          {at > 0 && ', '}
          <Link to="/list-resellers" search={{ searchID: ids[at] }}>
            {name}
          </Link>
        </span>
      ))}
    </span>
  );
}
