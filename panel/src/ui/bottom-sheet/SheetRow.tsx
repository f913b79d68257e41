import { Text } from '@mantine/core';
import type { Icon } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { Destination } from '../destination.ts';
import classes from './SheetRow.module.css';

export const SheetTitle = ({ children }: { children: ReactNode }) => (
  <h3 className={classes.title}>{children}</h3>
);

export function SheetGroup({ children }: { children: ReactNode }) {
  return <div className={classes.group}>{children}</div>;
}

interface SheetRowProps {
  icon?: Icon | undefined;
  label: ReactNode;
  hint?: ReactNode;
  tone?: 'danger' | undefined;
  disabled?: boolean;
  /** Page that the row opens as a link. Without it, the row is a button. */
  destination?: Destination;
  onClick: () => void;
}

export function SheetRow({
  icon: RowIcon,
  label,
  hint,
  tone,
  disabled = false,
  destination,
  onClick,
}: SheetRowProps) {
  const inside = (
    <>
      {RowIcon && <RowIcon size={20} stroke={1.75} aria-hidden />}
      <span>{label}</span>
      {hint && (
        <Text span inherit c="var(--ink-3)" fz="control">
          {hint}
        </Text>
      )}
    </>
  );
  const shared = { className: classes.root, 'data-tone': tone, onClick };
  if (destination)
    return (
      <Link {...destination} {...shared}>
        {inside}
      </Link>
    );
  return (
    <button type="button" disabled={disabled} {...shared}>
      {inside}
    </button>
  );
}
