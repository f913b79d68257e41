import { Group } from '@mantine/core';
import { IconRepeat, IconRepeatOff } from '@tabler/icons-react';
import { dayInWords } from '../../foundation/dates.ts';
import { ExpiryText } from '../../ui/status/ExpiryText.tsx';
import { expiryLevel } from '../expiry-level.ts';
import type { Line } from '../line.ts';
import classes from './LineExpiry.module.css';

interface LineExpiryProps {
  line: Line;
  now: Date;
  /** Opens the dialog about the automatic renewal. */
  onOpen: ((line: Line) => void) | undefined;
  /** True if the expiry is shown without its time. */
  isShort?: boolean;
}

/**
 * True if the line renews automatically, so that the seller does not need to act before its expiry.
 * `recurringDueOn` is null until a debit is planned.
 */
export const renewsAlone = ({
  recurringDueOn: dueOn,
  isRecurringRefused: isRefused,
}: Pick<Line, 'recurringDueOn' | 'isRecurringRefused'>): boolean =>
  dueOn !== undefined && isRefused !== true;

/**
 * Shows the expiry of a line. The mark of an automatic renewal replaces the text «em 3 dias», or
 * follows it if the debit was rejected.
 */
export function LineExpiry({ line, now, onOpen, isShort = false }: LineExpiryProps) {
  const shared = { at: line.expiresAt, now, isShort };
  const level = expiryLevel(line, now);
  if (renewsAlone(line))
    return <ExpiryText {...shared} level={0} word={<Mark line={line} onOpen={onOpen} />} />;
  if (!line.isRecurringRefused) return <ExpiryText {...shared} level={level} />;
  return (
    <Group component="span" gap="0 var(--space-md)" display="inline-flex">
      <ExpiryText {...shared} level={level} />
      <Mark line={line} onOpen={onOpen} />
    </Group>
  );
}

/**
 * Mark of an automatic renewal: «em 19/12», «renova sozinho» until a debit is planned, or
 * «recusada».
 */
function Mark({ line, onOpen }: Omit<LineExpiryProps, 'now' | 'isShort'>) {
  const { recurringDueOn: dueOn, isRecurringRefused: isRefused = false } = line;
  const MarkIcon = isRefused ? IconRepeatOff : IconRepeat;
  const text = isRefused ? 'recusada' : markText(dueOn);
  const content = (
    <>
      <MarkIcon size={16} stroke={1.75} aria-hidden />
      {text}
    </>
  );
  if (!onOpen)
    return (
      <span className={classes.root} data-refused={isRefused || undefined}>
        {content}
      </span>
    );
  const name = isRefused ? 'cobrança recusada, ver' : 'renova sozinho, ver';
  return (
    <button
      type="button"
      className={classes.root}
      data-touch-area
      data-refused={isRefused || undefined}
      aria-label={`${text}: ${name} ${line.username}`}
      onClick={() => onOpen(line)}
    >
      {content}
    </button>
  );
}

const markText = (dueOn: string | null | undefined): string =>
  dueOn ? `em ${dayInWords(dueOn).slice(0, 5)}` : 'renova sozinho';
