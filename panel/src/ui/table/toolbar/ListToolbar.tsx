import type { ReactNode } from 'react';
import { useShowsCards } from '../../../foundation/viewport.ts';
import { Segmented } from '../../form/fields/Segmented.tsx';
import { PickMenu } from '../../PickMenu.tsx';
import { FilterChips } from './FilterChips.tsx';
import type { FilterSegments, FilterSelect } from './FilterChips.tsx';
import { SearchField } from './SearchField.tsx';
import type { SearchFieldProps } from './SearchField.tsx';
import type { ListViewState } from '../../views/use-list-view.ts';
import { ViewTools } from '../../views/ViewTools.tsx';
import classes from './ListToolbar.module.css';

export interface ListToolbarProps {
  /** Of the list that is searched: a dialog's list may stand over another. */
  label: string;
  search?: SearchFieldProps;
  segments?: FilterSegments | undefined;
  selects?: readonly FilterSelect[];
  /** The list's columns and views. */
  view?: ListViewState | undefined;
  /** Buttons at the end (Atualizar), where the page header does not carry them. */
  children?: ReactNode;
}

/** Search and filters of a list. Their state lives in the URL. */
export function ListToolbar({
  label,
  search,
  segments,
  selects = [],
  view,
  children,
}: ListToolbarProps) {
  const isCards = useShowsCards();
  return (
    <div className={classes.root} role="search" aria-label={label} data-list-toolbar>
      {search && <SearchField {...search} />}
      {isCards ? (
        <FilterChips segments={segments} selects={selects} />
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
