import type { ComponentProps } from 'react';
import { actionLabel, actionName } from './columns.ts';
import type { RowAction } from './columns.ts';
import classes from './ActionButton.module.css';

interface ActionButtonProps<Row> {
  action: RowAction<Row>;
  row: Row;
  rowName: string;
  size: 'xs' | 'sm';
}

/** Button for an action. It is in the row of a table (xs) or at the bottom of a card (sm). */
export function ActionButton<Row>({ action, row, rowName, size }: ActionButtonProps<Row>) {
  const label = actionLabel(action, row);
  const name = actionName(action, row);
  const Glyph = action.icon;
  const button = {
    size,
    look: action.look,
    'aria-label': `${name}: ${rowName}`,
    onClick: () => action.run(row),
  };
  const glyph = Glyph && <Glyph size={size === 'xs' ? 16 : 20} stroke={1.75} aria-hidden />;
  const isIcon = action.iconOnly === true || (action.iconOnly === 'table' && size === 'xs');
  if (!isIcon || !glyph)
    return (
      <RowButton {...button}>
        {glyph}
        {label}
      </RowButton>
    );
  return (
    <RowButton
      {...button}
      iconOnly
      title={size === 'sm' ? name : undefined}
      data-tooltip={size === 'xs' ? name : undefined}
    >
      {glyph}
    </RowButton>
  );
}

interface RowButtonProps extends ComponentProps<'button'> {
  size: 'xs' | 'sm';
  look?: RowAction<never>['look'];
  iconOnly?: boolean;
}

/**
 * Button of a row as a plain button element. Mantine's button would take half of the rendering time
 * of a page with dozens of buttons.
 */
export function RowButton({ size, look, iconOnly, ...button }: RowButtonProps) {
  return (
    <button
      type="button"
      {...button}
      className={classes.root}
      data-size={size}
      data-look={look}
      data-icon-only={iconOnly || undefined}
    />
  );
}
