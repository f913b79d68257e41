import { Button, Stack } from '@mantine/core';
import { IconFingerprint } from '@tabler/icons-react';
import classes from './OtherMethods.module.css';
import type { SecondStep, SignInMethod } from './second-step.ts';
import { SignInButton } from './SignInButton.tsx';
import type { SignInForm } from './use-sign-in.ts';

interface OtherMethodsProps {
  readonly form: SignInForm;
  readonly second: SecondStep;
}

const labels: Record<SignInMethod, string> = {
  authenticator: 'Usar o código do aplicativo',
  passkey: 'Usar chave de acesso',
  recovery: 'Usar um código de recuperação',
};

/**
 * Buttons for the other sign-in methods of the account. A passkey prompts at once, and the other
 * methods show a field.
 */
export function OtherMethods({ form, second }: OtherMethodsProps) {
  const others = second.methods.filter((method) => method !== form.method);
  if (others.length === 0) return null;
  return (
    <Stack gap="sm">
      {others.map((method) =>
        method === 'passkey' ? (
          <PasskeyButton key={method} form={form} label={labels.passkey} />
        ) : (
          <Button
            key={method}
            variant="subtle"
            className={classes.method}
            onClick={() => form.chooseMethod(method)}
          >
            {labels[method]}
          </Button>
        ),
      )}
    </Stack>
  );
}

interface PasskeyButtonProps {
  readonly form: SignInForm;
  readonly label: string;
  /** True if no other button continues the sign-in. */
  readonly main?: boolean;
}

export function PasskeyButton({ form, label, main = false }: PasskeyButtonProps) {
  return (
    <SignInButton
      variant={main ? 'filled' : 'default'}
      loading={form.busy === 'passkey'}
      leftSection={<IconFingerprint size={18} stroke={1.75} aria-hidden />}
      onClick={() => void form.usePasskey()}
    >
      {label}
    </SignInButton>
  );
}
