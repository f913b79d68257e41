/** /reminders/history: what went out, what did not and why. */
import { listReminders } from '@ramal/contract/reminders/reminder-list';
import { channelLabels, reminderChannels, reminderStates } from '@ramal/contract/rules/reminders';
import { customerName } from '@ramal/contract/rules/customer-name';
import { IconBell, IconMessage2 } from '@tabler/icons-react';
import { useCall } from '../foundation/api/query.ts';
import { CopyRow } from '../ui/copy/CopyRow.tsx';
import { Dialog } from '../ui/dialogs/Dialog.tsx';
import { useListParams } from '../ui/list/list-params.ts';
import { ListScreen } from '../ui/list/ListScreen.tsx';
import type { RowAction } from '../ui/table/columns.ts';
import { reminderColumns, type ReminderRow, stateWords } from './reminder-columns.tsx';
import { reminderParams } from './reminder-params.ts';

export function ReminderHistory() {
  const params = useReminderParams();
  const { state, channel } = params.values;
  const query = useCall(
    listReminders,
    { query: { ...params.query, ...(state ? { state } : {}), ...(channel ? { channel } : {}) } },
    { keepPrevious: true },
  );
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
        noun: ['lembrete', 'lembretes'],
        params,
        query,
        page: query.data,
        columns: reminderColumns,
        actions: [textAction((id) => params.openDialog('text', id))],
        rowKey: ({ id }) => id,
        rowName: (row) => customerName(row).name,
        filters: { search: { placeholder: 'Nome ou usuário' }, selects: selectsOf(params) },
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
  label: 'Ver texto',
  icon: IconMessage2,
  slot: 'row',
  available: ({ text }) => text !== '',
  run: ({ id }) => open(id),
});

const useReminderParams = () => useListParams(reminderParams, 'reminders');

/** Understood without the name of its filter before it. */
const chip = (label: string) => ({ label, phoneLabel: label });

const selectsOf = (params: ReturnType<typeof useReminderParams>) => [
  params.filter('state', {
    label: 'Situação',
    options: [
      { value: undefined, label: 'Todas' },
      ...reminderStates.map((value) => ({ value, ...chip(stateWords[value]) })),
    ],
  }),
  params.filter('channel', {
    label: 'Canal',
    options: [
      { value: undefined, label: 'Todos' },
      ...reminderChannels.map((value) => ({ value, ...chip(channelLabels[value]) })),
    ],
  }),
];

const Text = ({ row, onClose }: { row: ReminderRow; onClose: () => void }) => (
  <Dialog opened title="Texto do lembrete" subtitle={customerName(row).name} onClose={onClose}>
    <CopyRow label="Texto" value={row.text} wrap="below" />
  </Dialog>
);
