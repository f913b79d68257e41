/**
 * Stores the signed-in person in this browser (Q-STORAGE, K-26 to K-30). The colour scheme has a
 * separate key (color-scheme.ts) and survives a sign-out.
 */
import { useSyncExternalStore } from 'react';

export interface Session {
  readonly userId: number;
  readonly username: string;
  readonly token: string;
  /** Opaque value of this sign-in (crypt_pass). Only the token authorises requests. */
  readonly regPassword: string;
}

/** Reason why the session ended: `ended` by the server, or `left` by a sign-out. */
export type Ending = 'ended' | 'left';

type Listener = (session: Session | undefined, ending: Ending | undefined) => void;

const keys = {
  userId: 'ramal.id',
  username: 'ramal.usuario',
  token: 'ramal.token',
  regPassword: 'ramal.senha-de-registro',
} as const;

const listeners = new Set<Listener>();
let current = stored();

export const currentSession = (): Session | undefined => current;

export function startSession(session: Session): void {
  store(session);
  current = session;
  tell(undefined);
}

/**
 * Removes the signed-in person. Drafts stay after 'ended', so that they are restored at the next
 * sign-in.
 */
export function endSession(ending: Ending): void {
  store(undefined);
  current = undefined;
  tell(ending);
}

/**
 * Registers a listener. The listener is called at every start and end of a session, including
 * sign-ins and sign-outs in other tabs.
 */
export function onSessionChange(listener: Listener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export const useSession = (): Session | undefined =>
  useSyncExternalStore(onSessionChange, currentSession);

function tell(ending: Ending | undefined): void {
  for (const listener of listeners) listener(current, ending);
}

function stored(): Session | undefined {
  try {
    const userId = Number(localStorage.getItem(keys.userId));
    const token = localStorage.getItem(keys.token);
    if (!Number.isInteger(userId) || userId < 1 || !token) return undefined;
    return {
      userId,
      token,
      username: localStorage.getItem(keys.username) ?? '',
      regPassword: localStorage.getItem(keys.regPassword) ?? '',
    };
  } catch {
    return undefined;
  }
}

function store(session: Session | undefined): void {
  try {
    for (const [name, key] of Object.entries(keys)) {
      if (session) localStorage.setItem(key, String(session[name as keyof Session]));
      else localStorage.removeItem(key);
    }
  } catch {
    // Storage is blocked (private window): the session lasts as long as the page.
  }
}

/**
 * Follows a sign-in or sign-out in another tab. The user id is the first value that a tab writes,
 * and the first value that it removes.
 */
function followOtherTabs(event: StorageEvent): void {
  if (event.key !== null && !(Object.values(keys) as string[]).includes(event.key)) return;
  const storedSession = stored();
  if (storedSession?.token === current?.token && storedSession?.userId === current?.userId) return;
  current = storedSession;
  tell(storedSession ? undefined : 'left');
}

window.addEventListener('storage', followOtherTabs);
