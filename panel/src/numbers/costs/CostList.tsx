/**
 * Lists the costs of a month: the costs that Ramal calculates automatically, and the costs that the
 * seller entered.
 */
import { Group, Text } from '@mantine/core';
import { type Cost, costKindLabels, deleteCost, listCosts } from '@ramal/contract/numbers/costs';
import type { ResponseOf } from '@ramal/contract/api/endpoint';
import {
  IconCalendarOff,
  IconChevronRight,
  IconCoins,
  IconEdit,
  IconLock,
  IconPlayerStop,
  IconTrash,
} from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { ApiError } from '../../foundation/api/api.ts';
import { useAction } from '../../foundation/api/query.ts';
import { useIsPhone } from '../../foundation/viewport.ts';
import { useConfirmedAction } from '../../ui/dialogs/use-confirmed-action.ts';
import { Segmented } from '../../ui/form/fields/Segmented.tsx';
import { List } from '../../ui/list/List.tsx';
import { defineListParams, useLocalListParams } from '../../ui/list/list-params.ts';
import { wholePage } from '../../ui/list/whole-page.ts';
import { Panel } from '../../ui/layout/Panel.tsx';
import type { RowAction } from '../../ui/table/columns.ts';
import { rich } from '../../ui/rich-text.tsx';
import { formatCents, monthWord } from '../number-words.ts';
import { useRowsLink } from '../numbers-params.ts';
import { costColumns } from './cost-columns.tsx';
import { isAutomatic } from './cost-words.ts';
import { callsWithCosts } from './CostFields.tsx';
import { DeleteCost } from './DeleteCost.tsx';
import { EditCost } from './EditCost.tsx';

interface CostListProps {
  readonly query: {
    readonly data: ResponseOf<typeof listCosts> | undefined;
    readonly error: ApiError | null;
    readonly isFetching: boolean;
    readonly isRefetching: boolean;
    readonly dataUpdatedAt: number;
    readonly refetch: () => unknown;
  };
  /** Format yyyy-mm. */
  readonly month: string;
  /** False if the month is closed. The costs of a closed month cannot be changed. */
  readonly isRunning: boolean;
}

/** Filter groups above the list. Each group contains one or more kinds of costs. */
const groups = {
  all: { label: 'Todos', holds: () => true },
  credits: {
    label: 'Créditos',
    holds: ({ kind }: Cost) => kind === 'credits' || kind === 'credit',
  },
  servers: {
    label: 'Servidores',
    holds: ({ kind }: Cost) => kind === 'server' || kind === 'hostname',
  },
  others: {
    label: 'Outros',
    holds: ({ kind }: Cost) => !['credits', 'credit', 'server', 'hostname'].includes(kind),
  },
} as const;
type GroupKey = keyof typeof groups;
const groupKeys = Object.keys(groups) as GroupKey[];

const costParams = defineListParams();

/** Disables the bar for sorting and selecting on cards, because cost rows cannot be selected. */
const noBar = { on: false, onChange: () => undefined };

/** Page size that fits the costs of a month. An account can create at most 500 costs in all. */
const ALL_COSTS = { pageSize: 500 };

