/** /boxes: list of MAG boxes, and of apps that sign in with a MAC address like a box. */
import { Group, Text } from '@mantine/core';
import { type Box, listBoxes, readBoxOverview } from '@ramal/contract/boxes/boxes';
import { IconDeviceTvOld } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useCall } from '../foundation/api/query.ts';
import { useNow } from '../foundation/use-now.ts';
import { useIsPhone } from '../foundation/viewport.ts';
import { useAccount } from '../lines/account.ts';
import { CopyButton } from '../ui/copy/CopyButton.tsx';
import { useListParams } from '../ui/list/list-params.ts';
import type { NothingFoundText } from '../ui/list/list.ts';
import type { ListDialogsProps } from '../ui/list/ListDialogs.tsx';
import { ListScreen } from '../ui/list/ListScreen.tsx';
import { boxActions } from './box-actions.ts';
import { boxColumns } from './box-columns.tsx';
import { boxParams } from './box-params.ts';
import { customerName } from './box-words.ts';
import { BoxHistory } from './BoxHistory.tsx';
import { EditRoom } from './EditRoom.tsx';
import { GoToChannel } from './GoToChannel.tsx';
import { MoveBox } from './MoveBox.tsx';
import { RegisterBox } from './RegisterBox.tsx';
import { ReplaceBox } from './ReplaceBox.tsx';
import { SendMessage } from './SendMessage.tsx';
import { useBoxActions } from './use-box-actions.tsx';
import { WaitingBoxes } from './WaitingBoxes.tsx';

const REFRESH_MS = 15_000;

const useBoxParams = () => useListParams(boxParams, 'boxes');
type BoxListParams = ReturnType<typeof useBoxParams>;

function useBoxReads(params: BoxListParams) {
  const { filter } = params.values;
  const query = useCall(
    listBoxes,
    { query: { ...params.query, ...(filter ? { filter } : {}) } },
    { keepPrevious: true, refreshEveryMs: REFRESH_MS },
  );
  const overview = useCall(readBoxOverview, {}, { refreshEveryMs: REFRESH_MS });
  const tick = useNow();
  const now = new Date(Math.max(tick.getTime(), query.dataUpdatedAt));
  return { query, overview, now };
}

export function Boxes() {
  const params = useBoxParams();
  const { isAdmin } = useAccount();
  const { query, overview, now } = useBoxReads(params);
  const acts = useBoxActions();
  const openLine = useOpenLine(isAdmin);
  const isPhone = useIsPhone();
  // Rows and band appear together. Otherwise the band would move the placeholders of the rows.
  const waiting = overview.data && !query.isPending && (
    <WaitingBoxes
      overview={overview.data}
      now={now}
      onRegister={(mac) => params.push({ dialog: 'create', mac })}
    />
  );
  return (
    <ListScreen<Box>
      title="Caixas"
      breadcrumb={[{ label: 'Linhas' }, { label: 'Caixas' }]}
      buttons={overview.data && <PortalAddress url={overview.data.portalUrl} />}
      create={{ label: 'Cadastrar caixa', onClick: () => params.openDialog('create') }}
      onRefresh={() => void Promise.all([query.refetch(), overview.refetch()])}
      above={!isPhone && waiting}
      list={{
        name: 'boxes',
        label: 'Caixas',
        noun: ['caixa', 'caixas'],
        params,
        query,
        polls: true,
        // The list waits for the overview. Otherwise the band above would appear later and move the
        // rows.
        page: overview.isPending ? undefined : query.data,
        columns: boxColumns(now, isAdmin),
        actions: boxActions({ acts, openLine, open: params.openDialog }),
        rowKey: ({ id }) => id,
        rowName: customerName,
        rowSignal: ({ state }) => (state === 'other-device' ? 'bad' : undefined),
        sheetNote: ({ mac: address, model }) => [address, model].filter(Boolean).join(' · '),
        filters: {
          search: { placeholder: 'MAC, modelo, nome ou usuário' },
          segments: params.filter('filter', {
            label: 'Situação',
            options: filterOptions(overview.data?.counts),
          }),
        },
        banner: isPhone && waiting,
        empty: {
          icon: IconDeviceTvOld,
          title: 'Nenhuma caixa ainda',
          text: 'Cadastre o MAC e digite o portal na caixa: a linha abre sem usuário e senha.',
        },
        nothingFound: nothingFound(params),
      }}
      dialogs={{
        // The dialog waits for the overview, because the address of the portal would move its rows.
        create: (dialog) =>
          !overview.isPending && (
            <RegisterBox
              {...dialog}
              line={params.values.line}
              mac={params.values.mac}
              portalUrl={overview.data?.portalUrl}
            />
          ),
      }}
      rowDialogs={rowDialogs}
    />
  );
}

const rowDialogs: NonNullable<ListDialogsProps<Box>['rowDialogs']> = {
  message: (box, dialog) => <SendMessage box={box} {...dialog} />,
  replace: (box, dialog) => <ReplaceBox box={box} {...dialog} />,
  move: (box, dialog) => <MoveBox box={box} {...dialog} />,
  channel: (box, dialog) => <GoToChannel box={box} {...dialog} />,
  room: (box, dialog) => <EditRoom box={box} {...dialog} />,
  history: (box, { onClose }) => <BoxHistory box={box} onClose={onClose} />,
};

/** Returns an action that opens the list of lines, with the receipt of the box's line. */
function useOpenLine(isAdmin: boolean) {
  const navigate = useNavigate();
  return ({ iptv: { id, username } }: Box) =>
    void navigate({
      to: isAdmin ? '/double-access' : '/users-iptv',
      search: { search: username, dialog: 'receipt', line: id } as never,
    });
}

const PortalAddress = ({ url }: { url: string }) => (
  <Group gap="sm" wrap="nowrap">
    <Text span fz="note" c="var(--ink-2)">
      Portal{' '}
      <Text span inherit c="var(--ink)" className="mono">
        {url}
      </Text>
    </Text>
    <CopyButton text={url} />
  </Group>
);

interface Counts {
  readonly all: number;
  readonly on: number;
  readonly off: number;
  readonly expired: number;
  readonly problem: number;
}

const filterOptions = (counts: Counts | undefined) =>
  (
    [
      [undefined, 'Todas', 'all'],
      ['on', 'Ligadas', 'on'],
      ['off', 'Desligadas', 'off'],
      ['expired', 'Linha vencida', 'expired'],
      ['problem', 'Com problema', 'problem'],
    ] as const
  ).map(([value, label, key]) => ({
    value,
    label,
    ...(key === 'expired' ? { phoneLabel: 'Vencidas' } : {}),
    ...(counts ? { count: counts[key] } : {}),
  }));

function nothingFound({ search, values, change }: BoxListParams): NothingFoundText | undefined {
  if (!search && !values.filter) return undefined;
  return {
    title: search ? `Nada para “${search}”` : 'Nenhuma caixa assim agora',
    text: 'A busca olha o MAC, o modelo e os dados da linha.',
    clear: {
      label: 'Ver todas',
      onClick: () => change({ search: undefined, filter: undefined }),
    },
  };
}
