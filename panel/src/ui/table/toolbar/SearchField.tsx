import { IconSearch, IconX } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import type { KeyboardEvent } from 'react';
import { shortcutsOn, typesInField } from '../../../foundation/shortcuts.ts';
import classes from './SearchField.module.css';

export interface SearchFieldProps {
  value: string;
  onChange: (value: string) => void;
  placeholder: string;
  label?: string;
  /** Time in ms between the last typed letter and the search. */
  waitMs?: number;
  /** True for a second search field on a screen. The key `/` focuses the first one. */
  second?: boolean;
  /** Set if the field accepts only digits. */
  inputMode?: 'numeric';
}

/**
 * Field for the search. It calls `onChange` with a delay after the last letter. On Enter or after
 * clearing it calls at once. The key `/` moves the focus to the field.
 */
export function SearchField(props: SearchFieldProps) {
  const {
    value,
    onChange,
    placeholder,
    label = placeholder,
    waitMs = 300,
    second = false,
    inputMode,
  } = props;
  const field = useRef<HTMLInputElement>(null);
  const { draft, type, report } = useDraft(value, onChange, waitMs);
  useSlashFocus(field, !second);

  const clear = () => {
    type('');
    report('');
    field.current?.focus();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter') report(draft.trim());
    if (event.key === 'Escape') {
      if (draft !== '') clear();
      else field.current?.blur();
    }
    if (event.key === 'ArrowDown') {
      event.preventDefault();
      document.querySelector<HTMLElement>('[data-list-rows] [tabindex="0"]')?.focus();
    }
  };

  return (
    <div className={classes.root} data-search-field>
      <IconSearch size={18} stroke={1.75} aria-hidden />
      <input
        ref={field}
        type="search"
        inputMode={inputMode}
        value={draft}
        placeholder={placeholder}
        aria-label={label}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        enterKeyHint="search"
        onChange={({ target }) =>
          type(inputMode === 'numeric' ? target.value.replace(/\D/g, '') : target.value)
        }
        onKeyDown={onKeyDown}
      />
      {draft !== '' && (
        <button type="button" aria-label="Limpar busca" onClick={clear}>
          <IconX size={17} stroke={1.75} aria-hidden />
        </button>
      )}
    </div>
  );
}

/** Stores the typed text, and calls `onChange` with a delay after the last letter. */
function useDraft(value: string, onChange: (value: string) => void, waitMs: number) {
  const [draft, setDraft] = useState(value);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const reported = useRef(value);

  // Shows a search that was changed outside of the field, for example by the back button or by
  // clearing a filter.
  useEffect(() => {
    if (value === reported.current) return;
    reported.current = value;
    setDraft(value);
  }, [value]);

  useEffect(() => () => clearTimeout(timer.current), []);

  const report = (next: string) => {
    clearTimeout(timer.current);
    if (next === reported.current) return;
    reported.current = next;
    onChange(next);
  };
  const type = (next: string) => {
    setDraft(next);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => report(next.trim()), waitMs);
  };
  return { draft, type, report };
}

function useSlashFocus(field: { current: HTMLInputElement | null }, on: boolean): void {
  useEffect(() => {
    if (!on) return undefined;
    const onKey = (event: globalThis.KeyboardEvent) => {
      if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey) return;
      if (
        typesInField(event.target) ||
        !shortcutsOn() ||
        document.querySelector('[aria-modal="true"]')
      )
        return;
      event.preventDefault();
      field.current?.focus();
      field.current?.select();
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, [field, on]);
}
