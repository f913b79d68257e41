/** /recharge-portal: payments of customers on the portal, and its settings (S-RECHARGE). */
import { Button, Group, Text } from '@mantine/core';
import { giveDaysAgain } from '@ramal/contract/payments/charges';
import {
  exportRecharges,
  getPortalCredits,
  getRevenue,
  listRecharges,
  type RechargeStatus,
} from '@ramal/contract/payments/recharges';
import {
  IconArrowBackUp,
  IconCalendarPlus,
  IconChartBar,
  IconCoins,
  IconGift,
  IconFlask2,
  IconQrcode,
  IconTag,
} from '@tabler/icons-react';
import { ExportButton } from '../../exports/ExportButton.tsx';
import type { ApiError } from '../../foundation/api/api.ts';
import { useAction, useCall } from '../../foundation/api/query.ts';
import { formatMoney } from '../../foundation/numbers.ts';
import { MessagesToday } from '../../lines/charging/MessagesToday.tsx';
import { NeedsSecondFactor } from '../../sessions/NeedsSecondFactor.tsx';
import { type Profile, useProfile } from '../../sessions/profile.ts';
import { useListParams } from '../../ui/list/list-params.ts';
import { ListScreen } from '../../ui/list/ListScreen.tsx';
import { useConfirmedAction } from '../../ui/dialogs/use-confirmed-action.ts';
import { RevealTogether } from '../../ui/layout/RevealTogether.tsx';
import { PageHeader } from '../../ui/layout/PageHeader.tsx';
import type { RowAction } from '../../ui/table/columns.ts';
import type { FilterSelect } from '../../ui/table/toolbar/FilterChips.tsx';
import { CreditValueCard } from '../prices/CreditValueCard.tsx';
import { ReceivingCard } from '../ReceivingCard.tsx';
import { PlanPrices } from '../prices/PlanPrices.tsx';
import { PortalCreditsCard } from '../PortalCreditsCard.tsx';
import { type Recharge, rechargeColumns } from './recharge-columns.tsx';
import { rechargeParams } from './recharge-params.ts';
import classes from './Recharges.module.css';
import { RefundRecharge } from './RefundRecharge.tsx';
import { RevenueDialog } from './RevenueDialog.tsx';
import { SandboxDialog } from './SandboxDialog.tsx';
import { TopUpBonus } from '../prices/TopUpBonus.tsx';
import { TopUpPrices } from '../prices/TopUpPrices.tsx';
import { Tutorial } from '../../ui/layout/Tutorial.tsx';

export function Recharges() {
  const profile = useProfile().data;
  if (!profile) return null;
  if (profile.secondFactor.enrolled)
    return (
      <RevealTogether>
        <RechargeList profile={profile} />
      </RevealTogether>
    );
  return (
    <>
      <PageHeader title="Recargas" breadcrumb={[{ label: 'Mais' }, { label: 'Recargas' }]} />
      <NeedsSecondFactor text="Aqui se mudam chaves de pagamento e créditos. Configure o 2FA da sua conta para continuar." />
    </>
  );
}

function RechargeList({ profile }: { profile: Profile }) {
  const isSeller = profile.profile !== 'admin';
  const params = useListParams(rechargeParams, 'recharges');
  const { status, coupon } = params.values;
  const { search, ...place } = params.query;
  const filters = withoutEmpty({ search, status, coupon });
  const query = useCall(listRecharges, { body: { ...place, filters } }, { keepPrevious: true });
  const page = query.data;
  const counts = page?.counts;
  return (
    <ListScreen<Recharge>
      title="Recargas"
      breadcrumb={[{ label: 'Mais' }, { label: 'Recargas' }]}
      buttons={<Buttons isSeller={isSeller} open={params.openDialog} />}
      summary={<Above isSeller={isSeller} />}
      list={{
        name: 'recharges',
        label: 'Recargas Efetuadas',
        noun: ['recarga', 'recargas'],
        params,
        query,
        page: page && { ...page, data: page.recharges },
        columns: rechargeColumns(!isSeller),
        actions: rowActions(params.openDialog, useGiveAgain(), isSeller),
        rowKey: ({ id }) => id,
        rowName: ({ name, username, id }) => name || username || `recarga ${id}`,
        filters: {
          search: { placeholder: 'Nome, usuário ou ID' },
          segments: params.filter('status', {
            label: 'Status',
            options: [
              { value: undefined, label: 'Todos', ...counted(counts?.all) },
              { value: 'approved', label: 'Aprovado', ...counted(counts?.approved) },
              { value: 'pending', label: 'Pendente', ...counted(counts?.pending) },
              { value: 'cancelled', label: 'Cancelado', ...counted(counts?.cancelled) },
            ],
          }),
          ...(coupon ? { selects: [couponFilter(coupon, params.change)] } : {}),
          extra: <ExportButton declaration={exportRecharges} sent={{ body: filters }} />,
        },
        failure,
        empty: emptyList(isSeller),
        nothingFound:
          search || status || coupon
            ? {
                title: 'Nenhuma recarga com estes filtros',
                clear: {
                  label: 'Ver todas',
                  onClick: () =>
                    params.change({ search: undefined, status: undefined, coupon: undefined }),
                },
              }
            : undefined,
      }}
      dialogs={{
        prices: (dialog) => <PlanPrices {...dialog} />,
        sell: (dialog) => <TopUpPrices {...dialog} />,
        bonus: (dialog) => <TopUpBonus {...dialog} />,
        revenue: (dialog) => <RevenueDialog {...dialog} />,
      }}
      rowDialogs={{
        refund: (recharge, { onClose }) => <RefundRecharge recharge={recharge} onClose={onClose} />,
        sandbox: ({ id }, { onClose }) => <SandboxDialog id={id} onClose={onClose} />,
      }}
    />
  );
}

