import { ActionIcon, TextInput, type TextInputProps } from '@mantine/core';
import { DAY_MS } from '@ramal/contract/rules/durations';
import { IconCalendar } from '@tabler/icons-react';
import { type KeyboardEvent, useRef, useState } from 'react';
import { formatTypedDay, isIsoDay, readDay, writtenDay } from '../../../foundation/typed-day.ts';
import classes from './DateField.module.css';
import { splitProps } from './field-props.tsx';
import type { FieldProps } from './field-props.tsx';

interface DateFieldProps extends Omit<
  FieldProps<TextInputProps>,
  'value' | 'onChange' | 'type' | 'min' | 'max'
> {
  /** Day in the format yyyy-mm-dd. It can also be empty or contain incomplete typed text. */
  value: string;
  /**
   * Called with every change. An incomplete day is passed unchanged, so that a form can reject it.
   * Wrap the callback in `onDay` to skip incomplete days.
   */
  onChange: (day: string) => void;
  min?: string;
  max?: string;
  /** True if the day cannot be typed. The user sets it with the calendar and the arrow keys. */
  pickOnly?: boolean;
}

/**
 * Date field that has the Brazilian format in every browser. It inserts the slashes while the user
 * types. ↑ and ↓ change the day by one, and the button opens the calendar.
 */
export function DateField(props: DateFieldProps) {
  const { value, onChange, min, max, pickOnly = false, ...field } = props;
  const [wrapperProps, rest] = splitProps(field);
  const picker = useRef<HTMLInputElement>(null);
  // Typed text, shown as long as `value` is one of `while`. The text is stored here, because
  // `value` never contains an incomplete day if the caller skips incomplete days.
  const [typed, setTyped] = useState<{ text: string; while: readonly string[] }>();
  const shown = typed?.while.includes(value) ? typed.text : writtenDay(value);
  const write = (next: string) => {
    const text = formatTypedDay(next);
    const day = readDay(text) ?? text;
    setTyped({ text, while: [value, day] });
    onChange(day);
  };
  const choose = (day: string) => {
    setTyped(undefined);
    onChange(day);
  };
  const step = (event: KeyboardEvent) => {
    const days = { ArrowUp: 1, ArrowDown: -1 }[event.key];
    if (days === undefined || !isIsoDay(value)) return;
    event.preventDefault();
    const next = new Date(Date.parse(value) + days * DAY_MS).toISOString().slice(0, 10);
    if ((!min || next >= min) && (!max || next <= max)) choose(next);
  };
  const openCalendar = () => picker.current?.showPicker?.();
  return (
    <TextInput
      inputMode="numeric"
      autoComplete="off"
      placeholder="dd/mm/aaaa"
      readOnly={pickOnly}
      {...(pickOnly && { onClick: openCalendar })}
      {...wrapperProps}
      {...rest}
      value={shown}
      onChange={({ currentTarget }) => write(currentTarget.value)}
      onKeyDown={step}
      rightSectionWidth={44}
      rightSection={
        <>
          <ActionIcon
            variant="subtle"
            size={36}
            aria-label="Abrir o calendário"
            disabled={rest.disabled ?? false}
            onClick={openCalendar}
          >
            <IconCalendar size={18} stroke={1.75} aria-hidden />
          </ActionIcon>
          <input
            ref={picker}
            type="date"
            className={classes.picker}
            tabIndex={-1}
            aria-hidden
            value={isIsoDay(value) ? value : ''}
            min={min}
            max={max}
            onChange={({ currentTarget }) => choose(currentTarget.value)}
          />
        </>
      }
    />
  );
}

/**
 * Returns a handler for a filter. It calls the filter only with a complete day or an empty value.
 */
export const onDay =
  (change: (day: string) => void) =>
  (day: string): void => {
    if (day === '' || isIsoDay(day)) change(day);
  };
