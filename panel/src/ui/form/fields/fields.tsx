import { PasswordInput, TextInput } from '@mantine/core';
import type { PasswordInputProps, TextInputProps } from '@mantine/core';
import { splitProps } from './field-props.tsx';
import type { FieldProps } from './field-props.tsx';

export function TextField(props: FieldProps<TextInputProps>) {
  const [wrapperProps, rest] = splitProps(props);
  return <TextInput {...wrapperProps} {...rest} />;
}

export function PasswordField(props: FieldProps<PasswordInputProps>) {
  const [wrapperProps, rest] = splitProps(props);
  return (
    <PasswordInput
      {...wrapperProps}
      visibilityToggleButtonProps={{
        'aria-label': 'Mostrar ou esconder a senha',
        tabIndex: 0,
        'aria-hidden': false,
      }}
      {...rest}
    />
  );
}
