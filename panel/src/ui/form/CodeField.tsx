import { PinInput } from '@mantine/core';
import type { PinInputProps } from '@mantine/core';
import { useId } from 'react';
import type { ReactNode } from 'react';

export interface CodeFieldProps extends Omit<PinInputProps, 'label' | 'error'> {
  label: string;
  aside?: ReactNode;
  error?: ReactNode;
}

/** The six figures of an authenticator, in a box of their own. */
export function CodeField({ label, aside, error, ...rest }: CodeFieldProps) {
  const id = useId();
  return (
    <div
      className="code-field"
      role="group"
      aria-labelledby={`${id}-label`}
      aria-describedby={error ? `${id}-error` : undefined}
    >
      <span className="field-label" id={`${id}-label`}>
        {label}
        {aside && <span className="field-aside">{aside}</span>}
      </span>
      <PinInput
        className="code-field-boxes"
        length={6}
        type="number"
        inputMode="numeric"
        oneTimeCode
        placeholder=""
        aria-label={label}
        error={Boolean(error)}
        {...rest}
      />
      {error && (
        <p className="field-error" id={`${id}-error`}>
          {error}
        </p>
      )}
    </div>
  );
}
