import type { ReactNode } from 'react';
import { useIsPhone } from '../../foundation/viewport.ts';
import { formatCount } from '../../foundation/numbers.ts';
import { Segmented } from '../form/Segmented.tsx';
import type { SegmentOption } from '../form/Segmented.tsx';
import './list-toolbar.css';
import { PickMenu } from '../PickMenu.tsx';
import { SearchField } from './SearchField.tsx';
import type { SearchFieldProps } from './SearchField.tsx';
import type { ListViewState } from '../views/use-list-view.ts';
import { ViewTools } from '../views/ViewTools.tsx';

export interface FilterSelect {
  label: string;
  value: string;
  /** The first one filters nothing. `phoneLabel` is how an option names itself as a chip. */
  options: readonly { value: string; label: string; phoneLabel?: string; count?: number }[];
  onChange: (value: string) => void;
}

export interface ListToolbarProps {
  search?: SearchFieldProps;
  segments?: {
    label: string;
    value: string;
    options: readonly SegmentOption[];
    onChange: (value: string) => void;
  };
  selects?: readonly FilterSelect[];
  /** The list's columns and views. */
  view?: ListViewState | undefined;
  /** Buttons at the end (Atualizar), where the page header does not carry them. */
  children?: ReactNode;
}

/** Search and filters of a list. Their state lives in the address; this draws it and says what was chosen. */
export function ListToolbar({ search, segments, selects = [], view, children }: ListToolbarProps) {
  const isPhone = useIsPhone();
  return (
    <div className="list-toolbar" role="search" data-list-toolbar>
      {search && <SearchField {...search} />}
      {isPhone ? (
        <Chips segments={segments} selects={selects} />
      ) : (
        <>
          {segments && <Segmented {...segments} />}
          {selects.map((select) => (
            <PickMenu key={select.label} shown {...select} />
          ))}
        </>
      )}
      {children}
      {view && <ViewTools view={view} />}
    </div>
  );
}

/** On the phone every filter is a chip of one row that scrolls sideways; a chip pressed again lets go. */
function Chips({
  segments,
  selects,
}: {
  segments: ListToolbarProps['segments'];
  selects: readonly FilterSelect[];
}) {
  if (!segments && selects.length === 0) return null;
  return (
    <div className="chips">
      {segments?.options.map((option) => (
        <Chip
          key={option.value}
          label={option.label}
          count={option.count}
          pressed={option.value === segments.value}
          onClick={() => segments.onChange(option.value)}
        />
      ))}
      {selects.flatMap((select) =>
        select.options
          .slice(1)
          .map((option) => (
            <Chip
              key={`${select.label} ${option.value}`}
              label={option.phoneLabel ?? `${select.label} ${option.label}`}
              count={option.count}
              pressed={option.value === select.value}
              onClick={() =>
                select.onChange(
                  option.value === select.value ? (select.options[0]?.value ?? '') : option.value,
                )
              }
            />
          )),
      )}
    </div>
  );
}

interface ChipProps {
  label: string;
  count: number | undefined;
  pressed: boolean;
  onClick: () => void;
}

function Chip({ label, count, pressed, onClick }: ChipProps) {
  return (
    <button type="button" className="chip" aria-pressed={pressed} onClick={onClick}>
      {label}
      {count !== undefined && <span>{formatCount(count)}</span>}
    </button>
  );
}
