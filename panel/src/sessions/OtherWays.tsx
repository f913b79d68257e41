import { Button } from '@mantine/core';
import { IconFingerprint } from '@tabler/icons-react';
import type { SecondStep, Way } from './second-step.ts';
import type { SignInForm } from './use-sign-in.ts';

interface OtherWaysProps {
  readonly form: SignInForm;
  readonly second: SecondStep;
}

const words: Record<Way, string> = {
  authenticator: 'Usar o código do aplicativo',
  passkey: 'Usar chave de acesso',
  recovery: 'Usar um código de recuperação',
};

/** The other ways there are. A passkey acts at once, where the others bring their field. */
export function OtherWays({ form, second }: OtherWaysProps) {
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
