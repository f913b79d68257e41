import type { ReactNode } from 'react';
import { isIsoDay } from '../../../foundation/typed-day.ts';
import { DateField } from './DateField.tsx';
import classes from './DateTimeField.module.css';
import { TimeField } from './TimeField.tsx';

interface DateTimeFieldProps {
  label: string;
  aside?: ReactNode;
  optional?: boolean;
  error?: ReactNode;
  /**
   * Minute in the format yyyy-mm-ddThh:mm. It can also be empty or contain incomplete typed text.
   */
  value: string;
  onChange: (minute: string) => void;
  /** Time (hh:mm) that is set when the user selects a day. The user can then type another time. */
  usualTime: string;
}

/** Field for a date and a time. It consists of the date field and a time field next to it. */
export function DateTimeField({
  label,
  aside,
  optional = false,
  error,
  value,
  onChange,
  usualTime,
}: DateTimeFieldProps) {
  const [day = '', time = ''] = value.split('T');
  const write = (nextDay: string, nextTime: string) =>
    onChange(nextDay === '' && nextTime === '' ? '' : `${nextDay}T${nextTime}`);
  return (
    <div className={classes.root} role="group" aria-label={label}>
      <DateField
        className={classes.day}
        label={label}
        aside={aside}
        optional={optional}
        error={error}
        value={day}
        onChange={(next) => {
          if (next === '') write('', '');
          else write(next, time === '' && isIsoDay(next) ? usualTime : time);
        }}
      />
      <TimeField
        className={classes.hour}
        label="Hora"
        labelHidden
        disabled={day === ''}
        value={time}
        onChange={(next) => write(day, next)}
      />
    </div>
  );
}
