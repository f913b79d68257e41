import { type FormEvent, useState } from 'react';
import { signIn } from './api.ts';
import classes from './portal.module.css';

interface SignInProps {
  problem: string | undefined;
  onEnter: (key: string) => void;
}

/**
 * Sign-in form. Customers read the two values from a paper or a television, so the password is
 * visible.
 */
export function SignIn({ problem, onEnter }: SignInProps) {
  const [refusal, setRefusal] = useState(problem);
  const [busy, setBusy] = useState(false);
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const fields = new FormData(event.currentTarget);
    const textOf = (name: string): string => {
      const value = fields.get(name);
      return typeof value === 'string' ? value.trim() : '';
    };
    setBusy(true);
    try {
      onEnter(await signIn(textOf('username'), textOf('password')));
    } catch (error) {
      setRefusal((error as Error).message);
      setBusy(false);
    }
  };
  return (
    <form className={classes.card} onSubmit={(event) => void submit(event)}>
      <h1>Entre na sua conta</h1>
      <label>
        Usuário
        <input
          name="username"
          required
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
        />
      </label>
      <label>
        Senha
        <input
          name="password"
          required
          autoComplete="current-password"
          autoCapitalize="none"
          spellCheck={false}
        />
      </label>
      {refusal && (
        <p className={classes.bad} role="alert">
          {refusal}
        </p>
      )}
      <button type="submit" className={classes.main} disabled={busy}>
        {busy ? 'Entrando…' : 'Entrar'}
      </button>
      <p className={classes.quiet}>
        São os mesmos do seu aplicativo. Recebeu um link de renovação? Abra-o: ele entra sozinho.
      </p>
    </form>
  );
}
