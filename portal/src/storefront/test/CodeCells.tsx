import { type ReactNode, type Ref, useId } from 'react';
import pageClasses from '../../portal.module.css';
import classes from './CodeCells.module.css';

const DIGITS = [0, 1, 2, 3, 4, 5];

interface CodeCellsProps {
  ref: Ref<HTMLInputElement>;
  code: string;
  hint: ReactNode;
  error: string | undefined;
  onChange: (code: string) => void;
}

/**
 * Six cells of a code. They are one field, so that a pasted code fills all of them and the phone can
 * offer the code of a message.
 */
export function CodeCells({ ref, code, hint, error, onChange }: CodeCellsProps) {
  const id = useId();
  return (
    <div className={pageClasses.field}>
      <label htmlFor={id} className={pageClasses.label}>
        Código
      </label>
      <div className={classes.cells} data-invalid={error !== undefined}>
        <input
          ref={ref}
          id={id}
          className={classes.input}
          inputMode="numeric"
          autoComplete="one-time-code"
          autoFocus
          value={code}
          aria-invalid={error !== undefined}
          aria-describedby={`${id}-hint`}
          onChange={({ currentTarget: { value } }) =>
            onChange(value.replaceAll(/\D/g, '').slice(0, DIGITS.length))
          }
        />
        {DIGITS.map((index) => (
          <i
            key={index}
            className={classes.cell}
            data-next={index === Math.min(code.length, DIGITS.length - 1)}
            aria-hidden
          >
            {code[index]}
          </i>
        ))}
      </div>
      <p id={`${id}-hint`} className={error ? pageClasses.error : pageClasses.hint} role="status">
        {error ?? hint}
      </p>
    </div>
  );
}
