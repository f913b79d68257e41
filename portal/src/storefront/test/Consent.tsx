import { type ReactNode, useId } from 'react';
import { Icon } from '../../ui/Icon.tsx';
import { check } from '../../ui/icons.ts';
import pageClasses from '../../portal.module.css';
import classes from './Consent.module.css';

interface ConsentProps {
  isGiven: boolean;
  error: string | undefined;
  onChange: (isGiven: boolean) => void;
  children: ReactNode;
}

/** Permission to send messages. It is never given in advance. */
export function Consent({ isGiven, error, onChange, children }: ConsentProps) {
  const id = useId();
  return (
    <div className={classes.root}>
      <label className={classes.row} data-invalid={error !== undefined}>
        <input
          type="checkbox"
          className={classes.input}
          checked={isGiven}
          aria-invalid={error !== undefined}
          aria-describedby={error && id}
          onChange={({ currentTarget }) => onChange(currentTarget.checked)}
        />
        <i className={classes.mark} aria-hidden>
          <Icon path={check} em={0.875} />
        </i>
        <span>{children}</span>
      </label>
      {error && (
        <p id={id} className={pageClasses.error}>
          {error}
        </p>
      )}
    </div>
  );
}
