/**
 * Actions on a reseller, by the profile of the caller (S-RESLIST-18 to -36, R-13, R-16). The list's
 * menu and the tree panel offer the same actions. Actions that are not available for a row are
 * hidden.
 */
import {
  IconArrowsExchange,
  IconBinaryTree2,
  IconCoins,
  IconEdit,
  IconGauge,
  IconHistory,
  IconKey,
  IconLock,
  IconLogin2,
  IconQrcode,
  IconRestore,
  IconRoute,
  IconShieldCheck,
  IconShieldLock,
  IconShieldX,
  IconTrash,
  IconTrashX,
  IconUsersGroup,
} from '@tabler/icons-react';
import type { Profile } from '../../sessions/profile.ts';
import type { RowAction, Submenu } from '../../ui/table/columns.ts';
import type { ResellerDialogKind } from '../list/reseller-params.ts';
import { managesResellers } from '../../sessions/manages-resellers.ts';
import { isDeleted, isUnblockedByAdmin, mayBeCredited, type Reseller } from '../reseller.ts';
import { accountActions } from './account-actions.ts';

export interface ActionOptions {
  readonly profile: Profile | undefined;
  readonly openDialog: (kind: ResellerDialogKind, id: number) => void;
  readonly go: (to: string) => void;
  readonly restore: (reseller: Reseller) => void;
}

type Action = RowAction<Reseller>;

const records: Submenu = { label: 'Registros', icon: IconHistory };
const network: Submenu = { label: 'Rede e chave', icon: IconBinaryTree2 };

export function resellerActions(options: ActionOptions): Action[] {
  const { profile, go } = options;
  const isAdmin = profile?.profile === 'admin';
  return [
    ...(managesResellers(profile) ? editActions(options, isAdmin) : []),
    ...recordActions(options),
    ...accountActions(profile, go).map(unlessDeleted),
    ...(managesResellers(profile) ? [limitAction(options)] : []),
    ...(isAdmin ? adminActions(options) : managesResellers(profile) ? [ownBlock(options)] : []),
  ];
}

const unlessDeleted = (action: Action): Action => ({
  ...action,
  available: (row) => !isDeleted(row) && (action.available?.(row) ?? true),
});

const opens = (
  { openDialog }: ActionOptions,
  kind: ResellerDialogKind,
  action: Omit<Action, 'run' | 'key'>,
): Action =>
  unlessDeleted({ ...action, key: kind, run: (row: Reseller) => openDialog(kind, row.id) });

function editActions(options: ActionOptions, isAdmin: boolean): Action[] {
  const credit = { available: (row: Reseller) => mayBeCredited(row, isAdmin) };
  return [
    // For an admin the button shows only an icon, because the rows have two more columns.
    opens(options, 'credit', {
      ...credit,
      label: 'Créditos Add',
      icon: IconCoins,
      slot: 'table',
      ...(isAdmin && { name: 'Setar Crédito', iconOnly: true }),
    }),
    {
      ...opens(options, 'credit', {
        ...credit,
        label: 'Crédito',
        name: 'Setar Crédito',
        icon: IconCoins,
        slot: 'card',
        look: 'accent',
      }),
      key: 'credit-card',
    },
    opens(options, 'edit', { label: 'Editar', icon: IconEdit, slot: 'row', iconOnly: true }),
  ];
}

const recordActions = (options: ActionOptions): Action[] => [
  opens(options, 'movements', {
    label: 'Movimentações',
    icon: IconArrowsExchange,
    group: 'records',
    submenu: records,
  }),
  opens(options, 'accesses', {
    label: 'Log Acesso',
    icon: IconLogin2,
    group: 'records',
    submenu: records,
  }),
  {
    key: 'log',
    label: 'Logs Revenda',
    icon: IconHistory,
    group: 'records',
    submenu: records,
    run: (row) => options.openDialog('log', row.id),
  },
];

/**
 * Action that sets the limits of a descendant account. Not available for admins, because they have
 * no limits.
 */
const limitAction = (options: ActionOptions): Action =>
  opens(options, 'limits', {
    label: 'Limites',
    icon: IconGauge,
    group: 'access',
    available: (row) => row.profile !== 'admin' && row.id !== options.profile?.id,
  });

/**
 * Action that blocks or unblocks an account in the caller's network. A block by the administration
 * can only be lifted by the administration (Q-BLOCKEFFECT).
 */
const ownBlock = (options: ActionOptions): Action =>
  opens(options, 'block', {
    label: (row) => (row.status === 0 ? 'Desbloquear' : 'Bloquear'),
    icon: IconLock,
    group: 'block',
    available: (row) => row.blockAdmin === 0 && row.id !== options.profile?.id,
  });

function adminActions(options: ActionOptions): Action[] {
  const isOther = (row: Reseller) => row.id !== options.profile?.id;
  const sells = (row: Reseller) => row.profile !== 'admin';
  const ofNetwork = { group: 'network', submenu: network };
  const access = { group: 'access' };
  const block = { group: 'block' };
  return [
    opens(options, 'external-key', {
      ...ofNetwork,
      label: 'Chave Externa',
      icon: IconKey,
      available: sells,
    }),
    opens(options, 'totals', { ...ofNetwork, label: 'Clientes da Árvore', icon: IconUsersGroup }),
    opens(options, 'path', { ...ofNetwork, label: 'Rastrear', icon: IconRoute }),
    opens(options, 'grants', { ...access, label: 'Permissões', icon: IconShieldCheck }),
    opens(options, 'second-factor', {
      ...access,
      label: 'QR code 2fa',
      icon: IconQrcode,
      available: (row) => sells(row) && row.hasAuthenticator === 1,
    }),
    opens(options, 'remove-2fa', {
      ...access,
      label: 'Excluir 2fa',
      icon: IconShieldX,
      available: (row) => isOther(row) && row.hasSecondFactor === 1,
    }),
    opens(options, 'block-admin', {
      ...block,
      label: blockLabel,
      icon: IconShieldLock,
      available: isOther,
    }),
    opens(options, 'block-network', {
      ...block,
      label: networkLabel,
      icon: IconBinaryTree2,
      available: sells,
    }),
    ...endActions(options, isOther, sells),
  ];
}

function endActions(
  options: ActionOptions,
  isOther: (row: Reseller) => boolean,
  sells: (row: Reseller) => boolean,
): Action[] {
  const danger = { group: 'danger', tone: 'danger' } as const;
  return [
    {
      key: 'restore',
      label: 'Restaurar',
      icon: IconRestore,
      group: 'restore',
      available: isDeleted,
      run: options.restore,
    },
    opens(options, 'delete', {
      ...danger,
      label: 'Deletar Painel C/Clientes',
      icon: IconTrash,
      available: isOther,
    }),
    opens(options, 'delete-tree', {
      ...danger,
      label: 'Deletar Painel e Rede C/Clientes',
      icon: IconTrashX,
      available: sells,
    }),
  ];
}

const blockLabel = (row: Reseller): string =>
  isUnblockedByAdmin(row) ? 'Desbloquear Revenda' : 'Bloquear Revenda';

const networkLabel = (row: Reseller): string =>
  row.networkBlocked === 1 ? 'Desbloquear Rede' : 'Bloquear Rede';
