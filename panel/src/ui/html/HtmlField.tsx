import { Box, Skeleton } from '@mantine/core';
import { lazy, Suspense, useId } from 'react';
import { FieldError } from '../form/fields/FieldError.tsx';
import { FieldLabel } from '../form/fields/FieldLabel.tsx';
import classes from './HtmlField.module.css';

const HtmlEditor = lazy(() => import('./HtmlEditor.tsx'));

interface HtmlFieldProps {
  readonly label: string;
  /** True if the label is only for screen readers, because the card's title has the same text. */
  readonly labelHidden?: boolean;
  readonly value: string;
  readonly error?: string | undefined;
  /** Receives empty text if the editor contains no words. */
  readonly onChange: (html: string) => void;
}

/** Field for formatted text. The editor loads with the first rendered field. */
export function HtmlField({ label, labelHidden = false, error, ...rest }: HtmlFieldProps) {
  const id = useId();
  return (
    <Box miw={0}>
      <div className={labelHidden ? 'visually-hidden' : classes.label} id={`${id}-label`}>
        <FieldLabel>{label}</FieldLabel>
      </div>
      <Suspense fallback={<Skeleton className={classes.loading} radius={10} />}>
        <HtmlEditor
          labelledBy={`${id}-label`}
          describedBy={error ? `${id}-error` : undefined}
          {...rest}
        />
      </Suspense>
      {error && <FieldError id={`${id}-error`}>{error}</FieldError>}
    </Box>
  );
}
