import { ActionIcon, Button } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useEffect } from 'react';
import { typesInField } from '../../foundation/shortcuts.ts';
import { formatCount } from '../../foundation/numbers.ts';
import { isEmpty, emptySelection } from './selection.ts';
import type { ListSelection } from './selection.ts';
import './selection-bar.css';

export interface SelectionBarProps {
  selection: ListSelection;
  /** The whole page is ticked, and there are more. */
  offersAll: boolean;
  total: number;
  totalExact: boolean;
}

/** What is ticked, the way to all that match, and the acts of the screen: at the foot while anything is ticked. Esc lets go. */
export function SelectionBar({ selection, offersAll, total, totalExact }: SelectionBarProps) {
  const { value, onChange, bar } = selection;
  const letGo = () => onChange(emptySelection);
  const raised = !isEmpty(value);
  useEscape(raised, letGo);
  if (!raised) return null;
  const all = value.kind === 'matching';
  const bound = `${formatCount(total)}${totalExact ? '' : '+'}`;
  const count = all ? bound : formatCount(value.keys.size);
  const one = !all && value.keys.size === 1;
  return (
    <div className="selection-bar" role="region" aria-label="Selecionados" data-bottom-bar>
      {offersAll && !all && (
        <p className="selection-bar-more">
          A página inteira está selecionada.{' '}
          <Button size="xs" variant="link" onClick={() => onChange({ kind: 'matching' })}>
            {totalExact
              ? `Selecionar os ${bound} que correspondem`
              : 'Selecionar todos os que correspondem'}
          </Button>
        </p>
      )}
      <div className="selection-bar-row">
        <p className="selection-bar-count" role="status">
          <b>{count}</b> {one ? 'selecionado' : 'selecionados'}
        </p>
        <div className="selection-bar-acts">{bar}</div>
        <ActionIcon
          className="selection-bar-close"
          size={34}
          variant="subtle"
          aria-label="Limpar seleção"
          onClick={letGo}
        >
          <IconX size={18} stroke={1.75} />
        </ActionIcon>
      </div>
    </div>
  );
}

/** Not while a window or a menu is open, or a field is typed in: their Esc is their own. */
function useEscape(on: boolean, act: () => void): void {
  useEffect(() => {
    if (!on) return undefined;
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.defaultPrevented || typesInField(event.target)) return;
      if (
        document.querySelector('[aria-modal="true"], dialog[open], [role="menu"], [role="listbox"]')
      )
        return;
      event.preventDefault();
      act();
    };
    window.addEventListener('keydown', onKey, { capture: true });
    return () => window.removeEventListener('keydown', onKey, { capture: true });
  });
}
