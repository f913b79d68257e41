/** Element in which the bar appears while a sheet is open over the screen. */
import { useSyncExternalStore } from 'react';

const listeners = new Set<() => void>();
let place: HTMLElement | null = null;

/** Ref of the element in the sheet. */
export function setUndoPlace(element: HTMLElement | null): void {
  place = element;
  for (const listener of listeners) listener();
}

/** Returns the place in the open sheet, or else the content of the screen. */
export const useUndoPlace = (): HTMLElement =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => place ?? document.getElementById('conteudo') ?? document.body,
  );
