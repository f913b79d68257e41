/**
 * What was typed in an open form outlives an expired token and a reload: it is kept in this tab,
 * under the screen's name and the person's id, so that nobody else finds it.
 */
import { useCallback, useState } from 'react';
import { currentSession } from './api/session.ts';

const PREFIX = 'ramal.rascunho.';

const keyOf = (screen: string): string => `${PREFIX}${currentSession()?.userId ?? 0}.${screen}`;

export interface Draft<T> {
  readonly value: T;
  readonly change: (next: T | ((before: T) => T)) => void;
  /** After a success: back to the initial value or to `next`, nothing kept. */
  readonly clear: (next?: T) => void;
}

/**
 * State of a form that is kept as it is typed. `value` must be plain data without secrets: no
 * passwords, no codes. `initial` must not change its shape between builds without the screen's name
 * changing too; fields the draft lacks come from `initial`. Without a screen's name nothing is kept.
 */
export function useDraft<T extends object>(screen: string | undefined, initial: T): Draft<T> {
  // Both are taken once: a session that ends under an open form must not move its draft.
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
 * Where a form with a draft could not reach the server. Nothing is sent later by itself: the person is offered
 * to go on there when the network is back.
 */
const unsentKey = (): string => keyOf('não-enviado');

export const keepUnsent = (): void => keep(unsentKey(), location.pathname + location.search);

export const forgetUnsent = (): void => forget(unsentKey());

export function unsentAddress(): string | undefined {
  try {
    return (
      (JSON.parse(sessionStorage.getItem(unsentKey()) ?? 'null') as string | null) ?? undefined
    );
  } catch {
    return undefined;
  }
}

/** At an explicit sign-out nothing stays behind. */
export function clearDrafts(): void {
  try {
    for (const key of Object.keys(sessionStorage))
      if (key.startsWith(PREFIX)) sessionStorage.removeItem(key);
  } catch {
    // Storage withheld: nothing was kept.
  }
}

function readDraft<T>(key: string): Partial<T> {
  try {
    const text = sessionStorage.getItem(key);
    const found: unknown = text === null ? {} : JSON.parse(text);
    return typeof found === 'object' && found !== null ? found : {};
  } catch {
    return {};
  }
}

function keep(key: string, value: unknown): void {
  try {
    sessionStorage.setItem(key, JSON.stringify(value));
  } catch {
    // Storage full or withheld: the form still works, it is only not kept.
  }
}

function forget(key: string): void {
  try {
    sessionStorage.removeItem(key);
  } catch {
    // Storage withheld: nothing was kept.
  }
}
