import type { Icon } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { FieldLabel } from './FieldLabel.tsx';

/**
 * Props that every field has in addition to Mantine's. They control the label above, the hint
 * below, and the word «opcional».
 */
interface FieldExtras {
  label: string;
  /**
   * True if only screen readers get the label, because the title of the section has the same text.
   */
  labelHidden?: boolean;
  optional?: boolean;
  hint?: ReactNode;
  /** Error text below the field, above the hint. */
  error?: ReactNode;
  icon?: Icon | undefined;
  /** True if the input uses the monospace font. */
  mono?: boolean;
  /** Text at the right of the label, where other fields show «opcional»: «você tem 42,4». */
  aside?: ReactNode;
}

/**
 * Mantine's props without those that `fieldProps` sets, and in addition the props that every field
 * has.
 */
export type FieldProps<Props> = Omit<
  Props,
  keyof FieldExtras | 'description' | 'withAsterisk' | 'leftSection' | 'inputWrapperOrder'
> &
  FieldExtras;

function fieldProps({
  label,
  labelHidden,
  optional,
  hint,
  error,
  icon: FieldIcon,
  mono,
  aside,
}: FieldExtras) {
  return {
    label: labelHidden ? undefined : (
      <FieldLabel aside={aside ?? (optional ? 'opcional' : undefined)}>{label}</FieldLabel>
    ),
    ...(labelHidden ? { 'aria-label': label } : {}),
    description: hint,
    error,
    leftSection: FieldIcon && <FieldIcon size={18} stroke={1.75} aria-hidden />,
    inputWrapperOrder: ['label', 'input', 'error', 'description'] as (
      | 'label'
      | 'input'
      | 'error'
      | 'description'
    )[],
    size: 'md' as const,
    mod: { mono },
  };
}

/**
 * Splits the props of a field into two parts: props of the wrapper around the input, and props of
 * the input.
 */
export function splitProps<Props extends FieldExtras>(props: Props) {
  const {
    label,
    labelHidden = false,
    optional = false,
    hint,
    error,
    icon,
    mono = false,
    aside,
    ...rest
  } = props;
  return [
    fieldProps({ label, labelHidden, optional, error, icon, mono, hint, aside }),
    rest,
  ] as const;
}
