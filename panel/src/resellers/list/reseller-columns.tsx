/** Columns of the list of accounts (S-RESLIST-08 to -17). */
import { Text } from '@mantine/core';
import { formatCredits } from '../../foundation/numbers.ts';
import { formatNumber } from '../../lines/fields/whatsapp.ts';
import { StatusBadge } from '../../ui/status/StatusBadge.tsx';
import type { Column } from '../../ui/table/columns.ts';
import { isBlocked, isDeleted, type Reseller } from '../reseller.ts';
import { franchiseLabel } from './franchise.ts';
import { Actives, activesTitle, Blocked, blockTitle, LastTopup } from './reseller-cells.tsx';
import {
  directText,
  Identity,
  MoreButton,
  ResellerName,
  type TreeExpansion,
} from './ResellerName.tsx';
import type { TreeRow } from './tree-rows.ts';

interface ColumnsOptions {
  isAdmin: boolean;
  /** Time when the server last updated the counts of the tree. */
  asOf: string | null | undefined;
  /** Franchises that have a brand, with the name of the brand. */
  franchises: readonly { readonly id: number; readonly name: string }[] | undefined;
  expansion: TreeExpansion;
  deleted: boolean;
  isPhone: boolean;
}

export function resellerColumns({
  isAdmin,
  asOf,
  franchises,
  expansion,
  deleted,
  isPhone,
}: ColumnsOptions): Column<TreeRow>[] {
  return [
    idColumn,
    {
      key: 'username',
      header: 'Usuário',
      width: 150,
      card: 'identity',
      cell: (row) => <ResellerName row={row} expansion={expansion} />,
      cardCell: (row) => (
        <Identity reseller={row} size={32} isExactId={row.id === expansion.searchedId} />
      ),
    },
    {
      key: 'tree_actives',
      header: 'Ativos / Ativos Árvore',
      width: 104,
      firstDirection: 'desc',
      align: 'end',
      cell: (row) => <Actives reseller={row} />,
      title: (row) => activesTitle(row, asOf),
    },
    whatsappColumn(isAdmin),
    creditsColumn,
    {
      key: 'days_to_due',
      header: 'Última Recarga',
      firstDirection: 'desc',
      align: 'end',
      cell: (row) => <LastTopup reseller={row} />,
    },
    deleted ? deletedColumn : blockedColumn,
    ...(isAdmin ? [ownerColumn, franchiseColumn(franchises, isPhone)] : []),
    emailColumn(isAdmin, isPhone),
    ...(isPhone ? [belowColumn(expansion)] : []),
  ];
}

const idColumn: Column<TreeRow> = {
  key: 'id',
  header: 'ID',
  width: 56,
  muted: true,
  cell: (row) => row.id,
};

/**
 * Column of the WhatsApp number. Below 1440 px an admin's rows have no space for the e-mail, so the
 * tooltip of this column shows it.
 */
const whatsappColumn = (isAdmin: boolean): Column<TreeRow> => ({
  key: 'email',
  header: 'Whatsapp',
  muted: true,
  card: 'note',
  cell: (row) => <span className="num">{row.email ? formatNumber(row.email) : '–'}</span>,
  cardCell: (row) => (row.email ? formatNumber(row.email) : 'sem WhatsApp'),
  title: (row) =>
    [row.email && formatNumber(row.email), isAdmin && row.emailContact]
      .filter(Boolean)
      .join(' · ') || undefined,
});

const creditsColumn: Column<TreeRow> = {
  key: 'credits',
  header: 'Créditos',
  firstDirection: 'desc',
  align: 'end',
  card: 'corner',
  cell: (row) => (
    <Text component="b" inherit fw={500}>
      {creditsOf(row)}
    </Text>
  ),
  cardCell: (row) => (
    <Text span inherit c="dimmed">
      <Text component="b" inherit fw={500} c="var(--ink)" fz="field">
        {creditsOf(row)}
      </Text>{' '}
      créditos
    </Text>
  ),
};

const creditsOf = ({ credits }: Reseller): string =>
  credits === null ? '–' : formatCredits(credits);

const blockedColumn: Column<TreeRow> = {
  key: 'status',
  header: 'Bloqueado',
  firstDirection: 'desc',
  card: 'status',
  cell: (row) => <Blocked reseller={row} />,
  cardCell: (row) => isBlocked(row) && <StatusBadge tone="bad">Bloqueada</StatusBadge>,
  title: (row) => blockTitle(row),
};

/**
 * Column with the time until which a deleted account can be restored. Shown only in «Excluídas»
 * (Q-UNDO).
 */
const deletedColumn: Column<TreeRow> = {
  key: 'deleted_at',
  header: 'Excluída em',
  firstDirection: 'desc',
  card: 'expiry',
  cell: (row) => <span className="num">{row.deletedAt}</span>,
  cardCell: (row) => `Excluída em ${row.deletedAt} · restaurável até ${row.restorableUntil}`,
  title: (row) => `Restaurável até ${row.restorableUntil}`,
};

const ownerColumn: Column<TreeRow> = {
  key: 'owner',
  header: 'Dono',
  most: 125,
  muted: true,
  cell: (row) => row.owner ?? '–',
  cardCell: (row) => row.owner,
  title: (row) => row.owner ?? undefined,
};

/**
 * Column of the franchise. It is hidden between 1024 and 1280 px, where a table of ten columns has
 * no space for it.
 */
const franchiseColumn = (
  franchises: ColumnsOptions['franchises'],
  isPhone: boolean,
): Column<TreeRow> => ({
  key: 'id_franchise',
  header: 'Franquia',
  ...(isPhone ? {} : { from: 'medium' as const }),
  muted: true,
  cell: (row) => franchiseLabel(row.idFranchise, franchises),
  cardCell: (row) =>
    row.idFranchise === null ? null : franchiseLabel(row.idFranchise, franchises),
});

/**
 * Column of the e-mail. For an admin it is hidden below 1440 px, because an admin's rows have two
 * more columns.
 */
const emailColumn = (isAdmin: boolean, isPhone: boolean): Column<TreeRow> => ({
  key: 'email_contact',
  header: 'E-mail',
  fill: true,
  muted: true,
  ...(isAdmin && !isPhone ? { from: 'wide' as const } : {}),
  cell: (row) => row.emailContact ?? '–',
  cardCell: (row) => row.emailContact,
  title: (row) => row.emailContact ?? undefined,
});

/** Column with the number of direct children. On a card, a press opens them as a separate list. */
const belowColumn = ({ openLevel }: TreeExpansion): Column<TreeRow> => ({
  key: 'below',
  header: 'Abaixo',
  sort: false,
  cell: (row) => {
    if (row.directResellers === 0 || isDeleted(row)) return null;
    const text = directText(row.directResellers);
    return (
      <MoreButton
        text={text}
        label={`Ver ${text} de ${row.username}`}
        onClick={() => openLevel(row.id)}
      />
    );
  },
});
