/** What the list shows of an account (S-RESLIST-08 to -17). */
import { IconAlertCircle, IconLock, IconLockOpen2, IconShieldLock } from '@tabler/icons-react';
import { formatCount, formatCredits } from '../../foundation/numbers.ts';
import { formatNumber } from '../../lines/fields/whatsapp.ts';
import { StatusBadge } from '../../ui/status/StatusBadge.tsx';
import type { Column } from '../../ui/table/columns.ts';
import { franchiseLabel } from './franchise.ts';
import type { TreeRow } from './tree-rows.ts';
import {
  activesInTree,
  isBlocked,
  isDeleted,
  type Reseller,
  topupWords,
  waitsLong,
} from '../reseller.ts';
import { type TreeExpansion, directWords, Identity, ResellerName } from './ResellerName.tsx';

export interface ColumnsOptions {
  isAdmin: boolean;
  /** When the tree figures were taken. */
  asOf: string | null | undefined;
  /** How franchises are called, where a brand says so. */
  franchises: readonly { readonly id: number; readonly name: string }[] | undefined;
  expansion: TreeExpansion;
  deleted: boolean;
  isPhone: boolean;
}

export function resellerColumns({
  isAdmin,
  asOf,
  franchises,
  expansion: branching,
  deleted,
  isPhone,
}: ColumnsOptions): Column<TreeRow>[] {
  return [
    {
      key: 'id',
      header: 'ID',
      sortable: true,
      width: 56,
      muted: true,
      card: 'detail',
      cell: (row) => row.id,
    },
    {
      key: 'username',
      header: 'Usuário',
      sortable: true,
      width: 150,
      card: 'identity',
      cell: (row) => <ResellerName row={row} branching={branching} />,
      cardCell: (row) => <Identity reseller={row} size={32} />,
    },
    {
      key: 'tree_actives',
      header: 'Ativos / Árvore',
      sortable: true,
      firstDirection: 'desc',
      align: 'end',
      card: 'detail',
      cell: (row) => <Actives reseller={row} />,
      title: (row) => activesTitle(row, asOf),
    },
    {
      key: 'email',
      header: 'WhatsApp',
      sortable: true,
      muted: true,
      card: 'note',
      cell: (row) => (
        <span className="num">{row.email ? formatNumber(row.email).replace(/^55 /, '') : '–'}</span>
      ),
      cardCell: (row) => (row.email ? formatNumber(row.email) : 'sem WhatsApp'),
      title: (row) => (row.email ? formatNumber(row.email) : undefined),
    },
    {
      key: 'credits',
      header: 'Créditos',
      sortable: true,
      firstDirection: 'desc',
      align: 'end',
      card: 'corner',
      cell: (row) => <b className="resellers-figure">{creditsOf(row)}</b>,
      cardCell: (row) => (
        <span className="resellers-corner">
          <b className="resellers-figure">{creditsOf(row)}</b> créditos
        </span>
      ),
    },
    {
      key: 'days_to_due',
      header: 'Última recarga',
      sortable: true,
      firstDirection: 'desc',
      align: 'end',
      card: 'detail',
      cell: (row) => <LastTopup reseller={row} />,
    },
    deleted ? deletedColumn : blockedColumn,
    ...(isAdmin ? [ownerColumn, franchiseColumn(franchises)] : []),
    {
      key: 'email_contact',
      header: 'E-mail',
      sortable: true,
      fill: true,
      muted: true,
      // An admin's rows hold more; the e-mail is in Editar too.
      wideOnly: isAdmin,
      card: 'none',
      cell: (row) => row.email_contact ?? '–',
      title: (row) => row.email_contact ?? undefined,
    },
    ...(isPhone ? [belowColumn(branching)] : []),
  ];
}

const blockedColumn: Column<TreeRow> = {
  key: 'status',
  header: 'Bloqueado',
  sortable: true,
  firstDirection: 'desc',
  card: 'status',
  cell: (row) => <Blocked reseller={row} />,
  cardCell: (row) => isBlocked(row) && <StatusBadge tone="bad">Bloqueada</StatusBadge>,
  title: (row) => blockTitle(row),
};

