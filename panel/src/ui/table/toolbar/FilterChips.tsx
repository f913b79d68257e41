import { formatCount } from '../../../foundation/numbers.ts';
import type { SegmentOption } from '../../form/fields/Segmented.tsx';
import { useChosenInRow } from '../../layout/use-chosen-in-row.ts';
import classes from './FilterChips.module.css';

export interface FilterSegments {
  label: string;
  value: string;
  options: readonly SegmentOption[];
  onChange: (value: string) => void;
  /** True if a table also shows the options as chips. Otherwise a segmented control shows them. */
  asChips?: boolean;
}

export interface FilterSelect {
  label: string;
  value: string;
  /**
   * Options of the filter. The first option means no filter. `phoneLabel` is the label of the chip.
   */
  options: readonly { value: string; label: string; phoneLabel?: string; count?: number }[];
  onChange: (value: string) => void;
}

/**
 * Shows the options of a filter as chips in one row that scrolls horizontally. A second press on
 * the chip of a select clears its filter. Used above cards, and above a table for filters with
 * `asChips`.
 */
export function FilterChips({
  segments,
  selects,
}: {
  segments: FilterSegments | undefined;
  selects: readonly FilterSelect[];
}) {
  // Changes when the counts are loaded. The counts change the position of the selected chip, so the
  // row must scroll to it again.
  const counted = segments?.options.some(({ count }) => count !== undefined) ?? false;
  const values = [segments?.value, ...selects.map(({ value }) => value)];
  const row = useChosenInRow<HTMLDivElement>(JSON.stringify([values, counted]));
  if (!segments && selects.length === 0) return null;
  return (
    <div ref={row} className={classes.root} data-filter-chips>
      {segments?.options.map((option) => (
        <Chip
          key={option.value}
          label={option.label}
          count={option.count}
          pressed={option.value === segments.value}
          onClick={() => segments.onChange(option.value)}
        />
      ))}
      {selects.flatMap((select) =>
        select.options
          .slice(1)
          .map((option) => (
            <Chip
              key={`${select.label} ${option.value}`}
              label={option.phoneLabel ?? `${select.label} ${option.label}`}
              count={option.count}
              pressed={option.value === select.value}
              onClick={() =>
                select.onChange(
                  option.value === select.value ? (select.options[0]?.value ?? '') : option.value,
                )
              }
            />
          )),
      )}
    </div>
  );
}

interface ChipProps {
  label: string;
  count: number | undefined;
  pressed: boolean;
  onClick: () => void;
}

function Chip({ label, count, pressed, onClick }: ChipProps) {
  return (
    <button
      type="button"
      className={classes.chip}
      data-touch-area
      data-chosen-mark="tick"
      aria-pressed={pressed}
      onClick={onClick}
    >
      {label}
      {count !== undefined && <span>{formatCount(count)}</span>}
    </button>
  );
}
