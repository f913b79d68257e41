/** Cells that every list of lines shows. Long names are cut off, and the whole is in the tooltip. */
import { customerName } from '@ramal/contract/rules/customer-name';
import type { ReactNode } from 'react';
import { formatDateTime } from '../../foundation/dates.ts';
import { OnlineMark } from '../../ui/status/OnlineMark.tsx';
import { hasPassword, type Line, passwordShown } from '../line.ts';
import classes from './LineCells.module.css';

/** Who it is, and the login below. Without a name in the note the login is the name. */
export function LineName({ line, onWatching }: LineNameProps) {
  const watching = onWatching && <Watching line={line} onOpen={onWatching} />;
  if (!isNamed(line))
    return (
      <span className={classes.title}>
        <LineLogin line={line} isTitle />
        {watching}
      </span>
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
  /** Given where watching stands beside the name. */
  onWatching?: ((line: Line) => void) | undefined;
}

export const LineLogin = ({ line, isTitle = false }: { line: Line; isTitle?: boolean }) => (
  <span className={`${isTitle ? classes.name : classes.login} mono`} data-line-name>
    {line.username}
  </span>
);

/** A card's title. */
export const CardName = ({ line }: { line: Line }) =>
  isNamed(line) ? (
    <span className={classes.name}>{customerName(line).name}</span>
  ) : (
    <LineLogin line={line} isTitle />
  );

const isNamed = (line: Line): boolean => customerName(line).name !== line.username;

/** What the note says beyond the name that stands in the title. */
export const restOfNote = (line: Line): string =>
  isNamed(line) ? customerName(line).rest : line.note;

/** A card's second line: the login where the title is a name, and what else the note says. */
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

/** The value of «Assistindo» with its label, because no column names it. «Não» is visible while the row has the pointer or the focus. */
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
  <span className={classes.states}>{children}</span>
);

/** Date and time: on two lines, and from 1440 px on one. */
export function CreatedAt({ at }: { at: Date }) {
  const [day, time] = formatDateTime(at).split(' ');
  return (
    <span className={`${classes.created} num`}>
      {day} <span>{time}</span>
    </span>
  );
}
