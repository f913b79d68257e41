/** Target of each CNAME. An admin can change it (S-BAL2-06, -09, T-46, K-61). */
import { Group, Select } from '@mantine/core';
import {
  type Balancer,
  type Cname,
  deleteCname,
  getCnames,
  listDns,
} from '@ramal/contract/operations/balancers';
import {
  IconAlertCircle,
  IconFlask,
  IconPencilExclamation,
  IconRoute,
  IconTrash,
} from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { useAction, useCall } from '../foundation/api/query.ts';
import { formatDate, formatTime } from '../foundation/dates.ts';
import { useConfirmedAction } from '../ui/dialogs/use-confirmed-action.ts';
import type { ListFormProps } from '../ui/list/ListForm.tsx';
import { useListParams } from '../ui/list/list-params.ts';
import { ListScreen } from '../ui/list/ListScreen.tsx';
import { wholePage } from '../ui/list/whole-page.ts';
import type { Crumb } from '../ui/layout/page-heading.tsx';
import type { Column, RowAction } from '../ui/table/columns.ts';
import { balancerCalls } from './BalancerForm.tsx';
import { cnameParams } from './balancer-params.ts';
import { REFRESH_MS } from './Balancers.tsx';
import { ChangeCname } from './ChangeCname.tsx';
import classes from './Cnames.module.css';
import { CreateCname } from './CreateCname.tsx';
import { isRecordProblem, RecordMark } from './RecordMark.tsx';
import { useTakeOver } from './use-take-over.ts';
import { HistoryStrip } from '../ui/status/HistoryStrip.tsx';

interface CnamesProps {
  title: string;
  breadcrumb: readonly Crumb[];
  above: ReactNode;
  form: ListFormProps | undefined;
  summary: ReactNode;
  isAdmin: boolean;
}

interface CnameMove {
  cname: Cname;
  to: Balancer;
}

/** Requests the maximum page size, because the select must offer all balancers. */
const everyBalancer = { query: { perPage: 100 } } as const;

export function Cnames({ isAdmin, ...shown }: CnamesProps) {
  const params = useListParams(cnameParams, 'cnames');
  const [chosen, setChosen] = useState<CnameMove>();
  const query = useCall(getCnames, {}, { refreshEveryMs: REFRESH_MS });
  const balancers = useCall(listDns, everyBalancer, { refreshEveryMs: REFRESH_MS }).data?.data;
  const acts = useCnameActs();
  const columns = cnameColumns(balancers ?? [], isAdmin, setChosen);
  const create = {
    label: 'Cadastrar CNAME',
    onClick: () => params.openDialog('create'),
  };
  return (
    <ListScreen<Cname>
      {...shown}
      {...(isAdmin ? { create } : {})}
      list={{
        name: 'cnames',
        label: 'CNAMEs',
        noun: ['CNAME', 'CNAMEs'],
        params,
        query,
        polls: true,
        page: wholePage(
          query.data?.result,
          params,
          columns,
          ({ name, content }) => `${name} ${content}`,
        ),
        columns,
        actions: isAdmin ? acts : [],
        rowKey: ({ id }) => id,
        rowName: ({ name }) => name,
        filters: { search: { placeholder: 'CNAME ou IP' } },
        empty: {
          icon: IconRoute,
          title: 'Nenhum CNAME ainda',
          text: 'Um CNAME é um nome dos seus clientes que leva a um balanceador.',
        },
        nothingFound: params.search
          ? { title: `Nada para “${params.search}”`, text: 'A busca olha nomes e IPs.' }
          : undefined,
      }}
      dialogs={{ create: (dialog) => <CreateCname {...dialog} balancers={balancers ?? []} /> }}
    >
      {chosen && <ChangeCname {...chosen} onClose={() => setChosen(undefined)} />}
    </ListScreen>
  );
}

function useCnameActs(): RowAction<Cname>[] {
  const remove = useRemoveCname();
  const takeOver = useTakeOver();
  return [
    {
      key: 'take-over',
      label: 'Substituir o registro',
      icon: IconPencilExclamation,
      slot: 'row',
      iconOnly: true,
      available: ({ record }) => record?.state === 'foreign',
      run: ({ name, record }) => void (record && takeOver(name, record)),
    },
    {
      key: 'delete',
      label: 'Excluir',
      icon: IconTrash,
      slot: 'row',
      iconOnly: true,
      run: (row) => void remove(row),
    },
  ];
}

