import { Textarea } from '@mantine/core';
import type { TextareaProps } from '@mantine/core';
import { split } from './dress.tsx';
import type { Own } from './dress.tsx';

/** Apart from the other fields: the sign-in has no use for it. */
export function TextAreaField(props: Own<TextareaProps>) {
  const [dressed, rest] = split(props);
  return <Textarea {...dressed} rows={2} {...rest} />;
}
