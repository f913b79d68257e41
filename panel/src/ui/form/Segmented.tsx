import { useId } from 'react';
import type { ReactNode } from 'react';
import { formatCount } from '../../foundation/numbers.ts';
import './form.css';

export interface SegmentOption {
  value: string;
  label: string;
  count?: number;
  icon?: ReactNode;
}

export interface SegmentedProps {
  /** Its name for readers. */
  label: string;
  value: string;
  options: readonly SegmentOption[];
  onChange: (value: string) => void;
  /** As wide as its place, all parts alike. */
  wide?: boolean;
}

/** One of a few, all in sight. Radio buttons underneath, so arrows and readers know it. */
export function Segmented({ label, value, options, onChange, wide = false }: SegmentedProps) {
  const name = useId();
  return (
    <div
      className="segmented"
      data-segmented
      role="radiogroup"
      aria-label={label}
      data-wide={wide || undefined}
    >
      {options.map((option) => (
        <label key={option.value} className="segmented-part">
          <input
            type="radio"
            name={name}
            value={option.value}
            checked={option.value === value}
            onChange={() => onChange(option.value)}
          />
          {option.icon}
          <span>{option.label}</span>
          {option.count !== undefined && (
            <span className="segmented-count">{formatCount(option.count)}</span>
          )}
        </label>
      ))}
    </div>
  );
}
