/** Sheet with the filters of a list, and with actions that users rarely need. */
import { ActionIcon, Button, Stack } from '@mantine/core';
import {
  IconAdjustmentsHorizontal,
  IconArrowsSort,
  IconBookmark,
  IconColumns3,
} from '@tabler/icons-react';
import { type MouseEvent, type ReactNode, useRef, useState } from 'react';
import { pluralize } from '../../foundation/numbers.ts';
import { BottomSheet } from '../bottom-sheet/BottomSheet.tsx';
import { SheetGroup, SheetRow, SheetTitle } from '../bottom-sheet/SheetRow.tsx';
import { ChoiceTiles } from '../form/fields/ChoiceTiles.tsx';
import { SortMenu } from '../table/cards/CardToolbar.tsx';
import { type Column, sortKey } from '../table/columns.ts';
import type { FilterSelect } from '../table/toolbar/FilterChips.tsx';
import type { ListViewState } from '../views/use-list-view.ts';
import { ViewsSheet } from '../views/ViewTools.tsx';
import type { ListState } from './list-params.ts';
import classes from './FilterSheet.module.css';

/**
 * Returns a handler that closes the sheet and then runs an action. The action runs after the button
 * of the sheet has the focus again.
 */
export type ChooseFromSheet = (act: () => void) => () => void;

export interface FilterSheetProps<Row> {
  /** Label of the sheet and of its button. */
  title?: string;
  /** Number of active filters. */
  inUse: number;
  onClear?: () => void;
  /** Number of results for the label of the button at the end of the sheet: «8 linhas». */
  shows: string | undefined;
  /** True while an action of the sheet is running. The button that opens the sheet shows this. */
  busy?: boolean;
  columns: readonly Column<Row>[];
  list: ListState;
  view: ListViewState | undefined;
  selects?: readonly FilterSelect[];
  /** Content above the options, such as the owner of the rows and links to other lists. */
  children?: ReactNode;
  /** Returns the content below the options. Its second argument is true while the sheet is open. */
  rest?: (choose: ChooseFromSheet, opened: boolean) => ReactNode;
  /** Buttons of the page header that have no space on a phone. */
  buttons?: ReactNode;
}

export function FilterSheet<Row>(props: FilterSheetProps<Row>) {
  const { title = 'Filtros', inUse, onClear, shows, busy = false } = props;
  const { columns, list, view, selects = [], children, rest, buttons } = props;
  const [opened, setOpened] = useState(false);
  const [arranging, setArranging] = useState<'views' | 'columns'>();
  const chosen = useRef<() => void>(undefined);
  const choose: ChooseFromSheet = (act) => () => {
    chosen.current = act;
    setOpened(false);
  };
  const begin = () => {
    const act = chosen.current;
    chosen.current = undefined;
    act?.();
  };
  return (
    <>
      <FilterButton title={title} inUse={inUse} busy={busy} onOpen={() => setOpened(true)} />
      <BottomSheet
        opened={opened}
        onClose={() => setOpened(false)}
        onClosed={begin}
        label={title}
        title={title}
        keepMounted={buttons !== undefined}
        aside={
          inUse > 0 && (
            <Button size="sm" variant="link" onClick={onClear}>
              Limpar
            </Button>
          )
        }
      >
        {children}
        {selects.map((select) => (
          <Choice key={select.label} {...select} />
        ))}
        <SheetGroup>
          <Order columns={columns} list={list} />
          {view && <Arrange view={view} onOpen={(part) => choose(() => setArranging(part))()} />}
        </SheetGroup>
        {rest?.(choose, opened)}
        {buttons && <SheetButtons choose={choose}>{buttons}</SheetButtons>}
        <Button fullWidth size="lg" mt="xl" onClick={() => setOpened(false)}>
          {shows === undefined ? 'Mostrar' : `Mostrar ${shows}`}
        </Button>
      </BottomSheet>
      {view && (
        <ViewsSheet
          view={view}
          part={arranging ?? 'views'}
          opened={arranging !== undefined}
          onClose={() => setArranging(undefined)}
        />
      )}
    </>
  );
}

/**
 * Buttons with full width. A press closes the sheet before it runs the action, because the action
 * may open a dialog.
 */
function SheetButtons({ choose, children }: { choose: ChooseFromSheet; children: ReactNode }) {
  const isRepeated = useRef(false);
  const closeFirst = (event: MouseEvent<HTMLElement>) => {
    const { target, currentTarget } = event;
    // Ignores presses in a dialog that a button opened. The dialog is a child of the button in
    // React, but not in the DOM.
    const control = currentTarget.contains(target as Node)
      ? (target as Element).closest<HTMLElement>('button, a')
      : null;
    if (!control || isRepeated.current) return;
    event.preventDefault();
    event.stopPropagation();
    choose(() => {
      isRepeated.current = true;
      control.click();
      isRepeated.current = false;
    })();
  };
  return (
    <Stack gap="sm" mt="xl" className={classes.buttons} onClickCapture={closeFirst}>
      {children}
    </Stack>
  );
}

interface FilterButtonProps {
  title: string;
  inUse: number;
  busy: boolean;
  onOpen: () => void;
}

/** Button next to the search that opens the sheet. A badge shows the number of active filters. */
function FilterButton({ title, inUse, busy, onOpen }: FilterButtonProps) {
  return (
    <span data-beside-search className={classes.filters}>
      <ActionIcon
        bdrs={12}
        variant="default"
        size={46}
        aria-label={inUse === 0 ? title : `${title}: ${inUse}`}
        aria-haspopup="dialog"
        loading={busy}
        onClick={onOpen}
      >
        <IconAdjustmentsHorizontal size={20} stroke={1.75} />
      </ActionIcon>
      {inUse > 0 && (
        <span className={classes.badge} aria-hidden>
          {inUse}
        </span>
      )}
    </span>
  );
}

const Choice = ({ label, value, options, onChange }: FilterSelect) => (
  <>
    <SheetTitle>{label}</SheetTitle>
    <ChoiceTiles words label={label} value={value} options={options} onChange={onChange} />
  </>
);

function Order<Row>({ columns, list }: Pick<FilterSheetProps<Row>, 'columns' | 'list'>) {
  const sortable = columns.filter(sortKey);
  if (sortable.length === 0) return null;
  return (
    <div className={classes.order}>
      <IconArrowsSort size={20} stroke={1.75} aria-hidden />
      <span>Ordem</span>
      <SortMenu columns={sortable} sort={list.sort} onSort={list.setSort} />
    </div>
  );
}

interface ArrangeProps {
  view: ListViewState;
  onOpen: (part: 'views' | 'columns') => void;
}

/** Entries that open the user's stored settings of the list. */
const Arrange = ({ view, onOpen }: ArrangeProps) => (
  <>
    {view.hasViews && (
      <SheetRow
        icon={IconBookmark}
        label="Visões"
        hint={
          view.active?.name ??
          (view.views.length === 0
            ? 'nenhuma salva'
            : pluralize(view.views.length, 'salva', 'salvas'))
        }
        onClick={() => onOpen('views')}
      />
    )}
    <SheetRow icon={IconColumns3} label="Detalhes do cartão" onClick={() => onOpen('columns')} />
  </>
);
