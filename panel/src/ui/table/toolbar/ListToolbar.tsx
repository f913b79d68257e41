import type { ReactNode } from 'react';
import { createPortal } from 'react-dom';
import { useShowsCards } from '../../../foundation/viewport.ts';
import { Segmented } from '../../form/fields/Segmented.tsx';
import { useBarSlot } from '../../layout/page-heading.tsx';
import { PickMenu } from '../../PickMenu.tsx';
import { FilterChips } from './FilterChips.tsx';
import type { FilterSegments, FilterSelect } from './FilterChips.tsx';
import { SearchField } from './SearchField.tsx';
import type { SearchFieldProps } from './SearchField.tsx';
import type { ListViewState } from '../../views/use-list-view.ts';
import { ViewTools } from '../../views/ViewTools.tsx';
import classes from './ListToolbar.module.css';

interface ListToolbarProps {
  /**
   * Name of the list that is searched. Needed because a list in a dialog can cover another list.
   */
  label: string;
  search?: SearchFieldProps;
  segments?: FilterSegments | undefined;
  selects?: readonly FilterSelect[];
  /**
   * True for the main list of the screen. On a phone in landscape, the top bar contains the search
   * of this list.
   */
  ofScreen?: boolean;
  /** Columns and views of the list. */
  view?: ListViewState | undefined;
  /**
   * Button that opens a sheet with columns and views. It replaces the separate buttons for them.
   */
  sheet?: ReactNode;
  /** Button that creates a row. On the phone it is next to the search. */
  create?: ReactNode;
  /** Buttons at the end, such as «Atualizar». Used if the page header does not contain them. */
  children?: ReactNode;
}

const none: never[] = [];

export function ListToolbar({
  label,
  search,
  segments,
  selects = [],
  view,
  ofScreen = false,
  sheet,
  create,
  children,
}: ListToolbarProps) {
  const isCards = useShowsCards();
  const barPlace = useBarSlot();
  const field = search && <SearchField {...search} />;
  const tools = sheet ?? (view && <ViewTools view={view} />);
  if (ofScreen && field && barPlace)
    return (
      <>
        {createPortal(
          <div role="search" aria-label={label} className={classes.inBar}>
            {field}
            {tools}
            {create}
          </div>,
          barPlace,
        )}
        <div className={classes.root} data-list-toolbar>
          <FilterChips segments={segments} selects={selects} />
          {children}
        </div>
      </>
    );
  return (
    <div className={classes.root} role="search" aria-label={label} data-list-toolbar>
      {field}
      {isCards ? (
        <FilterChips segments={segments} selects={selects} />
      ) : (
        <>
          {segments?.asChips && <FilterChips segments={segments} selects={none} />}
          {segments && !segments.asChips && <Segmented {...segments} />}
          {selects.map((select) => (
            <PickMenu key={select.label} shown isFilter {...select} />
          ))}
        </>
      )}
      {children}
      {tools}
      {create}
    </div>
  );
}
