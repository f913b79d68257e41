/** The friends whom customers brought, with payment, reward and state. */
import { Stack } from '@mantine/core';
import type { ResponseOf } from '@ramal/contract/api/endpoint';
import {
  deliverReferral,
  exportReferrals,
  getReferralSettings,
  listReferrals,
  type ReferralRow,
  referralStateLabels,
  referralStates,
} from '@ramal/contract/referrals/referrals';
import { useNavigate } from '@tanstack/react-router';
import { IconCheck, IconGift, IconReceipt, IconX } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { ExportButton } from '../exports/ExportButton.tsx';
import { useAction, useCall } from '../foundation/api/query.ts';
import { creditsInWords, formatCount, formatMoney, pluralize } from '../foundation/numbers.ts';
import { useConfirmedAction } from '../ui/dialogs/use-confirmed-action.ts';
import { Figure } from '../ui/Figure.tsx';
import { FigureGrid } from '../ui/FigureGrid.tsx';
import { FigureLink } from '../ui/FigureLink.tsx';
import { useListParams } from '../ui/list/list-params.ts';
import { ListScreen } from '../ui/list/ListScreen.tsx';
import { Loaded } from '../ui/states/Loaded.tsx';
import type { RowAction } from '../ui/table/columns.ts';
import { referralColumns } from './referral-columns.tsx';
import { AddReferral, RefuseReferral } from './referral-dialogs.tsx';
import { referralParams } from './referral-params.ts';
import { ReferralSettings } from './ReferralSettings.tsx';

const useReferralParams = () => useListParams(referralParams, 'referrals');

export function CustomerReferrals({ above }: { above: ReactNode }) {
  const params = useReferralParams();
  const { state, figure } = params.values;
  const filters = { ...(state ? { state } : {}), ...(figure ? { figure } : {}) };
  const query = useCall(
    listReferrals,
    { query: { ...params.query, ...filters } },
    { keepPrevious: true },
  );
  const page = query.data;
  const actions = useReferralActions((id) => params.openDialog('refuse', id));
  return (
    <ListScreen<ReferralRow>
      title="Indicação"
      breadcrumb={[{ label: 'Vendas' }, { label: 'Indicação' }]}
      note="Seu cliente traz um amigo; a recompensa entra quando o pagamento do amigo se firma."
      refresh={false}
      buttons={
        <ExportButton
          declaration={exportReferrals}
          sent={{ body: { ...filters, ...(params.search ? { search: params.search } : {}) } }}
        />
      }
      above={above}
      create={{ label: 'Registrar amigo', onClick: () => params.openDialog('add') }}
      summary={<Summary figures={page?.figures} />}
      list={{
        name: 'referrals',
        label: 'Amigos',
        noun: ['amigo', 'amigos'],
        params,
        query,
        page,
        columns: referralColumns,
        actions,
        rowKey: ({ id }) => id,
        rowName: ({ friend }) => friend.name,
        filters: {
          search: { placeholder: 'Amigo ou quem indicou' },
          segments: params.filter('state', {
            label: 'Estado',
            options: stateOptions(page?.counts),
          }),
        },
        empty: {
          icon: IconGift,
          title: 'Nenhum amigo ainda',
          text: 'Ligue a indicação: o link aparece no portal dos seus clientes.',
        },
        nothingFound: nothingFound(params),
      }}
      dialogs={{ add: (dialog) => <AddReferral {...dialog} /> }}
      rowDialogs={{
        refuse: (referral, { onClose }) => <RefuseReferral referral={referral} onClose={onClose} />,
      }}
    />
  );
}

const nothingFound = (params: ReturnType<typeof useReferralParams>) =>
  params.search || params.values.state || params.values.figure
    ? {
        title: 'Nenhum amigo com estes filtros',
        clear: {
          label: 'Ver todos',
          onClick: () => params.change({ search: undefined, state: undefined, figure: undefined }),
        },
      }
    : undefined;

type Counts = ResponseOf<typeof listReferrals>['counts'];

