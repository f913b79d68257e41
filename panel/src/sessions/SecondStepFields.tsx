import { IconKey, IconLockQuestion } from '@tabler/icons-react';
import { CodeField } from '../ui/form/CodeField.tsx';
import { TextField } from '../ui/form/fields.tsx';
import { Notice } from '../ui/status/Notice.tsx';
import type { SignInForm } from './use-sign-in.ts';

/**
 * What is typed on the second step: six figures, or a recovery code in their place. It comes when it
 * is asked for: the sign-in waits for nothing.
 */
export function SecondStepFields({ form }: { form: SignInForm }) {
  const { typed, errors, busy, way, change, submit } = form;
  if (way === 'authenticator') {
    return (
      <CodeField
        label="Código 2 fatores"
        aside="do seu aplicativo autenticador"
        ariaLabel="Código 2 fatores"
        autoFocus
        value={typed.code}
        error={errors.code}
        readOnly={busy !== undefined}
        onChange={(code) => change('code', code)}
        onComplete={(code) => void submit({ ...typed, code })}
      />
    );
  }
  if (way === 'recovery') {
    return (
      <TextField
        label="Código de recuperação"
        name="code"
        icon={IconKey}
        placeholder="abcde-fghij"
        hint="Um dos dez códigos que você guardou. Cada um vale uma vez."
        className="sign-in-recovery"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        autoFocus
        maxLength={11}
        value={typed.code}
        error={errors.code}
        onChange={(event) => change('code', event.currentTarget.value)}
      />
    );
  }
  if (way === 'passkey') return null;
  return (
    <Notice tone="warn" icon={IconLockQuestion}>
      Sua conta pede uma chave de acesso que não abre neste endereço ou neste navegador. Use o
      endereço onde ela foi criada ou fale com quem vende para você.
    </Notice>
  );
}
