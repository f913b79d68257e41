import { useCallback, useEffect, useState } from 'react';
import { Library } from './Library.tsx';
import { SignInBox } from './SignInBox.tsx';
import { type Login, PlayerError, signIn } from './xtream.ts';

export function WebPlayer() {
  const [first] = useState(rememberedLogin);
  const [login, setLogin] = useState<Login>();
  const [busy, setBusy] = useState(first !== undefined);
  const [error, setError] = useState<string>();

  const enter = useCallback(async (entered: Login) => {
    setBusy(true);
    setError(undefined);
    try {
      // Stores the login before the first attempt. A customer who opened a link has not typed the
      // login. Such a customer must be able to reload the page after a failure.
      keepLogin(entered);
      await signIn(entered);
      setLogin(entered);
    } catch (failure) {
      if (failure instanceof PlayerError && failure.isRefused) keepLogin(undefined);
      setError((failure as Error).message);
    } finally {
      setBusy(false);
    }
  }, []);

  useEffect(() => {
    if (first) void enter(first);
  }, [first, enter]);

  if (!login)
    return (
      <SignInBox
        first={first}
        busy={busy}
        error={error}
        onEnter={(entered) => void enter(entered)}
      />
    );
  const leave = () => {
    keepLogin(undefined);
    setLogin(undefined);
  };
  return <Library login={login} onLeave={leave} />;
}

/**
 * Storage key for the login of a line. A link contains the login after the #, which browsers do not
 * send to servers. The tab stores the login.
 */
const KEY = 'ramal.web-player';

/**
 * Returns the login from the link, or the stored login of this tab. Removes the login from the
 * address.
 */
function rememberedLogin(): Login | undefined {
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

function keepLogin(login: Login | undefined): void {
  try {
    if (login) sessionStorage.setItem(KEY, JSON.stringify(login));
    else sessionStorage.removeItem(KEY);
  } catch {
    // Storage is blocked, so the customer must type the login again after a reload.
  }
}