/** In «Excluídas» what matters is until when it can come back (Q-UNDO). */
const deletedColumn: Column<TreeRow> = {
  key: 'deleted_at',
  header: 'Excluída em',
  sortable: true,
  firstDirection: 'desc',
  card: 'expiry',
  cell: (row) => <span className="num">{row.deleted_at}</span>,
  cardCell: (row) => `Excluída em ${row.deleted_at} · restaurável até ${row.restorable_until}`,
  title: (row) => `Restaurável até ${row.restorable_until}`,
};

/** On the phone a branch is a list of its own. */
const belowColumn = ({ descend }: TreeExpansion): Column<TreeRow> => ({
  key: 'below',
  header: 'Abaixo',
  card: 'detail',
  cell: (row) =>
    row.direct_resellers > 0 && !isDeleted(row) ? (
      <button
        type="button"
        className="tree-more"
        aria-label={`Ver ${directWords(row.direct_resellers)} de ${row.username}`}
        onClick={() => descend(row.id)}
      >
        {directWords(row.direct_resellers)}
      </button>
    ) : null,
});

const ownerColumn: Column<TreeRow> = {
  key: 'owner',
  header: 'Dono',
  sortable: true,
  muted: true,
  card: 'detail',
  cell: (row) => <span className="resellers-owner">{row.owner ?? '–'}</span>,
  cardCell: (row) => row.owner,
  title: (row) => row.owner ?? undefined,
};

const franchiseColumn = (franchises: ColumnsOptions['franchises']): Column<TreeRow> => ({
  key: 'id_franchise',
  header: 'Franquia',
  sortable: true,
  muted: true,
  card: 'detail',
  cell: (row) => (
    <span className="resellers-brand">{franchiseLabel(row.id_franchise, franchises)}</span>
  ),
  cardCell: (row) =>
    row.id_franchise === null ? null : franchiseLabel(row.id_franchise, franchises),
});

const creditsOf = ({ credits }: Reseller): string =>
  credits === null ? '–' : formatCredits(credits);

function Actives({ reseller }: { reseller: Reseller }) {
  return (
    <span className="resellers-actives num">
      <b className="resellers-figure">{formatCount(reseller.total_actives)}</b> /{' '}
      {formatCount(activesInTree(reseller))}
    </span>
  );
}

function activesTitle(row: Reseller, asOf: string | null | undefined): string {
  const own = `Linhas próprias: ${formatCount(row.total_iptv)} IPTV, ${formatCount(row.total_up2p)} P2P`;
  const below =
    row.tree_resellers === 0
      ? 'ninguém abaixo'
      : `${formatCount(row.tree_resellers)} na rede abaixo`;
  return asOf ? `${own} · ${below}. Rede contada em ${asOf}` : `${own} · ${below}`;
}

/** Red alone says nothing: the icon and the days say it too. */
function LastTopup({ reseller }: { reseller: Reseller }) {
  const long = waitsLong(reseller);
  return (
    <span className="resellers-topup num" data-long={long || undefined}>
      {long && <IconAlertCircle size={16} stroke={1.75} aria-hidden />}
      {topupWords(reseller.days_to_due)}
    </span>
  );
}

/** The administration's own block has its own icon and words: nobody below undoes it (Q-BLOCKEFFECT). */
function Blocked({ reseller }: { reseller: Reseller }) {
  const blocked = isBlocked(reseller);
  const Glyph = reseller.block_admin === 1 ? IconShieldLock : blocked ? IconLock : IconLockOpen2;
  return (
    <span className="resellers-blocked" data-blocked={blocked || undefined}>
      <Glyph size={16} stroke={1.75} aria-hidden />
      {blocked ? 'Sim' : 'Não'}
      {reseller.block_admin === 1 && <span className="visually-hidden">, pela administração</span>}
    </span>
  );
}

function blockTitle(row: Reseller): string {
  if (row.block_admin === 1) return 'Bloqueada pela administração: só ela desbloqueia';
  return row.status === 0 ? 'Bloqueada por quem vende para ela' : 'Não está bloqueada';
}
