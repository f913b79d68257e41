/** Visits of the sales page by day and origin. */
import { definedOnly } from '../../ui/list/defined-only.ts';
import type { ResponseOf } from '@ramal/contract/api/endpoint';
import { listStorefrontVisits } from '@ramal/contract/storefront/numbers';
import { useCall } from '../../foundation/api/query.ts';
import { dayInWords } from '../../foundation/dates.ts';
import { formatCount } from '../../foundation/numbers.ts';
import { useListParams } from '../../ui/list/list-params.ts';
import { ListScreen } from '../../ui/list/ListScreen.tsx';
import type { Column } from '../../ui/table/columns.ts';
import { visitParams } from '../numbers/numbers-params.ts';
import { emptyRows, frame, nothingFound, periodSelect } from './row-parts.tsx';

type VisitRow = ResponseOf<typeof listStorefrontVisits>['data'][number];

const columns: readonly Column<VisitRow>[] = [
  {
    key: 'origin',
    header: 'Origem',
    sort: false,
    card: 'identity',
    fill: true,
    cell: ({ originName }) => originName,
  },
  { key: 'day', header: 'Dia', firstDirection: 'desc', cell: ({ day }) => dayInWords(day) },
  {
    key: 'visits',
    header: 'Visitas',
    align: 'end',
    firstDirection: 'desc',
    cell: ({ visits }) => <b className="num">{formatCount(visits)}</b>,
  },
  {
    key: 'phone',
    header: 'Em celulares',
    align: 'end',
    sort: false,
    cell: ({ phoneVisits }) => <span className="num">{formatCount(phoneVisits)}</span>,
  },
];

export function VisitRows() {
  const params = useListParams(visitParams, 'storefront-visits');
  const { period, day, originKind, originCode } = params.values;
  const filters = { period, day, originKind, originCode };
  const query = useCall(
    listStorefrontVisits,
    { query: { ...params.query, ...definedOnly(filters) } },
    { keepPrevious: true },
  );
  return (
    <ListScreen<VisitRow>
      {...frame('Visitas')}
      list={{
        name: 'storefront-visits',
        label: 'Visitas',
        noun: ['linha', 'linhas'],
        params,
        query,
        page: query.data,
        columns,
        rowKey: ({ day: visitDay, originKind: kind, originName }) =>
          `${visitDay} ${kind} ${originName}`,
        rowName: ({ originName }) => originName,
        filters: { selects: [periodSelect(params)] },
        empty: emptyRows,
        nothingFound: nothingFound({ params, filters }, 'Nenhuma visita assim', 'Ver todas'),
      }}
    />
  );
}
