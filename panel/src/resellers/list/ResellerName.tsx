/** The name column: the branch a row hangs on, what opens the one below it, and who it is. */
import { Loader, Tooltip } from '@mantine/core';
import { IconAlertTriangle, IconChevronRight } from '@tabler/icons-react';
import type { CSSProperties } from 'react';
import { formatCount } from '../../foundation/numbers.ts';
import { Initials } from '../../ui/Initials.tsx';
import { MAX_DEPTH, type TreeRow } from './tree-rows.ts';
import { isBlocked, type Reseller } from '../reseller.ts';
import { SHOWN_CHILDREN } from './use-subtrees.ts';

export interface TreeExpansion {
  readonly open: readonly string[];
  readonly toggle: (branch: string) => void;
  readonly descend: (id: number) => void;
}

export function ResellerName({ row, branching }: { row: TreeRow; branching: TreeExpansion }) {
  const { rails, last, parent: above } = row.position;
  const depth = { '--depth': rails.length + (last === undefined ? 0 : 1) } as CSSProperties;
  return (
    <span className="tree-name" style={depth}>
      {rails.map((passes, level) => (
        <i key={level} className="tree-rail" data-line={passes || undefined} />
      ))}
      {last !== undefined && <i className="tree-rail" data-hook={last ? 'last' : 'on'} />}
      <Opener row={row} branching={branching} />
      <Identity reseller={row} size={26} />
      {above && <span className="visually-hidden">, abaixo de {above}</span>}
      <More row={row} branching={branching} />
    </span>
  );
}

/** → opens and ← closes while the row has the focus; see tree-keys.ts. */
function Opener({ row, branching }: { row: TreeRow; branching: TreeExpansion }) {
  const { subtree: branch, rails, key } = row.position;
  if (row.direct_resellers === 0 || row.deleted_at !== null || rails.length >= MAX_DEPTH)
    return <i className="tree-opener" />;
  const opened = branching.open.includes(key);
  if (opened && branch?.failed) {
    return (
      <Tooltip label="Não deu para abrir. Tentar de novo">
        <button
          type="button"
          className="tree-opener"
          data-failed
          aria-label={`Tentar de novo: rede de ${row.username}`}
          onClick={branch.retry}
        >
          <IconAlertTriangle size={16} stroke={1.75} aria-hidden />
        </button>
      </Tooltip>
    );
  }
  return (
    <button
      type="button"
      className="tree-opener"
      data-tree-opener
      aria-expanded={opened}
      aria-busy={branch?.loading || undefined}
      aria-label={`Rede de ${row.username}: ${directWords(row.direct_resellers)}`}
      onClick={() => branching.toggle(key)}
    >
      {branch?.loading ? (
        <Loader size={14} />
      ) : (
        <IconChevronRight size={16} stroke={1.75} aria-hidden />
      )}
    </button>
  );
}

/** A branch with more children than fit, or too deep to be drawn, has a list of its own. */
function More({ row, branching }: { row: TreeRow; branching: TreeExpansion }) {
  const { subtree: branch, rails } = row.position;
  const hidden = (branch?.children?.total ?? 0) - SHOWN_CHILDREN;
  const deep = rails.length >= MAX_DEPTH && row.direct_resellers > 0;
  if (hidden <= 0 && !deep) return null;
  const words = deep ? directWords(row.direct_resellers) : `mais ${formatCount(hidden)}`;
  return (
    <button
      type="button"
      className="tree-more"
      aria-label={`${words}: abrir a lista de ${row.username}`}
      onClick={() => branching.descend(row.id)}
    >
      {words}
    </button>
  );
}

export const directWords = (count: number): string =>
  count === 1 ? '1 revenda direta' : `${formatCount(count)} revendas diretas`;

const profileMarks = { admin: 'Admin', franchise: 'Franquia' } as const;

export function Identity({ reseller, size }: { reseller: Reseller; size: number }) {
  const { username, profile } = reseller;
  return (
    <span className="resellers-identity">
      <Initials name={username} size={size} tone={isBlocked(reseller) ? 'bad' : 'accent'} />
      <b title={username}>{username}</b>
      {profile !== 'reseller' && <span className="resellers-profile">{profileMarks[profile]}</span>}
    </span>
  );
}
