import { IconAlertCircle } from '@tabler/icons-react';
import { type FormEvent, useState } from 'react';
import type { Login } from './xtream.ts';
import classes from './web-player.module.css';

interface SignInBoxProps {
  first: Login | undefined;
  busy: boolean;
  error: string | undefined;
  onEnter: (login: Login) => void;
}

export function SignInBox({ first, busy, error, onEnter }: SignInBoxProps) {
  const [username, setUsername] = useState(first?.username ?? '');
  const [password, setPassword] = useState(first?.password ?? '');
  const [missing, setMissing] = useState(false);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const login = { username: username.trim(), password: password.trim() };
    setMissing(!login.username || !login.password);
    if (login.username && login.password) onEnter(login);
  };
  const refusal = missing ? 'Preencha todos os campos.' : error;
  return (
    <main className={classes.signIn}>
      <form className={classes.card} onSubmit={submit} noValidate>
        <h1>Assistir</h1>
        <p className={classes.muted}>Entre com o usuário e a senha da sua assinatura.</p>
        <label>
          Usuário
          <input
            className={`${classes.field} mono`}
            autoComplete="username"
            autoCapitalize="none"
            value={username}
            onChange={({ currentTarget }) => setUsername(currentTarget.value)}
          />
        </label>
        <label>
          Senha
          <input
            className={`${classes.field} mono`}
            type="password"
            autoComplete="current-password"
            value={password}
            onChange={({ currentTarget }) => setPassword(currentTarget.value)}
          />
        </label>
        <div role="alert">
          {refusal && (
            <p className={classes.refusal}>
              <IconAlertCircle size={18} stroke={1.75} aria-hidden /> {refusal}
            </p>
          )}
        </div>
        <button className={classes.button} disabled={busy}>
          {busy ? 'Entrando…' : 'Entrar'}
        </button>
      </form>
    </main>
  );
}
