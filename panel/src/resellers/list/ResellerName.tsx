/**
 * Name column: the vertical lines of the tree, the button that shows the children, and the account.
 */
import { Group, Loader } from '@mantine/core';
import { IconAlertTriangle, IconChevronRight } from '@tabler/icons-react';
import type { CSSProperties } from 'react';
import { formatCount } from '../../foundation/numbers.ts';
import { Initials } from '../../ui/Initials.tsx';
import { TreeRails } from '../../ui/layout/TreeRails.tsx';
import { isBlocked, type Reseller } from '../reseller.ts';
import classes from './ResellerName.module.css';
import type { ResellerParams } from './reseller-params.ts';
import { MAX_DEPTH, type TreeRow } from './tree-rows.ts';
import { SHOWN_CHILDREN } from './use-subtrees.ts';

export type TreeExpansion = Pick<
  ResellerParams,
  'expanded' | 'toggle' | 'openLevel' | 'searchedId'
>;

interface RowProps {
  row: TreeRow;
  expansion: TreeExpansion;
}

export function ResellerName({ row, expansion }: RowProps) {
  const { rails, last, parent } = row.position;
  const depth = { '--depth': rails.length + (last === undefined ? 0 : 1) } as CSSProperties;
  return (
    <span className={classes.root} style={depth}>
      <TreeRails rails={rails} last={last} />
      <ExpandButton row={row} expansion={expansion} />
      <Identity reseller={row} size={26} isExactId={row.id === expansion.searchedId} />
      {parent && <span className="visually-hidden">, abaixo de {parent}</span>}
      <More row={row} expansion={expansion} />
    </span>
  );
}

/**
 * Button that shows or hides the children. While the row has the focus, → shows them and ← hides
 * them (Resellers.tsx).
 */
function ExpandButton({ row, expansion }: RowProps) {
  const { subtree, rails, key } = row.position;
  if (row.directResellers === 0 || row.deletedAt !== null || rails.length >= MAX_DEPTH)
    return <i className={classes.expand} />;
  const isExpanded = expansion.expanded.includes(key);
  if (isExpanded && subtree?.failed) {
    return (
      <button
        data-tooltip="Não deu para abrir. Tentar de novo"
        type="button"
        className={classes.expand}
        data-failed
        aria-label={`Tentar de novo: rede de ${row.username}`}
        onClick={subtree.retry}
      >
        <IconAlertTriangle size={16} stroke={1.75} aria-hidden />
      </button>
    );
  }
  return (
    <button
      type="button"
      className={classes.expand}
      data-expand
      aria-expanded={isExpanded}
      aria-busy={subtree?.loading || undefined}
      aria-label={`Rede de ${row.username}: ${directText(row.directResellers)}`}
      onClick={() => expansion.toggle(key)}
    >
      {subtree?.loading ? (
        <Loader size={14} />
      ) : (
        <IconChevronRight size={16} stroke={1.75} aria-hidden />
      )}
    </button>
  );
}

/**
 * Link to a separate list of children. Shown if there are too many children, or if they are too
 * deep in the tree.
 */
function More({ row, expansion }: RowProps) {
  const { subtree, rails } = row.position;
  const hidden = (subtree?.children?.total ?? 0) - SHOWN_CHILDREN;
  const deep = rails.length >= MAX_DEPTH && row.directResellers > 0;
  if (hidden <= 0 && !deep) return null;
  const text = deep ? directText(row.directResellers) : `mais ${formatCount(hidden)}`;
  return (
    <MoreButton
      text={text}
      label={`${text}: abrir a lista de ${row.username}`}
      onClick={() => expansion.openLevel(row.id)}
    />
  );
}

interface MoreButtonProps {
  text: string;
  label: string;
  onClick: () => void;
}

export function MoreButton({ text, label, onClick }: MoreButtonProps) {
  return (
    <button
      type="button"
      className={classes.more}
      data-touch-area
      aria-label={label}
      onClick={onClick}
    >
      {text}
    </button>
  );
}

export const directText = (count: number): string =>
  count === 1 ? '1 revenda direta' : `${formatCount(count)} revendas diretas`;

const profileMarks = { admin: 'Admin', franchise: 'Franquia' } as const;

interface IdentityProps {
  reseller: Reseller;
  size: number;
  /** True if the searched text is exactly the id of the row (Q-SEARCHID). */
  isExactId?: boolean;
}

export function Identity({ reseller, size, isExactId = false }: IdentityProps) {
  const { username, profile } = reseller;
  return (
    <Group
      component="span"
      gap="md"
      wrap="nowrap"
      display="inline-flex"
      miw={0}
      className={classes.identity}
    >
      <Initials name={username} size={size} tone={isBlocked(reseller) ? 'bad' : 'accent'} />
      <b title={username}>{username}</b>
      {isExactId && <span className={classes.profile}>ID</span>}
      {profile !== 'reseller' && <ProfileMark label={profileMarks[profile]} />}
    </Group>
  );
}

/**
 * Short mark of the profile for a narrow table: only its first letter, so that the name is not
 * truncated.
 */
const ProfileMark = ({ label }: { label: string }) => (
  <span className={classes.profile} title={label} data-initial={label.charAt(0)}>
    <span>{label}</span>
  </span>
);
