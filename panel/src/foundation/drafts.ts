/**
 * Stores the input of an open form in this tab, so that it survives an expired token and a reload.
 * The key contains the name of the screen and the id of the user, so that another account cannot
 * read the input.
 */
import { useCallback, useState } from 'react';
import { currentSession } from './api/session.ts';

const PREFIX = 'ramal.rascunho.';

const keyOf = (screen: string): string => `${PREFIX}${currentSession()?.userId ?? 0}.${screen}`;

export interface Draft<T> {
  readonly value: T;
  readonly change: (next: T | ((before: T) => T)) => void;
  /**
   * Resets the form after a success and deletes the draft. The form then has the initial value, or
   * `next` if present.
   */
  readonly clear: (next?: T) => void;
}

/**
 * State of a form whose values are stored while the user types. `value` must be plain data without
 * passwords or codes. If the shape of `initial` changes in a new version, `screen` must change too.
 * A field that is missing in the draft has its value from `initial`. If `screen` is undefined,
 * nothing is stored.
 */
export function useDraft<T extends object>(screen: string | undefined, initial: T): Draft<T> {
  // The key is read only once. If the session ends while the form is open, the draft must stay
  // under the same key.
  const [key] = useState(() => (screen === undefined ? undefined : keyOf(screen)));
  const [first] = useState(initial);
  const [value, setValue] = useState<T>(() => ({ ...first, ...(key ? readDraft<T>(key) : {}) }));
  const change = useCallback(
    (next: T | ((before: T) => T)) =>
      setValue((before) => {
        const after = typeof next === 'function' ? next(before) : next;
        if (key) keep(key, after);
        return after;
      }),
    [key],
  );
  const clear = useCallback(
    (next: T = first) => {
      if (key) forget(key);
      setValue(next);
    },
    [key, first],
  );
  return { value, change, clear };
}

/**
 * Storage key for the address of a form whose call could not reach the server. The call is not sent
 * again automatically. When the network is back, the panel offers to return to the form.
 */
const unsentKey = (): string => keyOf('não-enviado');

export const storeUnsentAddress = (): void =>
  keep(unsentKey(), location.pathname + location.search);

export const clearUnsentAddress = (): void => forget(unsentKey());

export function readUnsentAddress(): string | undefined {
  try {
    return (
      (JSON.parse(sessionStorage.getItem(unsentKey()) ?? 'null') as string | null) ?? undefined
    );
  } catch {
    return undefined;
  }
}

/** Deletes all drafts at an explicit sign-out. */
export function clearDrafts(): void {
  try {
    for (const key of Object.keys(sessionStorage))
      if (key.startsWith(PREFIX)) sessionStorage.removeItem(key);
  } catch {
    // Storage is blocked, so nothing was stored.
  }
}

function readDraft<T>(key: string): Partial<T> {
  try {
    const text = sessionStorage.getItem(key);
    const draft: unknown = text === null ? {} : JSON.parse(text);
    return typeof draft === 'object' && draft !== null ? draft : {};
  } catch {
    return {};
  }
}

function keep(key: string, value: unknown): void {
  try {
    sessionStorage.setItem(key, JSON.stringify(value));
  } catch {
    // Storage is full or blocked: the form still works without a stored draft.
  }
}

function forget(key: string): void {
  try {
    sessionStorage.removeItem(key);
  } catch {
    // Storage is blocked, so nothing was stored.
  }
}
