import type { Icon } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { FieldLabel } from './FieldLabel.tsx';

/**
 * Props of every field in addition to Mantine's: label above, hint below, and the word «opcional».
 */
interface FieldExtras {
  label: string;
  /**
   * Hides the label on the screen but not from screen readers, if the section's title has the same
   * text.
   */
  labelHidden?: boolean;
  optional?: boolean;
  hint?: ReactNode;
  /** Error text under the field, before the hint. */
  error?: ReactNode;
  icon?: Icon | undefined;
  /** True if the input uses the monospace font. */
  mono?: boolean;
  /** Text at the right of the label, in the position of «opcional»: «você tem 42,4». */
  aside?: ReactNode;
}

/** Mantine's own props without the props that `fieldProps` sets. */
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
 * Splits a field's props into the props of the wrapper around the input and the props of the input.
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
