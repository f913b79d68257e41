import {
  useEffect,
  useEffectEvent,
  useRef,
  useState,
  type FocusEvent,
  type KeyboardEvent,
  type RefObject,
} from 'react';
import { shortcutsOn, typesInField } from '../../../foundation/shortcuts.ts';
import {
  visibleActions,
  menuGroups,
  availableActions,
  openingAction,
  type RowAction,
  type RowKey,
} from '../columns.ts';
import type { RowSelection } from '../use-row-selection.ts';

/** Number of rows that Page Up and Page Down move. */
const LEAP = 10;

interface RowKeysOptions<Row> {
  rows: readonly Row[];
  rowKey: (row: Row) => RowKey;
  actions: readonly RowAction<Row>[];
  selection: RowSelection | undefined;
  onMenu: (key: RowKey) => void;
  onRowFocus?: ((row: Row) => void) | undefined;
  /**
   * Returns a function that opens the previous or next page. Returns undefined if this page does
   * not exist.
   */
  pageTurn: (by: -1 | 1) => (() => void) | undefined;
}

/**
 * Makes one row at a time focusable. ↑ ↓ Home End Page Up and Page Down move the focus. At the
 * first and last row, Page Up and Page Down open another page. Enter opens the row if it can be
 * opened. Otherwise it opens the row's menu, or runs the first action of a row without a menu.
 * Shift F10 opens the menu of any row. Space selects the row, Esc returns to the search, and
 * letters run actions.
 */
export function useRowKeys<Row>(options: RowKeysOptions<Row>) {
  const { rows, rowKey, actions, selection, onMenu } = options;
  const body = useRef<HTMLTableSectionElement>(null);
  const [current, setCurrent] = useState(0);
  const focusRow = (index: number) => {
    const row = body.current?.children[index];
    if (!(row instanceof HTMLElement)) return;
    setCurrent(index);
    row.focus();
  };

  useArrowEntry(body, () => focusRow(Math.min(current, rows.length - 1)));
  const turnPage = usePageTurn(options, focusRow);
  const keptFocus = useKeptFocus(rows, rowKey, focusRow);

  const openMenu = (row: Row): boolean => {
    const hasMenu = menuGroups(actions, row).length > 0;
    if (hasMenu) onMenu(rowKey(row));
    return hasMenu;
  };
  const enter = (row: Row) => {
    const opening = openingAction(actions, row);
    if (opening) opening.run(row, true);
    else if (!openMenu(row)) visibleActions(actions, row, 'table')[0]?.run(row);
  };

  const onKeyDown = (event: KeyboardEvent<HTMLTableRowElement>, row: Row, index: number) => {
    if (typesInField(event.target) || event.ctrlKey || event.metaKey || event.altKey) return;
    // Ignores keys that were pressed in the row's menu. React dispatches them to the row too,
    // although the menu is outside of it in the DOM.
    if ((event.target as Element).closest('tr, [role="menu"]') !== event.currentTarget) return;
    const { key } = event;
    const onRow = event.target === event.currentTarget;
    const last = rows.length - 1;
    const next = reachedRow(key, index, last);
    if (next !== undefined && (onRow || key.startsWith('Arrow'))) {
      event.preventDefault();
      if (key === 'PageDown' && index === last) turnPage(1);
      else if (key === 'PageUp' && index === 0) turnPage(-1);
      else focusRow(next);
    } else if (onRow && key === 'Enter') {
      event.preventDefault();
      enter(row);
    } else if (onRow && opensMenu(event)) {
      event.preventDefault();
      openMenu(row);
    } else if (onRow && key === ' ' && selection) {
      event.preventDefault();
      selection.toggle(rowKey(row), event.shiftKey);
    } else if (onRow && key === 'Escape' && !event.defaultPrevented) {
      leave(event.currentTarget);
    } else if (key.length === 1 && key !== ' ' && !event.repeat && shortcutsOn()) {
      const action = availableActions(actions, row).find(
        (candidate) => candidate.shortcut === key.toLowerCase(),
      );
      if (!action) return;
      event.preventDefault();
      action.run(row);
    }
  };

  const onFocus = (event: FocusEvent<HTMLTableRowElement>, row: Row, index: number) => {
    setCurrent(index);
    if (event.target === event.currentTarget) options.onRowFocus?.(row);
    keptFocus.hold(event.target, row, index);
  };

  return {
    body,
    current: Math.min(current, rows.length - 1),
    onFocus,
    onBlur: keptFocus.release,
    onKeyDown,
  };
}

/** Returns the index of the row that a key leads to. Undefined if the key does not move the focus. */
function reachedRow(key: string, index: number, last: number): number | undefined {
  const moves: Record<string, number> = {
    ArrowDown: Math.min(index + 1, last),
    ArrowUp: Math.max(index - 1, 0),
    Home: 0,
    End: last,
    PageDown: Math.min(index + LEAP, last),
    PageUp: Math.max(index - LEAP, 0),
  };
  return moves[key];
}

