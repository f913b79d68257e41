/** A line's login: comes behind the # of its link, which no server sees, and stays for this tab. */
import type { Login } from './xtream.ts';

const KEY = 'ramal.web-player';

/**
 * Returns the login from the link, or else the login of this tab. The link is cleared from the
 * address.
 */
export function rememberedLogin(): Login | undefined {
  const fragment = new URLSearchParams(location.hash.slice(1));
  const [username, password] = [fragment.get('usuario'), fragment.get('senha')];
  if (location.hash) history.replaceState(null, '', location.pathname);
  if (username && password) return { username, password };
  try {
    return JSON.parse(sessionStorage.getItem(KEY) ?? 'null') ?? undefined;
  } catch {
    return undefined;
  }
}

export function keepLogin(login: Login | undefined): void {
  try {
    if (login) sessionStorage.setItem(KEY, JSON.stringify(login));
    else sessionStorage.removeItem(KEY);
  } catch {
    // Storage withheld: asked again after a reload.
  }
}
