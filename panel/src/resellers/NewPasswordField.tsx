import { Button } from '@mantine/core';
import { IconKey, IconLock } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { PasswordField } from '../ui/form/fields/fields.tsx';
import classes from './NewPasswordField.module.css';
import { newPassword } from './password.ts';

interface NewPasswordFieldProps {
  label: string;
  value: string;
  onChange: (password: string) => void;
  optional?: boolean;
  hint?: ReactNode;
  error?: ReactNode;
}

/**
 * Field for the password of another account. A generated password is visible, because the user must
 * send it to the owner of that account.
 */
export function NewPasswordField({ label, value, onChange, ...rest }: NewPasswordFieldProps) {
  const [visible, setVisible] = useState(false);
  const make = () => {
    onChange(newPassword());
    setVisible(true);
  };
  return (
    <div className={classes.root}>
      <PasswordField
        label={label}
        icon={IconLock}
        autoComplete="new-password"
        maxLength={200}
        visible={visible}
        onVisibilityChange={setVisible}
        value={value}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
        {...rest}
      />
      <Button
        variant="default"
        size="md"
        leftSection={<IconKey size={17} stroke={1.75} aria-hidden />}
        onClick={make}
      >
        Gerar
      </Button>
    </div>
  );
}
