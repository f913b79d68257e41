import { Text } from '@mantine/core';
import { useId } from 'react';
import type { ReactNode } from 'react';
import { formatCount } from '../../../foundation/numbers.ts';
import classes from './Segmented.module.css';

export interface SegmentOption {
  value: string;
  label: string;
  count?: number;
  icon?: ReactNode;
  disabled?: boolean;
}

interface SegmentedProps {
  /** Name for screen readers. */
  label: string;
  /** Id of the element that explains the options. */
  describedBy?: string;
  value: string;
  options: readonly SegmentOption[];
  onChange: (value: string) => void;
  /** True if the control is as wide as its container. Its parts then have equal widths. */
  wide?: boolean;
}

/**
 * Field that shows a few options, all of them visible. The options are radio buttons, so that arrow
 * keys and screen readers work.
 */
export function Segmented({
  label,
  describedBy,
  value,
  options,
  onChange,
  wide = false,
}: SegmentedProps) {
  const name = useId();
  return (
    <div
      className={classes.root}
      data-segmented
      role="radiogroup"
      aria-label={label}
      aria-describedby={describedBy}
      data-wide={wide || undefined}
    >
      {options.map((option) => (
        <label key={option.value} className={classes.part} data-chosen-mark="bar">
          <input
            type="radio"
            data-covers
            name={name}
            value={option.value}
            checked={option.value === value}
            disabled={option.disabled}
            onChange={() => onChange(option.value)}
          />
          {option.icon}
          <span>{option.label}</span>
          {option.count !== undefined && (
            <Text span inherit c="var(--ink-3)" fw={400} fz="caption">
              {formatCount(option.count)}
            </Text>
          )}
        </label>
      ))}
    </div>
  );
}
