import { Box, PinInput } from '@mantine/core';
import type { PinInputProps } from '@mantine/core';
import { useId } from 'react';
import type { KeyboardEvent, ReactNode } from 'react';
import classes from './CodeField.module.css';
import { FieldError } from './FieldError.tsx';
import { FieldLabel } from './FieldLabel.tsx';

interface CodeFieldProps extends Omit<PinInputProps, 'label' | 'error'> {
  label: string;
  aside?: ReactNode;
  error?: ReactNode;
}

/** Field for the six digits of an authenticator, with one box per digit. */
export function CodeField({ label, aside, error, ...rest }: CodeFieldProps) {
  const id = useId();
  return (
    <div
      className={classes.root}
      data-code-field
      role="group"
      aria-labelledby={`${id}-label`}
      aria-describedby={error ? `${id}-error` : undefined}
      onKeyDownCapture={submitByEnter}
    >
      <Box fz="control" fw={500} id={`${id}-label`}>
        <FieldLabel aside={aside}>{label}</FieldLabel>
      </Box>
      <PinInput
        className={classes.boxes}
        data-code-boxes
        length={6}
        type="number"
        inputMode="numeric"
        oneTimeCode
        placeholder=""
        ariaLabel={label}
        error={Boolean(error)}
        {...rest}
      />
      {error && <FieldError id={`${id}-error`}>{error}</FieldError>}
    </div>
  );
}

/** Submits the form on Enter. The boxes accept only digits and ignore all other keys. */
function submitByEnter(event: KeyboardEvent<HTMLDivElement>): void {
  // Skips Ctrl Enter, which the form handles (submit-keys.ts). An Enter key with the hint `next`
  // moves to the next field instead.
  if (event.key !== 'Enter' || event.repeat || event.ctrlKey || event.metaKey) return;
  if (event.target instanceof HTMLInputElement && event.target.enterKeyHint === 'next') return;
  event.preventDefault();
  event.currentTarget.closest('form')?.requestSubmit();
}
