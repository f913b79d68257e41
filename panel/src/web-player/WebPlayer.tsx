import { useCallback, useEffect, useState } from 'react';
import { Library } from './Library.tsx';
import { keepLogin, rememberedLogin } from './login.ts';
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
      // Stored before the first try. A customer who came by a link never typed the login, and
      // reloads the page if the server does not answer.
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
