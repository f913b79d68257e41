import { PasswordInput, TextInput } from '@mantine/core';
import type { PasswordInputProps, TextInputProps } from '@mantine/core';
import { split } from './dress.tsx';
import type { Own } from './dress.tsx';

export function TextField(props: Own<TextInputProps>) {
  const [dressed, rest] = split(props);
  return <TextInput {...dressed} {...rest} />;
}

export function PasswordField(props: Own<PasswordInputProps>) {
  const [dressed, rest] = split(props);
  return (
    <PasswordInput
      {...dressed}
      visibilityToggleButtonProps={{
        'aria-label': 'Mostrar ou esconder a senha',
        tabIndex: 0,
        'aria-hidden': false,
      }}
      {...rest}
    />
  );
}