interface Filters {
  readonly search: string | undefined;
  readonly status: RechargeStatus | undefined;
  readonly coupon: string | undefined;
}

const withoutEmpty = ({ search, status, coupon }: Filters) => ({
  ...(search ? { search } : {}),
  ...(status ? { status } : {}),
  ...(coupon ? { coupon } : {}),
});

/** Filter by the coupon of the address, which the list of coupons links to. */
const couponFilter = (
  coupon: string,
  change: (patch: { coupon: string | undefined }) => void,
): FilterSelect => ({
  label: 'Cupom',
  value: coupon,
  options: [
    { value: '', label: 'Com e sem cupom' },
    { value: coupon, label: `Cupom ${coupon}` },
  ],
  onChange: (value) => change({ coupon: value || undefined }),
});

const emptyList = (isSeller: boolean) => ({
  icon: IconQrcode,
  title: 'Nenhuma recarga ainda',
  text: isSeller
    ? 'Quando um cliente renovar pelo portal, o pagamento aparece aqui.'
    : 'Os pagamentos dos portais de todas as revendas aparecem aqui.',
});

/**
 * Returns an action that adds the days of a recharge again. Available after the seller won a
 * dispute and received the money back.
 */
function useGiveAgain(): (recharge: Recharge) => void {
  const act = useConfirmedAction();
  const give = useAction(giveDaysAgain, { refresh: [listRecharges, getRevenue, getPortalCredits] });
  return ({ id, name, username }) =>
    void act(
      {
        title: `Dar de novo a ${name || username}?`,
        icon: IconCalendarPlus,
        facts: [
          {
            icon: IconCalendarPlus,
            text: 'O dinheiro voltou para você: o que a disputa desfez é dado de novo, com os mesmos créditos.',
          },
        ],
        confirmLabel: 'Sim, dar de novo',
      },
      () => give.mutateAsync({ params: { id }, body: {} }),
    );
}

/** Actions of a recharge. An admin can refund a payment whose seller was deleted. */
const rowActions = (
  open: (dialog: 'refund' | 'sandbox', id: number) => void,
  giveAgain: (recharge: Recharge) => void,
  isSeller: boolean,
): RowAction<Recharge>[] => [
  {
    key: 'sandbox',
    label: 'Fazer o papel de quem paga',
    icon: IconFlask2,
    group: 'act',
    available: ({ sandbox }) => sandbox && isSeller,
    run: ({ id }) => open('sandbox', id),
  },
  {
    key: 'give-again',
    label: 'Dar os dias de novo',
    icon: IconCalendarPlus,
    group: 'act',
    available: ({ returned }) => returned && isSeller,
    run: giveAgain,
  },
  {
    key: 'refund',
    label: 'Estornar',
    icon: IconArrowBackUp,
    group: 'refund',
    tone: 'danger',
    available: ({ refundable }) => refundable,
    run: ({ id }) => open('refund', id),
  },
];

interface ButtonsProps {
  isSeller: boolean;
  open: (dialog: 'prices' | 'revenue' | 'sell' | 'bonus') => void;
}

const Buttons = ({ isSeller, open }: ButtonsProps) => (
  <>
    {isSeller && (
      <>
        <Button
          variant="default"
          leftSection={<IconTag size={16} stroke={1.75} />}
          onClick={() => open('prices')}
        >
          Preços por plano
        </Button>
        <Button
          variant="default"
          leftSection={<IconCoins size={16} stroke={1.75} />}
          onClick={() => open('sell')}
        >
          Vender créditos
        </Button>
        <Button
          variant="default"
          leftSection={<IconGift size={16} stroke={1.75} />}
          onClick={() => open('bonus')}
        >
          Bônus
        </Button>
      </>
    )}
    <Button
      variant="default"
      leftSection={<IconChartBar size={16} stroke={1.75} />}
      onClick={() => open('revenue')}
    >
      Receita do mês
    </Button>
  </>
);

const failure = (error: ApiError) => ({
  title: 'Erro ao listar recargas.',
  text: 'Por favor, atualize a página e tente novamente.',
  requestId: error.requestId,
  note: '',
});

const counted = (count: number | undefined) => (count === undefined ? {} : { count });

function Above({ isSeller }: { isSeller: boolean }) {
  const tutorial = useCall(getPortalCredits, {}, { enabled: isSeller }).data?.tutorial;
  const revenue = useCall(getRevenue, {}).data;
  return (
    <>
      {tutorial && (
        <Tutorial
          video={tutorial}
          title="Como seus clientes renovam sozinhos"
          text="Chaves, créditos e o primeiro Pix."
          storedAs="ramal-tutorial-seen"
        />
      )}
      {isSeller && <MessagesToday />}
      {isSeller && (
        <div className={classes.cards}>
          <CreditValueCard />
          <ReceivingCard />
          <PortalCreditsCard />
        </div>
      )}
      <Group gap="lg" align="baseline" wrap="nowrap" mb="lg" className={classes.head}>
        <Text component="h2" inherit fz="var(--text-section)" fw={600} lts="var(--tracking-body)">
          Recargas Efetuadas
        </Text>
        {revenue && (
          <Text span inherit c="var(--ink-3)">
            no mês: {formatMoney(revenue.total)}
          </Text>
        )}
      </Group>
    </>
  );
}
