import { CODE_DIGITS } from '@ramal/contract/activation';
import type { ReactNode } from 'react';
import { TextField } from '../../ui/form/fields/fields.tsx';
import { onlyDigits } from '../fields/whatsapp.ts';
import classes from './CodeInput.module.css';

interface CodeInputProps {
  /** Digits only. */
  value: string;
  onChange: (digits: string) => void;
  error: ReactNode;
}

const GROUP = CODE_DIGITS / 2;

/**
 * Shows the code in two groups of four digits, as the device does. Typed or pasted separators are
 * ignored.
 */
export function CodeInput({ value, onChange, error }: CodeInputProps) {
  return (
    <TextField
      label="Código do aparelho"
      hint={`São ${CODE_DIGITS} números, na tela de entrada do aplicativo.`}
      className={classes.root}
      inputMode="numeric"
      autoComplete="off"
      placeholder="1234 5678"
      data-autofocus
      value={inGroups(value)}
      onChange={({ currentTarget }) =>
        onChange(onlyDigits(currentTarget.value).slice(0, CODE_DIGITS))
      }
      error={error}
    />
  );
}

const inGroups = (digits: string): string =>
  [digits.slice(0, GROUP), digits.slice(GROUP)].filter(Boolean).join(' ');
