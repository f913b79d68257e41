import { type ComponentProps, useId } from 'react';
import classes from './PayerField.module.css';

interface PayerFieldProps extends Omit<ComponentProps<'input'>, 'onChange'> {
  label: string;
  /** Hint at the right of the label. */
  hint: string;
  error: string | undefined;
  onChange: (typed: string) => void;
}

export function PayerField({ label, hint, error, onChange, ...input }: PayerFieldProps) {
  const id = useId();
  return (
    <div className={classes.root}>
      <label htmlFor={id}>{label}</label>
      <small id={`${id}-hint`}>{hint}</small>
      <input
        {...input}
        id={id}
        className={classes.input}
        aria-invalid={error !== undefined}
        aria-describedby={`${id}-hint${error ? ` ${id}-error` : ''}`}
        onChange={({ currentTarget: { value } }) => onChange(value)}
      />
      {error && (
        <p id={`${id}-error`} className={classes.error}>
          {error}
        </p>
      )}
    </div>
  );
}
