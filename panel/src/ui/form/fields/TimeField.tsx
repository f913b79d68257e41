import { TextInput, type TextInputProps } from '@mantine/core';
import { IconClock } from '@tabler/icons-react';
import { typedTime } from '../../../foundation/typed-day.ts';
import { type FieldProps, splitProps } from './field-props.tsx';

interface TimeFieldProps extends Omit<
  FieldProps<TextInputProps>,
  'value' | 'onChange' | 'type' | 'icon'
> {
  /** Time in the format hh:mm. It can also be empty or contain incomplete typed text. */
  value: string;
  onChange: (time: string) => void;
}

/**
 * Time field that has the 24-hour format in every browser. It inserts the colon while the user
 * types.
 */
export function TimeField({ value, onChange, ...field }: TimeFieldProps) {
  const [wrapperProps, rest] = splitProps({ ...field, icon: IconClock });
  return (
    <TextInput
      inputMode="numeric"
      autoComplete="off"
      placeholder="hh:mm"
      {...wrapperProps}
      {...rest}
      value={value}
      onChange={({ currentTarget }) => onChange(typedTime(currentTarget.value))}
    />
  );
}
