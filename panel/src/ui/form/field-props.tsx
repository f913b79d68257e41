import type { Icon } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import './form.css';

/** What every field of the house takes beside Mantine's own props. Label above, hint below, «opcional» said in words. */
export interface FieldExtras {
  label: string;
  /** The section's title says it for the eyes. */
  labelHidden?: boolean;
  optional?: boolean;
  hint?: ReactNode;
  /** The text under the field; it takes the hint's place for readers first. */
  error?: ReactNode;
  icon?: Icon | undefined;
  /** At the right of the label, where «opcional» would stand: «você tem 42,4». */
  aside?: ReactNode;
}

/** Mantine's own props, with those that the house decides taken out. */
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
  aside,
}: FieldExtras) {
  const side = aside ?? (optional ? 'opcional' : undefined);
  return {
    label: labelHidden ? undefined : (
      <span className="field-label">
        {label}
        {side && <span className="field-aside">{side}</span>}
      </span>
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
  };
}

/** Parts a field's props into what Mantine draws around the input and what goes to the input. */
export function splitProps<Props extends FieldExtras>(props: Props) {
  const { label, labelHidden = false, optional = false, hint, error, icon, aside, ...rest } = props;
  return [fieldProps({ label, labelHidden, optional, error, icon, hint, aside }), rest] as const;
}
