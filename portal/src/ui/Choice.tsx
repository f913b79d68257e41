import type { ReactNode } from 'react';
import classes from './Choice.module.css';

interface ChoiceProps {
  /** Name of the group. One choice of a group is chosen at a time. */
  name: string;
  isChosen: boolean;
  onChoose: () => void;
  /** A tile is as high as its icon and name, and its mark is in the corner. */
  isTile?: boolean;
  children: ReactNode;
}

/** Option of a group. Its mark shows the choice without colours too. */
export const Choice = ({ name, isChosen, onChoose, isTile = false, children }: ChoiceProps) => (
  <label className={classes.root} data-tile={isTile || undefined}>
    <input
      type="radio"
      name={name}
      className={classes.input}
      checked={isChosen}
      onChange={onChoose}
    />
    <i className={classes.mark} aria-hidden />
    {children}
  </label>
);

interface ChoiceTextProps {
  title: ReactNode;
  note?: ReactNode;
  /** Price at the right, and the text below it. */
  value?: ReactNode;
  valueNote?: ReactNode;
}

/** Text of a choice: a title and its note, and a price. */
export const ChoiceText = ({ title, note, value, valueNote }: ChoiceTextProps) => (
  <>
    <span className={classes.text}>
      <b>{title}</b>
      {note && <small>{note}</small>}
    </span>
    {value && (
      <span className={classes.value}>
        <b>{value}</b>
        {valueNote && <small>{valueNote}</small>}
      </span>
    )}
  </>
);

interface ChoicesProps {
  label: string;
  /** True for two columns, or one if the font size is large. */
  isRow?: boolean;
  children: ReactNode;
}

/** Group of choices. */
export const Choices = ({ label, isRow = false, children }: ChoicesProps) => (
  <div className={classes.group} role="radiogroup" aria-label={label} data-row={isRow || undefined}>
    {children}
  </div>
);
