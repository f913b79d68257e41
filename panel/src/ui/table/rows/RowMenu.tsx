import { ActionIcon, Menu } from '@mantine/core';
import { IconDots } from '@tabler/icons-react';
import { Fragment, useRef } from 'react';
import { actionLabel, menuGroups } from '../columns.ts';
import type { RowAction } from '../columns.ts';
import classes from './RowMenu.module.css';

export interface RowMenuProps<Row> {
  row: Row;
  rowName: string;
  actions: readonly RowAction<Row>[];
  opened: boolean;
  onChange: (opened: boolean) => void;
  /** The last three rows open upward. */
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
  // An act runs when the menu has gone and the focus is back in the row: what it opens returns the focus there.
  const chosen = useRef<RowAction<Row>>(undefined);
  const runChosen = () => {
    const action = chosen.current;
    chosen.current = undefined;
    action?.run(row);
  };
  const groups = menuGroups(actions, row);
  if (groups.length === 0) return null;
  return (
    <Menu
      opened={opened}
      onChange={onChange}
      position={upward ? 'top-end' : 'bottom-end'}
      offset={4}
      transitionProps={{ duration: 120, exitDuration: 60, transition: 'fade' }}
      onExitTransitionEnd={runChosen}
    >
      <Menu.Target>
        <ActionIcon
          className={classes.button}
          size={30}
          aria-label={`Ações de ${rowName}`}
          data-active={opened || undefined}
        >
          <IconDots size={17} stroke={2} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {opened &&
          groups.map((group, index) => (
            <Fragment key={group[0]?.key}>
              {index > 0 && <Menu.Divider />}
              {group.map((action) => (
                <MenuAction
                  key={action.key}
                  action={action}
                  row={row}
                  onChoose={() => (chosen.current = action)}
                />
              ))}
            </Fragment>
          ))}
      </Menu.Dropdown>
    </Menu>
  );
}

interface MenuActionProps<Row> {
  action: RowAction<Row>;
  row: Row;
  onChoose: () => void;
}

function MenuAction<Row>({ action, row, onChoose }: MenuActionProps<Row>) {
  const ActionGlyph = action.icon;
  return (
    <Menu.Item
      data-tone={action.tone}
      leftSection={ActionGlyph && <ActionGlyph size={17} stroke={1.75} />}
      rightSection={action.hint?.(row)}
      onClick={onChoose}
    >
      {actionLabel(action, row)}
    </Menu.Item>
  );
}
