import { IconKey, IconLockQuestion } from '@tabler/icons-react';
import { CodeField } from '../../ui/form/fields/CodeField.tsx';
import { TextField } from '../../ui/form/fields/fields.tsx';
import { Notice } from '../../ui/status/Notice.tsx';
import classes from './SecondStepFields.module.css';
import type { SignInForm } from './use-sign-in.ts';

/**
 * Fields of the second step: six digits, or a recovery code instead. They are loaded with the
 * second step, so that the first step does not wait for them.
 */
export function SecondStepFields({ form }: { form: SignInForm }) {
  const { values, errors, busy, method, change, submit } = form;
  if (method === 'authenticator') {
    return (
      <CodeField
        label="Código 2 fatores"
        aside="do seu aplicativo autenticador"
        ariaLabel="Código 2 fatores"
        autoFocus
        value={values.code}
        error={errors.code}
        readOnly={busy !== undefined}
        onChange={(code) => change('code', code)}
        onComplete={(code) => void submit({ ...values, code })}
      />
    );
  }
  if (method === 'recovery') {
    return (
      <TextField
        label="Código de recuperação"
        name="code"
        icon={IconKey}
        placeholder="abcde-fghij"
        hint="Um dos dez códigos que você guardou. Cada um vale uma vez."
        className={classes.recovery}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        autoFocus
        value={values.code}
        error={errors.code}
        onChange={(event) => change('code', event.currentTarget.value)}
      />
    );
  }
  if (method === 'passkey') return null;
  return (
    <Notice tone="warn" icon={IconLockQuestion}>
      Sua conta pede uma chave de acesso que não abre neste endereço ou neste navegador. Use o
      endereço onde ela foi criada ou fale com quem vende para você.
    </Notice>
  );
}
