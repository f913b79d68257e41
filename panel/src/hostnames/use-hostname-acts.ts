/** The menu of a hostname: pay, rotation and sharing, then removal alone (Q-DNSMENU). */
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
import type { ApiError } from '../foundation/api/api.ts';
import { useAction } from '../foundation/api/query.ts';
import { creditsInWords } from '../foundation/numbers.ts';
import { useProfile } from '../sessions/profile.ts';
import { useAlertDialog } from '../ui/dialogs/dialogs.tsx';
import { refusalAlert } from '../ui/form/form-errors.ts';
import type { RowAction } from '../ui/table/columns.ts';
import { useToast } from '../ui/toasts.tsx';
import type { HostnameParams } from './hostname-params.ts';
import { needsCode, useRemoveHostname } from './RemoveHostname.tsx';

const isReady = ({ status }: Hostname) => status === 1;
const isBought = ({ due_date_formatted: due, status }: Hostname) => due !== null && status === 1;

export function useHostnameActs(
  isAdmin: boolean,
  open: HostnameParams['openDialog'],
): RowAction<Hostname>[] {
  const calls = useHostnameCalls();
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
      available: (row) => isAdmin && isReady(row) && !row.is_rotation,
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

function useHostnameCalls() {
  const toast = useToast();
  const alert = useAlertDialog();
  const told = {
    refresh: [listHostnames],
    onSuccess: ({ message }: { message: string }) => toast({ title: message }),
    onError: (error: ApiError) => void alert(refusalAlert(error)),
  };
  const configure = useAction(configureHostname, told);
  const enable = useAction(enableHostnameRenewal, told);
  const disable = useAction(disableHostnameRenewal, told);
  const rotate = useAction(rotateHostname, told);
  const share = useAction(shareHostname, told);
  return { configure, enable, disable, rotate, share };
}

type Calls = ReturnType<typeof useHostnameCalls>;

const payActs = (
  { configure, enable, disable }: Calls,
  open: HostnameParams['openDialog'],
): RowAction<Hostname>[] => [
  {
    key: 'configure',
    label: 'Sincronizar',
    icon: IconRefresh,
    slot: 'row',
    group: 'pay',
    available: ({ status }) => status === 0,
    run: ({ id }) => configure.mutate({ params: { id } }),
  },
  {
    key: 'renew',
    label: 'Renovar',
    icon: IconCalendarPlus,
    group: 'pay',
    available: isBought,
    hint: ({ credits_renew: credits }) => (credits === null ? undefined : creditsInWords(credits)),
    run: ({ id }) => open('renew', id),
  },
  {
    key: 'autorenew',
    label: 'Renovar sozinho',
    icon: IconRefresh,
    group: 'pay',
    available: isBought,
    hint: ({ autorenew }) => (autorenew ? 'ligado' : 'desligado'),
    run: ({ id, autorenew }) => (autorenew ? disable : enable).mutate({ params: { id } }),
  },
];

const shareActs = ({ rotate, share }: Calls, isAdmin: boolean): RowAction<Hostname>[] => [
  {
    key: 'rotate',
    label: ({ is_rotation: isIn }) => (isIn ? 'Tirar do rodízio' : 'Pôr no rodízio'),
    icon: IconRotateClockwise,
    group: 'share',
    available: (row) => !isAdmin && isReady(row),
    run: ({ id }) => rotate.mutate({ params: { id } }),
  },
  {
    key: 'share',
    label: ({ is_shared: isShared }) =>
      isShared ? 'Não compartilhar mais' : 'Compartilhar na árvore',
    icon: IconShare,
    group: 'share',
    available: isReady,
    run: ({ id, is_shared: isShared }) => share.mutate({ body: { id, size: isShared ? 0 : 1 } }),
  },
];
