/**
 * Lists the networks whose addresses are never blocked, such as networks of carriers and of the
 * operator.
 */
import { ActionIcon, Button } from '@mantine/core';
import {
  type ExemptNetwork,
  createExemptNetwork,
  deleteExemptNetwork,
  exemptNetworkSorts,
  listBlockedAttempts,
  listBlockedIps,
  listExemptNetworks,
} from '@ramal/contract/operations/blocklist';
import { subscribersIfWide } from '@ramal/contract/rules/networks';
import {
  IconAlertTriangle,
  IconNetwork,
  IconPlus,
  IconShieldCheck,
  IconTrash,
} from '@tabler/icons-react';
import { useAction, useCall } from '../foundation/api/query.ts';
import { dayInWords } from '../foundation/dates.ts';
import { pluralize } from '../foundation/numbers.ts';
import { Dialog } from '../ui/dialogs/Dialog.tsx';
import { DialogList } from '../ui/dialogs/DialogList.tsx';
import type { Question } from '../ui/dialogs/ConfirmBox.tsx';
import { useConfirmedAction } from '../ui/dialogs/use-confirmed-action.ts';
import { DateField } from '../ui/form/fields/DateField.tsx';
import { TextField } from '../ui/form/fields/fields.tsx';
import { InlineForm } from '../ui/form/InlineForm.tsx';
import { useForm } from '../ui/form/use-form.ts';
import { defineListParams, useLocalListParams } from '../ui/list/list-params.ts';
import { List } from '../ui/list/List.tsx';
import type { Column } from '../ui/table/columns.ts';
import classes from './ExemptNetworks.module.css';

interface ExemptNetworksProps {
  /** Network that is prefilled in the form. */
  network?: string;
  onClose: () => void;
}

const exemptParams = defineListParams({ sorts: exemptNetworkSorts, defaultDirection: 'desc' });

export function ExemptNetworks({ network = '', onClose }: ExemptNetworksProps) {
  const params = useLocalListParams(exemptParams, { pageSize: 10 });
  const query = useCall(listExemptNetworks, { query: params.query }, { keepPrevious: true });
  return (
    <Dialog
      onClose={onClose}
      width={760}
      icon={IconShieldCheck}
      title="Redes isentas"
      subtitle="Nunca são bloqueadas, mesmo com senhas erradas."
    >
      <AddNetwork network={network} />
      <DialogList>
        <List<ExemptNetwork>
          list={{
            name: 'exempt-networks',
            label: 'Redes isentas',
            noun: ['rede', 'redes'],
            params,
            query,
            page: query.data,
            columns,
            rowKey: ({ id }) => id,
            rowName: (row) => row.network,
            failure: ({ message, requestId }) => ({ text: message, requestId }),
            empty: { icon: IconNetwork, title: 'Nenhuma rede isenta' },
          }}
        />
      </DialogList>
    </Dialog>
  );
}

function AddNetwork({ network }: { network: string }) {
  const form = useForm(createExemptNetwork, {
    initial: { network, reason: '', ends: '' },
    send: ({ ends, ...body }) => ({ body: { ...body, ...(ends ? { ends } : {}) } }),
    confirm: questionAbout,
    codeFields: { network_taken: 'network' },
    refresh: [listExemptNetworks, listBlockedIps, listBlockedAttempts],
    success: ({ message, network: exempt }) => ({ title: message, text: exempt }),
  });
  return (
    <InlineForm form={form} className={classes.form}>
      <TextField
        label="IP ou rede"
        autoComplete="off"
        spellCheck={false}
        placeholder="203.0.113.0/24"
        {...form.field('network')}
      />
      <TextField label="Motivo" maxLength={200} {...form.field('reason')} />
      <DateField label="Até" optional {...form.field('ends')} />
      <Button
        type="submit"
        size="md"
        loading={form.busy}
        leftSection={<IconPlus size={18} stroke={1.75} aria-hidden />}
      >
        Isentar
      </Button>
    </InlineForm>
  );
}

/**
 * Returns the confirmation before a network is exempted. Undefined for a network of normal size,
 * which needs no confirmation.
 */
function questionAbout({ network }: { network: string }): Question | undefined {
  const count = subscribersIfWide(network);
  if (count === 0) return undefined;
  const isIpv6 = network.includes(':');
  const who = isIpv6
    ? pluralize(count, 'assinante de IPv6', 'assinantes de IPv6')
    : pluralize(count, 'endereço', 'endereços');
  return {
    title: 'Isentar uma rede tão larga?',
    tone: 'danger',
    icon: IconShieldCheck,
    object: { name: network.trim(), mono: true },
    facts: [
      {
        icon: IconAlertTriangle,
        tone: 'warn',
        text: `**${who}** podem errar senhas à vontade, do painel e das linhas, sem nunca serem bloqueados.`,
      },
    ],
    confirmLabel: 'Sim, isentar',
  };
}

const columns: Column<ExemptNetwork>[] = [
  {
    key: 'network',
    header: 'Rede',
    width: 180,
    card: 'identity',
    cell: ({ network }) => <span className="mono">{network}</span>,
  },
  {
    key: 'reason',
    header: 'Motivo',
    fill: true,
    muted: true,
    card: 'note',
    cell: ({ reason }) => reason,
  },
  {
    key: 'ends',
    header: 'Até',
    width: 120,
    muted: true,
    cell: ({ ends }) => <span className="num">{ends ? dayInWords(ends) : 'sem fim'}</span>,
  },
  {
    key: 'remove',
    header: 'Remover',
    headerHidden: true,
    width: 56,
    card: 'corner',
    cell: (row) => <RemoveNetwork row={row} />,
  },
];

function RemoveNetwork({ row }: { row: ExemptNetwork }) {
  const act = useConfirmedAction();
  const remove = useAction(deleteExemptNetwork, { refresh: [listExemptNetworks] });
  const ask = () =>
    act(
      {
        title: 'Remover a isenção desta rede?',
        tone: 'danger',
        icon: IconTrash,
        object: { name: row.network, mono: true, note: row.reason },
        facts: [{ icon: IconNetwork, text: 'Se errar muitas senhas, ela volta a ser bloqueada.' }],
        confirmLabel: 'Sim, remover',
      },
      () => remove.mutateAsync({ params: { id: row.id } }),
      row.network,
    );
  return (
    <ActionIcon variant="subtle" aria-label={`Remover ${row.network}`} onClick={() => void ask()}>
      <IconTrash size={18} stroke={1.75} aria-hidden />
    </ActionIcon>
  );
}
