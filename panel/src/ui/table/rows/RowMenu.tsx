import { ActionIcon } from '@mantine/core';
import { IconDots } from '@tabler/icons-react';
import { ButtonMenu } from '../../floating/ButtonMenu.tsx';
import type { MenuChoice } from '../../floating/frame-props.ts';
import { actionLabel, menuEntries } from '../columns.ts';
import type { RowAction } from '../columns.ts';
import classes from './RowMenu.module.css';

interface RowMenuProps<Row> {
  row: Row;
  rowName: string;
  actions: readonly RowAction<Row>[];
  opened: boolean;
  onChange: (opened: boolean) => void;
  /** True for the last three rows of a longer list. Their menu opens upward. */
  upward: boolean;
}

export function RowMenu<Row>({
  row,
  rowName,
  actions,
  opened,
  onChange,
  upward,
}: RowMenuProps<Row>) {
  const groups = menuEntries(actions, row);
  if (groups.length === 0) return null;
  const choice = (action: RowAction<Row>): MenuChoice => ({
    key: action.key,
    label: actionLabel(action, row),
    icon: action.icon,
    aside: action.hint?.(row),
    tone: action.tone,
    choose: () => action.run(row),
  });
  return (
    <ButtonMenu
      opened={opened}
      onChange={onChange}
      position={upward ? 'top-end' : 'bottom-end'}
      offset={4}
      opensDialogs
      button={
        <ActionIcon
          className={classes.button!}
          size={30}
          aria-label={`Ações de ${rowName}`}
          data-active={opened || undefined}
        >
          <IconDots size={17} stroke={2} />
        </ActionIcon>
      }
      choices={() =>
        groups.map((group) =>
          group.map((entry) =>
            'actions' in entry
              ? {
                  key: entry.label,
                  label: entry.label,
                  icon: entry.icon,
                  choices: entry.actions.map(choice),
                }
              : choice(entry),
          ),
        )
      }
    />
  );
}