export function CostList(props: CostListProps) {
  const { query, month } = props;
  const [group, setGroup] = useState<GroupKey>('all');
  const params = useLocalListParams(costParams, ALL_COSTS);
  const isPhone = useIsPhone();
  const { actions, dialogs } = useCostActions(props, isPhone);
  const costs = query.data?.data ?? [];
  const shown = costs.filter(groups[group].holds);
  const title = `Custos de ${monthWord(month)}`;
  const columns = costColumns(monthWord(month));
  return (
    <Panel p={0} label={title} data-list-card>
      <Group p="var(--inset)" py="lg" gap="lg" justify="space-between">
        <Text component="h2" fz="phone">
          {title}
        </Text>
        {!isPhone && (
          <Segmented
            label="Tipo"
            value={group}
            options={groupKeys.map((key) => ({
              value: key,
              label: groups[key].label,
              count: costs.filter(groups[key].holds).length,
            }))}
            onChange={(chosen) => setGroup(groupKeys.find((key) => key === chosen)!)}
          />
        )}
      </Group>
      <List<Cost>
        list={{
          label: title,
          noun: ['custo', 'custos'],
          params,
          query,
          page: query.data && wholePage(shown, params, columns, ({ name }) => name),
          isOnePage: true,
          // On a phone the bar for sorting and selecting has no space above the first card, so it
          // is disabled.
          ...(isPhone ? { selecting: noBar } : {}),
          columns,
          actions,
          rowKey: (cost) => cost.id ?? cost.kind,
          rowName: ({ name }) => name,
          totals: {
            name: <b>Total</b>,
            cents: <b>{formatCents(shown.reduce((sum, { cents }) => sum + cents, 0))}</b>,
          },
          empty: { icon: IconCoins, title: 'Nenhum custo neste mês' },
        }}
      />
      {dialogs}
    </Panel>
  );
}

/**
 * Returns the actions of a cost. An automatically calculated cost opens its rows. An entered cost
 * can be changed if the month is still running.
 */
function useCostActions({ month, isRunning }: CostListProps, isPhone: boolean) {
  const navigate = useNavigate();
  const rowsOf = useRowsLink();
  const [dialog, setDialog] = useState<{ readonly kind: 'edit' | 'delete'; readonly cost: Cost }>();
  const end = useEndCost();
  const close = () => setDialog(undefined);
  const isEntered = ({ kind, id, correction }: Cost) =>
    isRunning && id !== null && !isAutomatic(kind) && !correction;
  const actions: RowAction<Cost>[] = [
    {
      key: 'rows',
      label: 'Ver as linhas',
      icon: IconChevronRight,
      slot: 'row',
      iconOnly: 'table',
      // On a card this action is a button below the texts. Only in a table does a press on the row
      // run it.
      opens: !isPhone,
      available: (cost) => !isEntered(cost),
      run: () => void navigate(rowsOf('costs', { period: month })),
    },
    {
      key: 'edit',
      label: 'Editar',
      icon: IconEdit,
      slot: 'card',
      group: 'change',
      available: isEntered,
      run: (cost) => setDialog({ kind: 'edit', cost }),
    },
    {
      key: 'end',
      label: 'Encerrar',
      icon: IconPlayerStop,
      group: 'change',
      available: (cost) => isEntered(cost) && cost.repeats === 'monthly',
      run: (cost) => void end(cost),
    },
    {
      key: 'delete',
      label: 'Deletar',
      icon: IconTrash,
      group: 'delete',
      tone: 'danger',
      available: isEntered,
      run: (cost) => setDialog({ kind: 'delete', cost }),
    },
  ];
  const dialogs = dialog && (
    <>
      {dialog.kind === 'edit' && <EditCost cost={dialog.cost} onClose={close} />}
      {dialog.kind === 'delete' && <DeleteCost cost={dialog.cost} month={month} onClose={close} />}
    </>
  );
  return { actions, dialogs };
}

function useEndCost() {
  const act = useConfirmedAction();
  const remove = useAction(deleteCost, { refresh: [...callsWithCosts] });
  return ({ id, name, kind, cents }: Cost) =>
    act(
      {
        title: `Encerrar ${name}?`,
        icon: IconPlayerStop,
        facts: [
          {
            icon: IconCalendarOff,
            text: rich`**${formatCents(cents)}** deixam de contar a partir deste mês.`,
          },
          { icon: IconLock, text: 'Meses fechados ficam como estão.' },
        ],
        confirmLabel: 'Sim, encerrar',
        cancelLabel: 'Não',
      },
      () => remove.mutateAsync({ params: { id: id! }, query: { from: 'from-now-on' } }),
      `${name}, ${costKindLabels[kind]}`,
    );
}
