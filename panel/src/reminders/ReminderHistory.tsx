/** /reminders/history: lists the sent messages, and those that were not sent with the reason. */
import { listReminders } from '@ramal/contract/reminders/reminder-list';
import {
  channelLabels,
  type MessageKind,
  reminderChannels,
  reminderStates,
} from '@ramal/contract/rules/reminders';
import { customerName } from '@ramal/contract/rules/customer-name';
import { IconBell, IconMessage2, IconRefresh } from '@tabler/icons-react';
import { useCall } from '../foundation/api/query.ts';
import { pluralize } from '../foundation/numbers.ts';
import { useIsPhone, useShowsCards } from '../foundation/viewport.ts';
import { RequirePermission } from '../sessions/RequirePermission.tsx';
import { SheetGroup, SheetRow } from '../ui/bottom-sheet/SheetRow.tsx';
import { CopyRow } from '../ui/copy/CopyRow.tsx';
import { Dialog } from '../ui/dialogs/Dialog.tsx';
import type { PageHeaderProps } from '../ui/layout/PageHeader.tsx';
import { FilterSheet } from '../ui/list/FilterSheet.tsx';
import type { ListFilters } from '../ui/list/list.ts';
import { useListParams } from '../ui/list/list-params.ts';
import { ListScreen } from '../ui/list/ListScreen.tsx';
import type { RowAction } from '../ui/table/columns.ts';
import { reminderColumns, type ReminderRow, stateLabels } from './reminder-columns.tsx';
import { reminderParams } from './reminder-params.ts';

interface HistoryProps extends Required<Pick<PageHeaderProps, 'title' | 'backTo' | 'breadcrumb'>> {
  readonly name: 'reminders' | 'win-back-history';
  /** Kind of the listed messages. Undefined lists all of them. */
  readonly kind?: MessageKind;
  readonly noun: readonly [string, string];
  readonly empty: { readonly title: string; readonly text: string };
}

export const ReminderHistory = () => (
  <MessageHistory
    name="reminders"
    title="Histórico de lembretes"
    noun={['lembrete', 'lembretes']}
    backTo="/reminders"
    breadcrumb={[
      { label: 'Linhas' },
      { label: 'Lembretes', to: '/reminders' },
      { label: 'Histórico' },
    ]}
    empty={{
      title: 'Nenhum lembrete ainda',
      text: 'O que você cobrar, e o que sair sozinho, aparece aqui.',
    }}
  />
);

export const MessageHistory = (props: HistoryProps) => (
  <RequirePermission when={({ profile }) => profile !== 'admin'}>
    <History {...props} />
  </RequirePermission>
);

function History({ name, kind, title, noun, backTo, breadcrumb, empty }: HistoryProps) {
  const params = useReminderParams(name);
  const { state, channel } = params.values;
  const query = useCall(
    listReminders,
    {
      query: {
        ...params.query,
        ...(state ? { state } : {}),
        ...(channel ? { channel } : {}),
        ...(kind ? { kind } : {}),
      },
    },
    { keepPrevious: true },
  );
  const isCards = useShowsCards();
  const isPhone = useIsPhone();
  const refresh = isPhone ? () => void query.refetch() : undefined;
  return (
    <ListScreen<ReminderRow>
      title={title}
      phoneTitle="Histórico"
      backTo={backTo}
      breadcrumb={breadcrumb}
      list={{
        name,
        label: title,
        noun,
        params,
        query,
        page: query.data,
        columns: reminderColumns,
        actions: [textAction((id) => params.openDialog('text', id))],
        rowKey: ({ id }) => id,
        rowName: (row) => customerName(row).name,
        filters: filtersOf(
          params,
          isCards
            ? { shows: query.data && pluralize(query.data.total, ...noun), refresh }
            : undefined,
        ),
        empty: {
          icon: IconBell,
          ...empty,
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

const useReminderParams = (name: HistoryProps['name']) => useListParams(reminderParams, name);

type ReminderParams = ReturnType<typeof useReminderParams>;

interface CardsInput {
  /** Number of messages in words. Undefined until it is known. */
  readonly shows: string | undefined;
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
  const { shows, refresh } = cards;
  return {
    ...filters,
    sheet: (view) => (
      <FilterSheet
        inUse={params.values.channel === undefined ? 0 : 1}
        onClear={() => params.change({ channel: undefined })}
        shows={shows}
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
  <Dialog title="Texto da mensagem" subtitle={customerName(row).name} onClose={onClose}>
    <CopyRow label="Texto" value={row.text} wrap="below" />
  </Dialog>
);
