/**
 * What is done with a reseller, by who looks (S-RESLIST-18 to -36, R-13, R-16): the same acts stand
 * in the list's menu and beside the tree. What a row cannot do is not offered.
 */
import {
  IconArrowsExchange,
  IconBinaryTree2,
  IconCoins,
  IconEdit,
  IconGauge,
  IconHistory,
  IconLock,
  IconLogin2,
  IconPlus,
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
import type { RowAction } from '../../ui/table/columns.ts';
import { accountActions } from './account-actions.ts';
import type { WindowKind } from '../list/list-address.ts';
import { isDeleted, mayBeCredited, type Reseller } from '../reseller.ts';

export interface ActionOptions {
  readonly profile: Profile | undefined;
  readonly show: (kind: WindowKind, id: number) => void;
  readonly go: (to: string, search?: Record<string, unknown>) => void;
  readonly removeSecondFactor: (reseller: Reseller) => void;
  readonly restore: (reseller: Reseller) => void;
}

export function resellerActions(options: ActionOptions): RowAction<Reseller>[] {
  const { profile, go } = options;
  const isAdmin = profile?.profile === 'admin';
  return [
    ...openActions(options, isAdmin),
    ...recordActions(options),
    ...accountActions(profile, (to) => go(to)).map(standing),
    ...limitActions(options, isAdmin),
    ...(isAdmin ? adminActions(options) : ownBlock(options)),
  ];
}

/** Of an account that is not deleted. */
const standing = (action: RowAction<Reseller>): RowAction<Reseller> => ({
  ...action,
  available: (row) => !isDeleted(row) && (action.available?.(row) ?? true),
});

function openActions({ show }: ActionOptions, isAdmin: boolean): RowAction<Reseller>[] {
  const credit = {
    label: 'Crédito',
    name: 'Setar Crédito',
    run: (row: Reseller) => show('credito', row.id),
  };
  const available = (row: Reseller) => mayBeCredited(row, isAdmin);
  return [
    // An admin's rows hold two columns more.
    {
      ...credit,
      key: 'credit',
      icon: isAdmin ? IconCoins : IconPlus,
      slot: 'table',
      iconOnly: isAdmin,
      available,
    },
    { ...credit, key: 'credit-card', icon: IconCoins, slot: 'card', look: 'accent', available },
    standing({
      key: 'edit',
      label: 'Editar',
      icon: IconEdit,
      slot: 'row',
      iconOnly: true,
      run: (row) => show('editar', row.id),
    }),
  ];
}

function recordActions({ go, show }: ActionOptions): RowAction<Reseller>[] {
  return [
    standing({
      key: 'movements',
      label: 'Movimentações',
      icon: IconArrowsExchange,
      group: 'records',
      run: (row) => show('movimentacoes', row.id),
    }),
    standing({
      key: 'accesses',
      label: 'Log Acesso',
      icon: IconLogin2,
      group: 'records',
      run: (row) => show('acessos', row.id),
    }),
    {
      key: 'history',
      label: 'Histórico',
      icon: IconHistory,
      group: 'records',
      run: (row) => go('/log', { reseller: row.id }),
    },
  ];
}

/** Whoever stands above says what an account below may do; admins have no limits. */
function limitActions({ profile, show }: ActionOptions, isAdmin: boolean): RowAction<Reseller>[] {
  return [
    standing({
      key: 'limits',
      label: 'Limites',
      icon: IconGauge,
      group: 'access',
      available: (row) =>
        row.profile !== 'admin' &&
        row.id !== profile?.id &&
        (isAdmin || Boolean(profile?.is_master)),
      run: (row) => show('limites', row.id),
    }),
  ];
}

/** Of one's own network; what the administration blocked only it unblocks (Q-BLOCKEFFECT). */
function ownBlock({ profile, show }: ActionOptions): RowAction<Reseller>[] {
  return [
    standing({
      key: 'block',
      label: (row) => (row.status === 0 ? 'Desbloquear' : 'Bloquear'),
      icon: IconLock,
      group: 'block',
      available: (row) => row.block_admin === 0 && row.id !== profile?.id,
      run: (row) => show('bloquear', row.id),
    }),
  ];
}

function adminActions({
  profile,
  show,
  removeSecondFactor,
  restore,
}: ActionOptions): RowAction<Reseller>[] {
  const isOther = (row: Reseller) => row.id !== profile?.id;
  const sells = (row: Reseller) => row.profile !== 'admin';
  const act = (
    key: string,
    group: string,
    label: RowAction<Reseller>['label'],
    icon: NonNullable<RowAction<Reseller>['icon']>,
    run: (row: Reseller) => void,
    available: (row: Reseller) => boolean = () => true,
  ): RowAction<Reseller> => standing({ key, group, label, icon, run, available });
  return [
    act('totals', 'network', 'Clientes da Árvore', IconUsersGroup, (row) =>
      show('clientes', row.id),
    ),
    act('path', 'network', 'Rastrear', IconRoute, (row) => show('rastrear', row.id)),
    act('grants', 'access', 'Permissões', IconShieldCheck, (row) => show('permissoes', row.id)),
    act('qr', 'access', 'QR code 2fa', IconQrcode, (row) => show('qr2fa', row.id), sells),
    act('remove-2fa', 'access', 'Excluir 2fa', IconShieldX, removeSecondFactor, isOther),
    act(
      'block-admin',
      'block',
      blockLabel,
      IconShieldLock,
      (row) => show('bloquear-adm', row.id),
      isOther,
    ),
    act(
      'block-network',
      'block',
      networkLabel,
      IconBinaryTree2,
      (row) => show('bloquear-rede', row.id),
      sells,
    ),
    {
      key: 'restore',
      label: 'Restaurar',
      icon: IconRestore,
      group: 'restore',
      available: isDeleted,
      run: restore,
    },
    danger(
      act(
        'delete',
        'danger',
        'Deletar Painel C/Clientes',
        IconTrash,
        (row) => show('excluir', row.id),
        isOther,
      ),
    ),
    danger(
      act(
        'delete-tree',
        'danger',
        'Deletar Painel e Rede C/Clientes',
        IconTrashX,
        (row) => show('excluir-rede', row.id),
        sells,
      ),
    ),
  ];
}

const danger = (action: RowAction<Reseller>): RowAction<Reseller> => ({
  ...action,
  tone: 'danger',
});

const blockLabel = (row: Reseller): string =>
  row.block_admin === 1 ? 'Desbloquear Revenda' : 'Bloquear Revenda';

const networkLabel = (row: Reseller): string =>
  row.network_blocked === 1 ? 'Desbloquear Rede' : 'Bloquear Rede';
