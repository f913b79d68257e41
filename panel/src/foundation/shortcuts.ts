import { useSyncExternalStore } from 'react';

/**
 * Storage key of the switch for single-key shortcuts in this browser. WCAG 2.1.4 requires that they
 * can be switched off.
 */
const key = 'ramal.atalhos';
const listeners = new Set<() => void>();

export function shortcutsOn(): boolean {
  try {
    return localStorage.getItem(key) !== 'off';
  } catch {
    return true;
  }
}

export function switchShortcuts(on: boolean): void {
  try {
    if (on) localStorage.removeItem(key);
    else localStorage.setItem(key, 'off');
  } catch {
    // Storage is blocked: shortcuts stay enabled.
  }
  for (const listener of listeners) listener();
}

export function useShortcutsOn(): boolean {
  return useSyncExternalStore((listener) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  }, shortcutsOn);
}

/**
 * True if a pressed key is input for a field, so that it is no shortcut. A checkbox does not count
 * as a field, because its only key is Space.
 */
export function typesInField(target: EventTarget | null): boolean {
  if (target instanceof HTMLInputElement && target.type === 'checkbox') return false;
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || /^(input|textarea|select)$/i.test(target.tagName))
  );
}
