import { Textarea } from '@mantine/core';
import type { TextareaProps } from '@mantine/core';
import { splitProps } from './field-props.tsx';
import type { FieldProps } from './field-props.tsx';

/**
 * Field for several lines of text. It is in a separate file, because the sign-in does not need it.
 */
export function TextAreaField(props: FieldProps<TextareaProps>) {
  const [wrapperProps, rest] = splitProps(props);
  return <Textarea {...wrapperProps} rows={2} {...rest} />;
}
