/** Paid subscriptions of the sales page. */
import { definedOnly } from '../../ui/list/defined-only.ts';
import type { ResponseOf } from '@ramal/contract/api/endpoint';
import { planLabel } from '@ramal/contract/rules/plans';
import { listStorefrontSales } from '@ramal/contract/storefront/numbers';
import { useCall } from '../../foundation/api/query.ts';
import { formatDateTime } from '../../foundation/dates.ts';
import { formatCents } from '../../numbers/number-words.ts';
import { useListParams } from '../../ui/list/list-params.ts';
import { ListScreen } from '../../ui/list/ListScreen.tsx';
import { StatusBadge, type Tone } from '../../ui/status/StatusBadge.tsx';
import type { Column } from '../../ui/table/columns.ts';
import { saleParams } from '../numbers/numbers-params.ts';
import { atSeconds, Customer, emptyRows, frame, nothingFound, periodSelect } from './row-parts.tsx';

type SaleRow = ResponseOf<typeof listStorefrontSales>['data'][number];

const states: Readonly<Record<SaleRow['state'], readonly [Tone, string]>> = {
  settled: ['ok', 'Entregue'],
  paid: ['warn', 'Pago, sem linha'],
  reversed: ['off', 'Devolvido'],
};

const columns: readonly Column<SaleRow>[] = [
  {
    key: 'phone',
    header: 'Cliente',
    sort: false,
    card: 'identity',
    fill: true,
    width: 200,
    cell: (row) => <Customer {...row} />,
  },
  {
    key: 'state',
    header: 'Estado',
    sort: false,
    card: 'status',
    cell: ({ state }) => <StatusBadge tone={states[state][0]}>{states[state][1]}</StatusBadge>,
  },
  { key: 'plan', header: 'Plano', sort: false, cell: ({ months }) => planLabel(months) },
  {
    key: 'after',
    header: 'Depois de',
    sort: false,
    muted: true,
    cell: ({ isAfterTest }) => (isAfterTest ? 'teste' : 'direto'),
  },
  { key: 'origin', header: 'Origem', sort: false, cell: ({ originName }) => originName },
  {
    key: 'value',
    header: 'Valor',
    align: 'end',
    firstDirection: 'desc',
    cell: ({ priceCents }) => <b className="num">{formatCents(priceCents)}</b>,
  },
  {
    key: 'paid_at',
    header: 'Pago em',
    firstDirection: 'desc',
    cell: ({ paidTimestamp }) => formatDateTime(atSeconds(paidTimestamp)),
  },
];

export function SaleRows() {
  const params = useListParams(saleParams, 'storefront-sales');
  const { period, day, originKind, originCode, after } = params.values;
  const filters = { period, day, originKind, originCode, after };
  const query = useCall(
    listStorefrontSales,
    { query: { ...params.query, ...definedOnly(filters) } },
    { keepPrevious: true },
  );
  return (
    <ListScreen<SaleRow>
      {...frame('Assinaturas')}
      list={{
        name: 'storefront-sales',
        label: 'Assinaturas',
        noun: ['assinatura', 'assinaturas'],
        params,
        query,
        page: query.data,
        columns,
        rowKey: ({ id }) => id,
        rowName: ({ phone }) => phone,
        filters: {
          search: { placeholder: 'Número ou usuário' },
          segments: params.filter('after', {
            label: 'Depois de',
            options: [
              { value: undefined, label: 'Todas' },
              { value: 'test', label: 'Depois do teste' },
              { value: 'direct', label: 'Direto' },
            ],
          }),
          selects: [periodSelect(params)],
        },
        empty: emptyRows,
        nothingFound: nothingFound({ params, filters }, 'Nenhuma assinatura assim', 'Ver todas'),
      }}
    />
  );
}
