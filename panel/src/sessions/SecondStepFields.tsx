import { Button } from '@mantine/core';
import { IconFingerprint, IconKey, IconLockQuestion } from '@tabler/icons-react';
import { CodeField, TextField } from '../ui/form/fields.tsx';
import { Notice } from '../ui/panels.tsx';
import type { SecondStep, Way } from './second-step.ts';
import type { SignInForm } from './use-sign-in.ts';

interface SecondStepProps {
  readonly form: SignInForm;
  readonly second: SecondStep;
}

/** What is typed on the second step: six figures, or a recovery code in their place. */
export function SecondStepFields({ form }: SecondStepProps) {
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

const words: Record<Way, string> = {
  authenticator: 'Usar o código do aplicativo',
  passkey: 'Usar chave de acesso',
  recovery: 'Usar um código de recuperação',
};

/** The other ways there are. A passkey acts at once, where the others bring their field. */
export function OtherWays({ form, second }: SecondStepProps) {
  const others = second.ways.filter((way) => way !== form.way);
  if (others.length === 0) return null;
  return (
    <div className="sign-in-ways">
      {others.map((way) =>
        way === 'passkey' ? (
          <PasskeyButton key={way} form={form} words={words.passkey} />
        ) : (
          <Button
            key={way}
            variant="subtle"
            className="sign-in-way"
            onClick={() => form.choose(way)}
          >
            {words[way]}
          </Button>
        ),
      )}
    </div>
  );
}

interface PasskeyButtonProps {
  readonly form: SignInForm;
  readonly words: string;
  /** There is no other button that leads on. */
  readonly main?: boolean;
}

export function PasskeyButton({ form, words: label, main = false }: PasskeyButtonProps) {
  return (
    <Button
      variant={main ? 'filled' : 'default'}
      fullWidth
      className="sign-in-act"
      loading={form.busy === 'passkey'}
      leftSection={<IconFingerprint size={18} stroke={1.75} aria-hidden />}
      onClick={() => void form.usePasskey()}
    >
      {label}
    </Button>
  );
}
