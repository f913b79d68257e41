/** /coupons: the coupons of the account, with their uses and the money that came with them. */
import { type CouponRow, exportCoupons, listCoupons } from '@ramal/contract/coupons/coupons';
import { IconRosetteDiscount } from '@tabler/icons-react';
import { ExportButton } from '../exports/ExportButton.tsx';
import { useCall } from '../foundation/api/query.ts';
import { formatMoney, pluralize } from '../foundation/numbers.ts';
import { RequirePermission } from '../sessions/RequirePermission.tsx';
import { useListParams } from '../ui/list/list-params.ts';
import { ListScreen } from '../ui/list/ListScreen.tsx';
import { useCouponActions } from './coupon-actions.ts';
import { couponColumns } from './coupon-columns.tsx';
import { couponParams } from './coupon-params.ts';
import { CreateCoupon } from './CreateCoupon.tsx';

export const Coupons = () => (
  <RequirePermission when={({ profile }) => profile !== 'admin'}>
    <Screen />
  </RequirePermission>
);

const useCouponParams = () => useListParams(couponParams, 'coupons');

function Screen() {
  const params = useCouponParams();
  const { status } = params.values;
  const filters = status ? { status } : {};
  const query = useCall(
    listCoupons,
    { query: { ...params.query, ...filters } },
    { keepPrevious: true },
  );
  const page = query.data;
  const counts = page?.counts;
  const actions = useCouponActions();
  return (
    <ListScreen<CouponRow>
      title="Cupons"
      breadcrumb={[{ label: 'Vendas' }, { label: 'Cupons' }]}
      {...(page && page.counts.all > 0 ? { note: noteOf(page) } : {})}
      buttons={<ExportButton declaration={exportCoupons} sent={{ body: filters }} />}
      refresh={false}
      create={{ label: 'Criar cupom', onClick: () => params.openDialog('create') }}
      list={{
        name: 'coupons',
        label: 'Cupons',
        noun: ['cupom', 'cupons'],
        params,
        query,
        page,
        columns: couponColumns,
        actions,
        rowKey: ({ id }) => id,
        rowName: ({ code }) => code,
        filters: {
          search: { placeholder: 'Código ou cliente' },
          segments: params.filter('status', {
            label: 'Status',
            options: [
              { value: undefined, label: 'Todos', ...counted(counts?.all) },
              { value: 'valid', label: 'Valem', ...counted(counts?.valid) },
              { value: 'paused', label: 'Pausados', ...counted(counts?.paused) },
              { value: 'over', label: 'Encerrados', ...counted(counts?.over) },
            ],
          }),
        },
        empty: {
          icon: IconRosetteDiscount,
          title: 'Nenhum cupom ainda',
          text: 'O cliente digita o código no portal, ou ele já vai no link.',
        },
        nothingFound: nothingFound(params),
      }}
      dialogs={{ create: (dialog) => <CreateCoupon {...dialog} /> }}
    />
  );
}

const nothingFound = (params: ReturnType<typeof useCouponParams>) =>
  params.query.search || params.values.status
    ? {
        title: 'Nenhum cupom com estes filtros',
        clear: {
          label: 'Ver todos',
          onClick: () => params.change({ search: undefined, status: undefined }),
        },
      }
    : undefined;

const noteOf = ({ counts, validValue }: { counts: { all: number }; validValue: number }): string =>
  `${pluralize(counts.all, 'cupom', 'cupons')}. Os que valem trouxeram ${formatMoney(validValue)} em pagamentos.`;

const counted = (count: number | undefined) => (count === undefined ? {} : { count });
