/**
 * Menu actions of a hostname: renewal, rotation and sharing. The removal is in a separate group
 * (Q-DNSMENU).
 */
import {
  type Hostname,
  configureHostname,
  disableHostnameRenewal,
  enableHostnameRenewal,
  listHostnames,
  rotateHostname,
  shareHostname,
} from '@ramal/contract/operations/hostnames';
import {
  IconCalendarPlus,
  IconHeartbeat,
  IconPencilExclamation,
  IconRefresh,
  IconRotateClockwise,
  IconShare,
  IconTrash,
} from '@tabler/icons-react';
import { useTakeOver } from '../balancers/use-take-over.ts';
import { useAction } from '../foundation/api/query.ts';
import { creditsInWords } from '../foundation/numbers.ts';
import { useProfile } from '../sessions/profile.ts';
import { useConfirmedAction } from '../ui/dialogs/use-confirmed-action.ts';
import type { RowAction } from '../ui/table/columns.ts';
import {
  configureConfirmation,
  renewalConfirmation,
  rotationConfirmation,
  sharingConfirmation,
} from './hostname-confirmations.ts';
import type { HostnameParams } from './hostname-params.ts';
import { needsCode, useRemoveHostname } from './RemoveHostname.tsx';

const isReady = ({ status }: Hostname) => status === 1;
const isBought = ({ dueDateFormatted: due, status }: Hostname) => due !== null && status === 1;

export function useHostnameActions(
  isAdmin: boolean,
  open: HostnameParams['openDialog'],
): RowAction<Hostname>[] {
  const calls = useHostnameCalls(isAdmin);
  const takeOver = useTakeOver();
  const remove = useRemoveHostname();
  const profile = useProfile().data;
  return [
    ...payActs(calls, open),
    {
      key: 'rotate-for',
      label: 'Pôr no rodízio…',
      icon: IconRotateClockwise,
      group: 'share',
      available: (row) => isAdmin && isReady(row) && !row.isRotation,
      run: ({ id }) => open('rotate', id),
    },
    ...shareActs(calls, isAdmin),
    {
      key: 'health',
      label: 'Histórico de saúde',
      icon: IconHeartbeat,
      group: 'health',
      available: isReady,
      run: ({ id }) => open('health', id),
    },
    {
      key: 'take-over',
      label: 'Substituir o registro',
      icon: IconPencilExclamation,
      group: 'health',
      available: ({ record }) => isAdmin && record?.state === 'foreign',
      run: ({ dns, record }) => void (record && takeOver(dns, record)),
    },
    {
      key: 'remove',
      label: 'Remover',
      icon: IconTrash,
      tone: 'danger',
      group: 'remove',
      available: isReady,
      run: (row) => (needsCode(row, profile) ? open('take-off', row.id) : void remove(row)),
    },
  ];
}

/**
 * Returns the calls of the hostname actions. Each action opens a confirmation first. The dialog
 * shows an error. After a success the dialog closes and a message shows the result (Q-GETMUT).
 */
function useHostnameCalls(isAdmin: boolean) {
  const act = useConfirmedAction();
  const refresh = [listHostnames];
  const configure = useAction(configureHostname, { refresh });
  const enable = useAction(enableHostnameRenewal, { refresh });
  const disable = useAction(disableHostnameRenewal, { refresh });
  const rotate = useAction(rotateHostname, { refresh });
  const share = useAction(shareHostname, { refresh });
  return {
    configure: (row: Hostname) =>
      act(configureConfirmation(row), () => configure.mutateAsync({ params: { id: row.id } })),
    toggleRenewal: (row: Hostname) =>
      act(renewalConfirmation(row), () =>
        (row.autorenew ? disable : enable).mutateAsync({ params: { id: row.id } }),
      ),
    toggleRotation: (row: Hostname) =>
      act(rotationConfirmation(row), () => rotate.mutateAsync({ params: { id: row.id } })),
    toggleSharing: (row: Hostname) =>
      act(sharingConfirmation(row, isAdmin), () =>
        share.mutateAsync({ body: { id: row.id, size: row.isShared ? 0 : 1 } }),
      ),
  };
}

type Calls = ReturnType<typeof useHostnameCalls>;

const payActs = (
  { configure, toggleRenewal }: Calls,
  open: HostnameParams['openDialog'],
): RowAction<Hostname>[] => [
  {
    key: 'configure',
    label: 'Sincronizar',
    icon: IconRefresh,
    slot: 'row',
    group: 'pay',
    available: ({ status }) => status === 0,
    run: (row) => void configure(row),
  },
  {
    key: 'renew',
    label: 'Renovar',
    icon: IconCalendarPlus,
    group: 'pay',
    available: isBought,
    hint: ({ creditsRenew: credits }) => (credits === null ? undefined : creditsInWords(credits)),
    run: ({ id }) => open('renew', id),
  },
  {
    key: 'autorenew',
    label: 'Renovar sozinho',
    icon: IconRefresh,
    group: 'pay',
    available: isBought,
    hint: ({ autorenew }) => (autorenew ? 'ligado' : 'desligado'),
    run: (row) => void toggleRenewal(row),
  },
];

const shareActs = (
  { toggleRotation, toggleSharing }: Calls,
  isAdmin: boolean,
): RowAction<Hostname>[] => [
  {
    key: 'rotate',
    label: ({ isRotation: isIn }) => (isIn ? 'Remover do rodízio' : 'Pôr no rodízio'),
    icon: IconRotateClockwise,
    group: 'share',
    available: (row) => !isAdmin && isReady(row),
    run: (row) => void toggleRotation(row),
  },
  {
    key: 'share',
    label: ({ isShared }) => (isShared ? 'Não compartilhar mais' : 'Compartilhar na árvore'),
    icon: IconShare,
    group: 'share',
    available: isReady,
    run: (row) => void toggleSharing(row),
  },
];