const stateOptions = (counts: Counts | undefined) => [
  { value: undefined, label: 'Todos', ...(counts && { count: counts.all }) },
  ...referralStates.map((value) => ({
    value,
    label: referralStateLabels[value],
    ...(counts && { count: counts[value === 'no-purchase' ? 'noPurchase' : value] }),
  })),
];

function Summary({ figures }: { figures: FiguresProps['figures'] | undefined }) {
  const settings = useCall(getReferralSettings, {});
  return (
    <Stack gap="2xl" mb="2xl">
      <Loaded query={settings} failed="Não deu para carregar as regras" height={260}>
        {(data) => <ReferralSettings settings={data} />}
      </Loaded>
      {figures && <Figures figures={figures} />}
    </Stack>
  );
}

interface FiguresProps {
  figures: ResponseOf<typeof listReferrals>['figures'];
}

const rows = (figure?: 'paid' | 'rewarded') => ({
  to: '/referrals',
  search: (figure ? { figure } : {}) as never,
});

/** Cost of the days in R$, and the discounts that payments had. */
function costNote({ cost, discounts = 0 }: FiguresProps['figures']): string | undefined {
  const days = cost === null ? [] : [formatMoney(cost)];
  const texts = discounts > 0 ? [...days, `${formatMoney(discounts)} em descontos`] : days;
  return texts.length > 0 ? texts.join(' · ') : undefined;
}

const Figures = ({ figures }: FiguresProps) => (
  <FigureGrid>
    <Figure
      label="Amigos"
      opens
      value={<FigureLink to={rows()}>{formatCount(figures.friends)}</FigureLink>}
      note={`${formatCount(figures.bought)} assinaram`}
    />
    <Figure
      label="Recebido deles"
      opens
      value={<FigureLink to={rows('paid')}>{formatMoney(figures.received)}</FigureLink>}
      note="primeiro pagamento"
    />
    <Figure
      label="Dias entregues"
      opens
      value={<FigureLink to={rows('rewarded')}>{formatCount(figures.days)}</FigureLink>}
      note={pluralize(figures.rewards, 'recompensa', 'recompensas')}
    />
    <Figure
      label="Custou"
      opens
      value={<FigureLink to={rows('rewarded')}>{creditsInWords(figures.credits)}</FigureLink>}
      note={costNote(figures)}
    />
  </FigureGrid>
);

/** States the effect of the delivery. Without a payment, the terms of today decide. */
function deliveryText(days: number | null, percent: number): string {
  if (days === null)
    return 'A recompensa é a das regras de hoje; dias custam créditos do seu saldo.';
  return percent > 0
    ? 'O desconto fica pronto já, para o próximo pagamento de quem indicou.'
    : 'Os dias entram já, e os créditos saem do seu saldo.';
}

function useReferralActions(refuse: (id: number) => void): RowAction<ReferralRow>[] {
  const navigate = useNavigate();
  const act = useConfirmedAction();
  const delivering = useAction(deliverReferral, { refresh: [listReferrals] });
  const isOpen = ({ state }: ReferralRow) =>
    state === 'waiting' || state === 'trial' || state === 'no-purchase';
  return [
    {
      key: 'payment',
      label: 'Ver pagamento',
      icon: IconReceipt,
      group: 'payment',
      available: ({ chargeId }) => chargeId !== null,
      run: ({ friend }) =>
        void navigate({ to: '/recharge-portal', search: { search: friend.username } as never }),
    },
    {
      key: 'deliver',
      label: 'Entregar agora',
      icon: IconCheck,
      group: 'state',
      available: ({ state }) => state === 'waiting' || state === 'no-purchase',
      run: ({ id, referrer, friend, days, percent = 0 }) =>
        void act(
          {
            title: 'Entregar a recompensa agora?',
            icon: IconGift,
            object: { name: `${referrer.name} indicou ${friend.name}` },
            facts: [
              {
                icon: IconGift,
                text: deliveryText(days, percent),
              },
            ],
            confirmLabel: 'Sim, entregar',
          },
          () => delivering.mutateAsync({ params: { id } }),
        ),
    },
    {
      key: 'refuse',
      label: 'Recusar',
      icon: IconX,
      group: 'refuse',
      tone: 'danger',
      available: isOpen,
      run: ({ id }) => refuse(id),
    },
  ];
}
