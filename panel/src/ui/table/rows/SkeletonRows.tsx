import { Group } from '@mantine/core';
import classes from './SkeletonRows.module.css';

const widths = [86, 64, 78, 68, 56, 92, 74, 60];

interface SkeletonRowsProps {
  columns: readonly { key: string; card?: string; fill?: boolean }[];
  rows: number;
  /** Height of a row in px; undefined for the default. */
  rowHeight: number | undefined;
}

/**
 * Placeholder for a list that is loading. It is hidden from screen readers, because its region is
 * marked as busy.
 */
export function SkeletonRows({ columns, rows, rowHeight }: SkeletonRowsProps) {
  return (
    <div aria-hidden="true" data-skeleton>
      {Array.from({ length: rows }, (_, row) => (
        <Group
          key={row}
          gap="2xl"
          wrap="nowrap"
          h={rowHeight ?? 'var(--size-touch-lg)'}
          px="2xl"
          className={classes.row}
        >
          {columns.map((column, index) => (
            <span
              key={column.key}
              data-shape={column.card === 'status' ? 'badge' : undefined}
              data-fill={column.fill || undefined}
            >
              <i style={{ width: `${widths[(index * 3 + row * 5) % widths.length]}%` }} />
            </span>
          ))}
        </Group>
      ))}
    </div>
  );
}
