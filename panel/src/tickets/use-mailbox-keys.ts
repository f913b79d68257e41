import { useEffect, useRef } from 'react';
import { shortcutsOn, typesInField } from '../foundation/shortcuts.ts';

type Keys = Readonly<Record<string, () => unknown>>;

/** Runs the act of a letter key outside of fields and dialogs. */
export function useMailboxKeys(keys: Keys): void {
  const latest = useRef(keys);
  useEffect(() => {
    latest.current = keys;
  });
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
      if (typesInField(event.target) || !shortcutsOn()) return;
      if (document.querySelector('[aria-modal="true"], [role="menu"]')) return;
      const act = latest.current[event.key.toLowerCase()];
      if (!act) return;
      event.preventDefault();
      act();
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, []);
}
