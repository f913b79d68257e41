/**
 * Cells that every list of lines shows. Long names are truncated, and the tooltip contains the
 * whole name.
 */
import { Group } from '@mantine/core';
import { customerName } from '@ramal/contract/rules/customer-name';
import type { ReactNode } from 'react';
import { formatDateTime } from '../../foundation/dates.ts';
import { OnlineMark } from '../../ui/status/OnlineMark.tsx';
import { hasPassword, type Line, passwordShown } from '../line.ts';
import classes from './LineCells.module.css';

/**
 * The customer's name with the login below. If the note contains no name, the login is shown as the
 * name.
 */
export function LineName({ line, onWatching }: LineNameProps) {
  const watching = onWatching && <Watching line={line} onOpen={onWatching} />;
  if (!isNamed(line))
    return (
      <Group component="span" gap="sm" wrap="nowrap" miw={0}>
        <LineLogin line={line} isTitle />
        {watching}
      </Group>
    );
  return (
    <span className={classes.identity}>
      <CardName line={line} />
      <LineLogin line={line} />
      {watching}
    </span>
  );
}

interface LineNameProps {
  line: Line;
  /**
   * Opens the dialog about the current viewers. If present, the watching state is shown next to the
   * name.
   */
  onWatching?: ((line: Line) => void) | undefined;
}

export const LineLogin = ({ line, isTitle = false }: { line: Line; isTitle?: boolean }) => (
  <span className={`${isTitle ? classes.name : classes.login} mono`} data-line-name>
    {line.username}
  </span>
);

export const CardName = ({ line }: { line: Line }) =>
  isNamed(line) ? (
    <span className={classes.name}>{customerName(line).name}</span>
  ) : (
    <LineLogin line={line} isTitle />
  );

const isNamed = (line: Line): boolean => customerName(line).name !== line.username;

/** Returns the rest of the note, without the name that is in the title. */
export const restOfNote = (line: Line): string =>
  isNamed(line) ? customerName(line).rest : line.note;

/** Second text line of a card: the login if the title is a name, and the rest of the note. */
export function CardLogin({ line }: { line: Line }) {
  const { rest } = customerName(line);
  return (
    <>
      {isNamed(line) && <LineLogin line={line} />}
      {isNamed(line) && rest !== '' && ' · '}
      {rest}
    </>
  );
}

/**
 * Shows the watching state together with the label «Assistindo», because no column header contains
 * the label. «Não» is visible only while the row has the pointer or the focus.
 */
function Watching({ line, onOpen }: { line: Line; onOpen: (line: Line) => void }) {
  const label = `Assistindo: ${line.online ? line.watching || 'Sim' : 'Não'}`;
  return (
    <span className={classes.watching} data-off={!line.online || undefined}>
      <OnlineMark
        online={line.online}
        label={label}
        offLabel={label}
        openName={`${label}: ver quem assiste com ${line.username}`}
        onOpen={() => onOpen(line)}
      />
    </span>
  );
}

export const LinePassword = ({ line }: { line: Line }) => (
  <span
    className={hasPassword(line) ? `${classes.secret} mono` : classes.noSecret}
    data-line-password
  >
    {passwordShown(line)}
  </span>
);

export const ShortText = ({ children }: { children: ReactNode }) => (
  <span className={classes.owner}>{children}</span>
);

export const LineStates = ({ children }: { children: ReactNode }) => (
  <Group
    component="span"
    gap="2xs"
    align="stretch"
    display="inline-flex"
    className={classes.states}
  >
    {children}
  </Group>
);

/** Shows a date and a time. Uses two text lines, or one from 1440 px. */
export function CreatedAt({ at }: { at: Date }) {
  const [day, time] = formatDateTime(at).split(' ');
  return (
    <span className={`${classes.created} num`}>
      {day} <span>{time}</span>
    </span>
  );
}