const cnameColumns = (
  balancers: readonly Balancer[],
  isAdmin: boolean,
  onChoose: (chosen: CnameMove) => void,
): Column<Cname>[] => [
  {
    key: 'name',
    header: 'CNAME',
    value: ({ name }) => name,
    fill: true,
    card: 'identity',
    cell: ({ name }) => <span className="mono">{name}</span>,
  },
  {
    key: 'content',
    header: 'Balanceador',
    value: ({ balancer }) => balancer,
    width: 300,
    cell: (row) => (
      <BalancerSelect row={row} balancers={balancers} disabled={!isAdmin} onChoose={onChoose} />
    ),
  },
  {
    key: 'hours',
    header: 'Últimas 24 horas',
    sort: false,
    width: 170,
    cell: ({ hours }) => <HistoryStrip cells={hours} />,
  },
  {
    key: 'changed_at',
    header: 'Última troca',
    firstDirection: 'desc',
    value: (row) => row.changedAtTimestamp,
    width: 190,
    muted: true,
    card: 'corner',
    cell: (row) => <LastChange {...row} />,
  },
];

/**
 * Shows one state of a CNAME: a problem of its DNS record, its simulated move, or its last change.
 */
function LastChange(row: Cname) {
  if (isRecordProblem(row.record)) return <RecordMark record={row.record} />;
  if (row.rehearsedAtTimestamp !== null)
    return (
      <Group
        component="span"
        gap="xs"
        wrap="nowrap"
        display="inline-flex"
        c="var(--ink)"
        className={classes.rehearsed}
      >
        <IconFlask size={16} stroke={1.75} aria-hidden />
        Teria trocado às {formatTime(new Date(row.rehearsedAtTimestamp * 1000))}
      </Group>
    );
  const at = new Date(row.changedAtTimestamp * 1000);
  const when = `${formatDate(at)} ${formatTime(at)}`;
  return <span className="num">{row.changedByItself ? `${when}, automática` : when}</span>;
}

interface BalancerSelectProps {
  row: Cname;
  balancers: readonly Balancer[];
  disabled: boolean;
  onChoose: (chosen: CnameMove) => void;
}

function BalancerSelect({ row, balancers, disabled, onChoose }: BalancerSelectProps) {
  const offered = balancers.filter(
    ({ ip, state }) => ip === row.content || (state !== 'aside' && state !== 'leaving'),
  );
  const choose = (ip: string | null) => {
    const to = balancers.find((balancer) => balancer.ip === ip);
    if (to && to.ip !== row.content) onChoose({ cname: row, to });
  };
  const isFallen = row.status === 'Caiu';
  return (
    <Select
      className={classes.select}
      aria-label={`Balanceador de ${row.name}`}
      data={
        offered.length > 0
          ? offered.map(({ name, ip }) => ({ value: ip, label: `${name} (${ip})` }))
          : [{ value: row.content, label: `${row.balancer} (${row.content})` }]
      }
      value={row.content}
      onChange={choose}
      disabled={disabled}
      allowDeselect={false}
      data-fallen={isFallen || undefined}
      leftSection={
        isFallen ? (
          <IconAlertCircle size={16} stroke={1.75} color="var(--bad)" aria-label="Caiu" />
        ) : undefined
      }
    />
  );
}

function useRemoveCname() {
  const act = useConfirmedAction();
  const remove = useAction(deleteCname, { refresh: balancerCalls });
  return ({ id, name, balancer }: Cname) =>
    act(
      {
        title: 'Excluir este CNAME?',
        tone: 'danger',
        icon: IconTrash,
        object: { name, mono: true, note: balancer },
        facts: [
          {
            icon: IconRoute,
            text: 'O registro dele no provedor de DNS também é excluído, se ninguém o mudou por fora.',
          },
        ],
        confirmLabel: 'Sim, excluir',
      },
      () => remove.mutateAsync({ params: { id } }),
      name,
    );
}
