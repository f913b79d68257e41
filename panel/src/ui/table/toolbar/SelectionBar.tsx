import { ActionIcon, Button, Group, Text } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useEffect } from 'react';
import { typesInField } from '../../../foundation/shortcuts.ts';
import { formatCount } from '../../../foundation/numbers.ts';
import { RowCheckbox } from '../rows/RowCheckbox.tsx';
import type { RowSelection } from '../use-row-selection.ts';
import { isEmpty, emptySelection } from '../selection.ts';
import type { ListSelection } from '../selection.ts';
import classes from './SelectionBar.module.css';

interface SelectionBarProps {
  selection: ListSelection;
  /**
   * True if the whole page is selected and the list has more rows. The bar then offers to select
   * all of them.
   */
  offersAll: boolean;
  total: number;
  totalExact: boolean;
  /** Selection mode of cards. The bar then stays while no card is selected. */
  mode?: SelectionMode;
}

interface SelectionMode {
  readonly page: Pick<RowSelection, 'page' | 'togglePage'>;
  readonly onEnd: () => void;
}

/**
 * Bar that is shown while rows are selected. It contains their number, a button that selects all
 * matching rows, and the screen's actions. Esc clears the selection.
 */
export function SelectionBar(props: SelectionBarProps) {
  const { selection, offersAll, total, totalExact, mode } = props;
  const { value, onChange, bar } = selection;
  const clear = mode?.onEnd ?? (() => onChange(emptySelection));
  const hasRows = !isEmpty(value);
  const isOpen = hasRows || mode !== undefined;
  useEscape(isOpen, clear);
  const all = value.kind === 'matching';
  const bound = `${formatCount(total)}${totalExact ? '' : '+'}`;
  const count = all ? bound : formatCount(value.keys.size);
  const isSingle = !all && value.keys.size === 1;
  const words = isSingle ? 'selecionado' : 'selecionados';
  // Screen readers announce only changes of a status that is already on the page.
  const status = (
    <p role="status" className="visually-hidden">
      {hasRows ? `${count} ${words}` : isOpen && 'Seleção aberta'}
    </p>
  );
  if (!isOpen) return status;
  return (
    <>
      {status}
      <div
        className={classes.root}
        role="region"
        aria-label="Selecionados"
        data-mode={mode ? true : undefined}
        data-bottom-bar
      >
        {offersAll && !all && (
          <p className={classes.more}>
            A página inteira está selecionada.{' '}
            <Button size="xs" variant="link" onClick={() => onChange({ kind: 'matching' })}>
              {totalExact
                ? `Selecionar os ${bound} que correspondem`
                : 'Selecionar todos os que correspondem'}
            </Button>
          </p>
        )}
        <Group gap="var(--space-2xs) var(--space-md)" className={classes.row} data-selection-row>
          <p className={classes.count} data-selection-count>
            <Text component="b" inherit fw={500}>
              {count}
            </Text>{' '}
            {words}
          </p>
          {mode && <PageChoice {...mode.page} />}
          {hasRows && (
            <div className={classes.actions} data-selection-actions>
              {bar}
            </div>
          )}
          <ActionIcon
            className={classes.close}
            size={34}
            variant="subtle"
            aria-label={mode ? 'Concluir a seleção' : 'Limpar seleção'}
            onClick={clear}
          >
            <IconX size={18} stroke={1.75} />
          </ActionIcon>
        </Group>
      </div>
    </>
  );
}

/** Checkbox for all cards of the page. A table has it in its header. */
const PageChoice = ({ page, togglePage }: SelectionMode['page']) => (
  <label className={classes.page}>
    <RowCheckbox
      large
      name="Selecionar a página"
      checked={page === 'all'}
      some={page === 'some'}
      onToggle={togglePage}
    />
    <span aria-hidden>Página inteira</span>
  </label>
);

/**
 * Handles Esc. Does nothing while a field has the focus. Also does nothing while a dialog or a menu
 * is open, because Esc then closes the dialog or the menu.
 */
function useEscape(on: boolean, onEscape: () => void): void {
  useEffect(() => {
    if (!on) return undefined;
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.defaultPrevented || typesInField(event.target)) return;
      if (
        document.querySelector('[aria-modal="true"], dialog[open], [role="menu"], [role="listbox"]')
      )
        return;
      event.preventDefault();
      onEscape();
    };
    window.addEventListener('keydown', onKey, { capture: true });
    return () => window.removeEventListener('keydown', onKey, { capture: true });
  });
}
