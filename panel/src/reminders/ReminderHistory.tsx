/** /reminders/history: lists the sent reminders, and those that were not sent with the reason. */
import { listReminders } from '@ramal/contract/reminders/reminder-list';
import { channelLabels, reminderChannels, reminderStates } from '@ramal/contract/rules/reminders';
import { customerName } from '@ramal/contract/rules/customer-name';
import { IconBell, IconMessage2, IconRefresh } from '@tabler/icons-react';
import { useCall } from '../foundation/api/query.ts';
import { pluralize } from '../foundation/numbers.ts';
import { useIsPhone, useShowsCards } from '../foundation/viewport.ts';
import { RequirePermission } from '../sessions/RequirePermission.tsx';
import { SheetGroup, SheetRow } from '../ui/bottom-sheet/SheetRow.tsx';
import { CopyRow } from '../ui/copy/CopyRow.tsx';
import { Dialog } from '../ui/dialogs/Dialog.tsx';
import { FilterSheet } from '../ui/list/FilterSheet.tsx';
import type { ListFilters } from '../ui/list/list.ts';
import { useListParams } from '../ui/list/list-params.ts';
import { ListScreen } from '../ui/list/ListScreen.tsx';
import type { RowAction } from '../ui/table/columns.ts';
import { reminderColumns, type ReminderRow, stateLabels } from './reminder-columns.tsx';
import { reminderParams } from './reminder-params.ts';

const noun = ['lembrete', 'lembretes'] as const;

export const ReminderHistory = () => (
  <RequirePermission when={({ profile }) => profile !== 'admin'}>
    <History />
  </RequirePermission>
);

function History() {
  const params = useReminderParams();
  const { state, channel } = params.values;
  const query = useCall(
    listReminders,
    { query: { ...params.query, ...(state ? { state } : {}), ...(channel ? { channel } : {}) } },
    { keepPrevious: true },
  );
  const isCards = useShowsCards();
  const isPhone = useIsPhone();
  const refresh = isPhone ? () => void query.refetch() : undefined;
  return (
    <ListScreen<ReminderRow>
      title="Histórico de lembretes"
      phoneTitle="Histórico"
      backTo="/reminders"
      breadcrumb={[
        { label: 'Linhas' },
        { label: 'Lembretes', to: '/reminders' },
        { label: 'Histórico' },
      ]}
      list={{
        name: 'reminders',
        label: 'Histórico de lembretes',
        noun,
        params,
        query,
        page: query.data,
        columns: reminderColumns,
        actions: [textAction((id) => params.openDialog('text', id))],
        rowKey: ({ id }) => id,
        rowName: (row) => customerName(row).name,
        filters: filtersOf(params, isCards ? { total: query.data?.total, refresh } : undefined),
        empty: {
          icon: IconBell,
          title: 'Nenhum lembrete ainda',
          text: 'O que você cobrar, e o que sair sozinho, aparece aqui.',
        },
      }}
      rowDialogs={{ text: (row, { onClose }) => <Text row={row} onClose={onClose} /> }}
    />
  );
}

const textAction = (open: (id: number) => void): RowAction<ReminderRow> => ({
  key: 'text',
  opens: true,
  label: 'Ver texto',
  icon: IconMessage2,
  slot: 'row',
  available: ({ text }) => text !== '',
  run: ({ id }) => open(id),
});

const useReminderParams = () => useListParams(reminderParams, 'reminders');

type ReminderParams = ReturnType<typeof useReminderParams>;

interface CardsInput {
  readonly total: number | undefined;
  /** Reads the list again. Undefined if the page header already contains the button «Atualizar». */
  readonly refresh: (() => void) | undefined;
}

/**
 * Returns the filters of the list. On lists of cards the filter sheet contains the filter of the
 * channel, and the chips show only the state.
 */
function filtersOf(params: ReminderParams, cards: CardsInput | undefined): ListFilters {
  const filters = { search: { placeholder: 'Nome ou usuário' }, segments: stateFilter(params) };
  const selects = [channelFilter(params)];
  if (!cards) return { ...filters, selects };
  const { total, refresh } = cards;
  return {
    ...filters,
    sheet: (view) => (
      <FilterSheet
        inUse={params.values.channel === undefined ? 0 : 1}
        onClear={() => params.change({ channel: undefined })}
        shows={total === undefined ? undefined : pluralize(total, ...noun)}
        columns={reminderColumns}
        list={params}
        view={view}
        selects={selects}
        rest={(choose) =>
          refresh && (
            <SheetGroup>
              <SheetRow icon={IconRefresh} label="Atualizar" onClick={choose(refresh)} />
            </SheetGroup>
          )
        }
      />
    ),
  };
}

const stateFilter = (params: ReminderParams) =>
  params.filter('state', {
    label: 'Situação',
    options: [
      { value: undefined, label: 'Todas' },
      ...reminderStates.map((value) => ({ value, label: stateLabels[value] })),
    ],
  });

const channelFilter = (params: ReminderParams) =>
  params.filter('channel', {
    label: 'Canal',
    options: [
      { value: undefined, label: 'Todos' },
      ...reminderChannels.map((value) => ({ value, label: channelLabels[value] })),
    ],
  });

const Text = ({ row, onClose }: { row: ReminderRow; onClose: () => void }) => (
  <Dialog title="Texto do lembrete" subtitle={customerName(row).name} onClose={onClose}>
    <CopyRow label="Texto" value={row.text} wrap="below" />
  </Dialog>
);
