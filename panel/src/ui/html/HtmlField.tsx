import { Box, Skeleton } from '@mantine/core';
import { lazy, Suspense, useId } from 'react';
import { FieldError } from '../form/fields/FieldError.tsx';
import { FieldLabel } from '../form/fields/FieldLabel.tsx';
import classes from './HtmlField.module.css';

const HtmlEditor = lazy(() => import('./HtmlEditor.tsx'));

interface HtmlFieldProps {
  readonly label: string;
  /** True if only screen readers get the label, because the title of the card has the same text. */
  readonly labelHidden?: boolean;
  readonly value: string;
  readonly error?: string | undefined;
  /**
   * Called with the HTML after each change. The HTML is empty text if the editor contains no words.
   */
  readonly onChange: (html: string) => void;
}

/** Field for formatted text. The code of the editor loads when the first such field is rendered. */
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
