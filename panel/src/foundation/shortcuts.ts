import { useSyncExternalStore } from 'react';

/** Single-key shortcuts can be switched off (WCAG 2.1.4). This browser stores the choice. */
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
 * True if a pressed key belongs to a field. A checkbox is excluded, because it uses only Space, as
 * its row does.
 */
export function typesInField(target: EventTarget | null): boolean {
  if (target instanceof HTMLInputElement && target.type === 'checkbox') return false;
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || /^(input|textarea|select)$/i.test(target.tagName))
  );
}
