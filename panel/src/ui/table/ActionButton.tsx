import { ActionIcon, Button, Tooltip } from '@mantine/core';
import { actionLabel, actionName } from './columns.ts';
import type { RowAction } from './columns.ts';
import classes from './ActionButton.module.css';

export interface ActionButtonProps<Row> {
  action: RowAction<Row>;
  row: Row;
  rowName: string;
  size: 'xs' | 'sm';
}

const variants = { accent: 'soft', whatsapp: 'whatsapp-soft', plain: 'default' } as const;

/** An act that stands in the open, in the table's row (xs) or at the foot of a card (sm). */
export function ActionButton<Row>({ action, row, rowName, size }: ActionButtonProps<Row>) {
  const label = actionLabel(action, row);
  const name = `${actionName(action, row)}: ${rowName}`;
  const variant = variants[action.look ?? 'plain'];
  const Glyph = action.icon;
  const glyph = Glyph && <Glyph size={size === 'xs' ? 16 : 20} stroke={1.75} aria-hidden />;
  const run = () => action.run(row);
  if (action.iconOnly && glyph) {
    const inTable = size === 'xs';
    return (
      <Tooltip label={actionName(action, row)}>
        <ActionIcon
          variant={inTable ? 'subtle' : variant}
          size={inTable ? 30 : 44}
          aria-label={name}
          onClick={run}
        >
          {glyph}
        </ActionIcon>
      </Tooltip>
    );
  }
  return (
    <Button
      size={size}
      variant={variant}
      className={classes.root}
      data-look={action.look}
      leftSection={glyph}
      aria-label={name}
      onClick={run}
    >
      {label}
    </Button>
  );
}
