/** Requests of tests, delivered and refused. */
import { definedOnly } from '../../ui/list/defined-only.ts';
import type { ResponseOf } from '@ramal/contract/api/endpoint';
import { storefrontDeviceLabels } from '@ramal/contract/storefront/devices';
import { listStorefrontRequests, type requestChannels } from '@ramal/contract/storefront/numbers';
import { useCall } from '../../foundation/api/query.ts';
import { formatDateTime } from '../../foundation/dates.ts';
import { useListParams } from '../../ui/list/list-params.ts';
import { ListScreen } from '../../ui/list/ListScreen.tsx';
import { StatusBadge } from '../../ui/status/StatusBadge.tsx';
import type { Column } from '../../ui/table/columns.ts';
import { requestParams } from '../numbers/numbers-params.ts';
import { atSeconds, Customer, emptyRows, frame, nothingFound, periodSelect } from './row-parts.tsx';

type RequestRow = ResponseOf<typeof listStorefrontRequests>['data'][number];

const channelLabels: Readonly<Record<(typeof requestChannels)[number], string>> = {
  link: 'Página',
  telegram: 'Telegram',
  whatsapp: 'WhatsApp',
  chatbot: 'Robô de respostas',
};

const columns: readonly Column<RequestRow>[] = [
  {
    key: 'phone',
    header: 'Cliente',
    card: 'identity',
    width: 200,
    cell: (row) => <Customer {...row} />,
  },
  {
    key: 'result',
    header: 'Resultado',
    card: 'status',
    cell: ({ result }) => (
      <StatusBadge tone={result === 'taken' ? 'ok' : 'off'}>
        {result === 'taken' ? 'Teste' : 'Recusado'}
      </StatusBadge>
    ),
  },
  {
    key: 'reason',
    header: 'Motivo',
    sort: false,
    fill: true,
    cell: ({ reasonText }) => reasonText,
  },
  { key: 'origin', header: 'Origem', sort: false, cell: ({ originName }) => originName },
  {
    key: 'channel',
    header: 'Canal',
    sort: false,
    muted: true,
    cell: ({ channel }) => channelLabels[channel],
  },
  {
    key: 'device',
    header: 'Aparelho',
    sort: false,
    muted: true,
    cell: ({ device }) => (device === null ? '' : storefrontDeviceLabels[device]),
  },
  {
    key: 'created_at',
    header: 'Pedido em',
    firstDirection: 'desc',
    cell: ({ createdTimestamp }) => formatDateTime(atSeconds(createdTimestamp)),
  },
];

export function RequestRows() {
  const params = useListParams(requestParams, 'storefront-requests');
  const { period, day, originKind, originCode, result, reason, device, channel } = params.values;
  const filters = { period, day, originKind, originCode, result, reason, device, channel };
  const query = useCall(
    listStorefrontRequests,
    { query: { ...params.query, ...definedOnly(filters) } },
    { keepPrevious: true },
  );
  return (
    <ListScreen<RequestRow>
      {...frame('Pedidos de teste')}
      list={{
        name: 'storefront-requests',
        label: 'Pedidos de teste',
        noun: ['pedido', 'pedidos'],
        params,
        query,
        page: query.data,
        columns,
        rowKey: ({ id }) => id,
        rowName: ({ phone }) => phone,
        filters: {
          search: { placeholder: 'Número ou usuário' },
          segments: params.filter('result', {
            label: 'Resultado',
            options: [
              { value: undefined, label: 'Todos' },
              { value: 'taken', label: 'Entregues' },
              { value: 'refused', label: 'Recusados' },
            ],
          }),
          selects: [periodSelect(params)],
        },
        empty: emptyRows,
        nothingFound: nothingFound({ params, filters }, 'Nenhum pedido assim', 'Ver todos'),
      }}
    />
  );
}