const opensMenu = ({ key, shiftKey }: KeyboardEvent): boolean =>
  key === 'ContextMenu' || (key === 'F10' && shiftKey);

/** Elements that do not use ↑ and ↓ themselves. */
const LEAVES_ARROWS = 'body, a, button, [tabindex="-1"]';
/** Parts of the page that use the arrow keys themselves, or that cover the list. */
const USES_ARROWS =
  '[role="menu"], [role="listbox"], [role="radiogroup"], [role="tablist"], [role="toolbar"], [role="dialog"], [data-list-rows]';

/**
 * Moves the focus into the first list of the screen on ↑ and ↓, if no other element uses these
 * keys.
 */
function useArrowEntry(body: RefObject<HTMLElement | null>, enter: () => void): void {
  const onKeyDown = useEffectEvent((event: globalThis.KeyboardEvent) => {
    const { key, target } = event;
    if (key !== 'ArrowDown' && key !== 'ArrowUp') return;
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey)
      return;
    if (!(target instanceof Element) || !target.matches(LEAVES_ARROWS)) return;
    if (target.closest(USES_ARROWS) || document.querySelector('[aria-modal="true"], [role="menu"]'))
      return;
    if (document.querySelector('main [data-list-rows]') !== body.current) return;
    event.preventDefault();
    enter();
  });
  useEffect(() => {
    const listen = (event: globalThis.KeyboardEvent) => onKeyDown(event);
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, []);
}

/**
 * Returns a function that opens another page. After the page has loaded, its first or last row gets
 * the focus.
 */
function usePageTurn<Row>(
  { rows, rowKey, pageTurn }: Pick<RowKeysOptions<Row>, 'rows' | 'rowKey' | 'pageTurn'>,
  focusRow: (index: number) => void,
) {
  /**
   * Row to focus after the requested page has loaded. `before` is the key of the first row before
   * the page changed.
   */
  const arriving = useRef<{ at: 'first' | 'last'; before: RowKey | undefined }>(undefined);
  useEffect(() => {
    if (!arriving.current || keyOfFirst(rows, rowKey) === arriving.current.before) return;
    focusRow(arriving.current.at === 'first' ? 0 : rows.length - 1);
    arriving.current = undefined;
  });
  return (by: -1 | 1) => {
    const go = pageTurn(by);
    if (!go) return;
    arriving.current = { at: by === 1 ? 'first' : 'last', before: keyOfFirst(rows, rowKey) };
    go();
  };
}

/** Moves the focus to the search of the screen. In a dialog Esc closes the dialog instead. */
function leave(row: HTMLElement): void {
  if (row.closest('[aria-modal="true"]')) return;
  const search = document.querySelector<HTMLElement>('main [data-search-field] input');
  if (search) search.focus();
  else row.blur();
}

const keyOfFirst = <Row>(rows: readonly Row[], rowKey: (row: Row) => RowKey): RowKey | undefined =>
  rows[0] && rowKey(rows[0]);

export type RowKeys<Row> = ReturnType<typeof useRowKeys<Row>>;

/**
 * Interval in ms for checking whether a dialog above the list is still open. Restoring the focus
 * must wait until the dialog has closed.
 */
const RETRY_MS = 200;

/**
 * Restores the focus in the list after new rows replaced the focused row, or the row that opened a
 * dialog. The row with the same key gets the focus, or else the row at the same position. Otherwise
 * the next Tab would start at the top of the page.
 */
function useKeptFocus<Row>(
  rows: readonly Row[],
  rowKey: (row: Row) => RowKey,
  focusRow: (index: number) => void,
) {
  const held = useRef<{ element: Element; key: RowKey; index: number }>(undefined);
  const refocus = useEffectEvent((was: { key: RowKey; index: number }) => {
    const same = rows.findIndex((row) => rowKey(row) === was.key);
    focusRow(same === -1 ? Math.min(was.index, rows.length - 1) : same);
  });
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>;
    const look = () => {
      const was = held.current;
      if (!was || was.element.isConnected) return;
      if (document.querySelector('[aria-modal="true"]')) timer = setTimeout(look, RETRY_MS);
      else if (document.activeElement === document.body) refocus(was);
    };
    look();
    return () => clearTimeout(timer);
  }, [rows]);
  return {
    hold: (element: Element, row: Row, index: number) => {
      held.current = { element, key: rowKey(row), index };
    },
    /**
     * Forgets the row if the focus leaves the list. The row is kept if a dialog takes the focus, or
     * if the user switches to another window.
     */
    release: ({ target, relatedTarget }: FocusEvent) => {
      const comesBack =
        document.activeElement === target ||
        (relatedTarget instanceof Element && relatedTarget.closest('[aria-modal="true"]'));
      if (!comesBack) held.current = undefined;
    },
  };
}
