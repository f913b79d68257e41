import { ActionIcon, type ActionIconProps } from '@mantine/core';
import { IconCheck, IconCopy, IconPencil } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useCopied } from '../../../ui/copy/use-copied.ts';
import classes from './Fact.module.css';

interface FactProps {
  readonly label: string;
  readonly children: ReactNode;
  /** Button at the end of the row. */
  readonly action?: ReactNode;
  /** True if the sheet shows this fact in one row with its neighbour. */
  readonly half?: boolean;
  /** True if the sheet shows the value without its label, because the value explains itself. */
  readonly plain?: boolean;
  readonly mono?: boolean;
}

/** Value with its label. */
export const Fact = ({ label, children, action, half, plain, mono }: FactProps) => (
  <div className={classes.root} data-half={half || undefined} data-plain={plain || undefined}>
    <dt>{label}</dt>
    <dd className={mono ? `${classes.value} mono` : classes.value}>{children}</dd>
    {action && <dd className={classes.action}>{action}</dd>}
  </div>
);

export const Facts = ({ children }: { children: ReactNode }) => (
  <dl className={classes.list}>{children}</dl>
);

const icon = { variant: 'subtle', size: 24, color: 'gray' } satisfies ActionIconProps;

export function CopyIcon({ label, text }: { label: string; text: string }) {
  const [isCopied, copy] = useCopied();
  const Glyph = isCopied ? IconCheck : IconCopy;
  return (
    <ActionIcon
      {...icon}
      data-touch-area
      aria-label={isCopied ? 'Copiado' : label}
      onClick={() => copy(text)}
    >
      <Glyph size={17} stroke={1.75} aria-hidden />
    </ActionIcon>
  );
}

export const EditIcon = ({ label, onClick }: { label: string; onClick: () => void }) => (
  <ActionIcon {...icon} data-touch-area aria-label={label} onClick={onClick}>
    <IconPencil size={17} stroke={1.75} aria-hidden />
  </ActionIcon>
);
