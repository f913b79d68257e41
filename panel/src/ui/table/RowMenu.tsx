import { ActionIcon, Menu } from '@mantine/core';
import { IconDots } from '@tabler/icons-react';
import { Fragment } from 'react';
import { labelOf, menuGroups } from './columns.ts';
import type { RowAction } from './columns.ts';

export interface RowMenuProps<Row> {
  row: Row;
  rowName: string;
  actions: readonly RowAction<Row>[];
  opened: boolean;
  onChange: (opened: boolean) => void;
  /** The last three rows open upward. */
  upward: boolean;
}

export function RowMenu<Row>({ row, rowName, actions, opened, onChange, upward }: RowMenuProps<Row>) {
  const groups = menuGroups(actions, row);
  if (groups.length === 0) return null;
  return (
    <Menu
      opened={opened}
      onChange={onChange}
      position={upward ? 'top-end' : 'bottom-end'}
      offset={4}
      transitionProps={{ duration: 120, transition: 'fade' }}
    >
      <Menu.Target>
        <ActionIcon className="data-table-more" size={30} aria-label={`Ações de ${rowName}`} data-active={opened || undefined}>
          <IconDots size={17} stroke={2} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {opened &&
          groups.map((group, index) => (
            <Fragment key={group[0]?.key}>
              {index > 0 && <Menu.Divider />}
              {group.map((action) => (
                <MenuAction key={action.key} action={action} row={row} />
              ))}
            </Fragment>
          ))}
      </Menu.Dropdown>
    </Menu>
  );
}

function MenuAction<Row>({ action, row }: { action: RowAction<Row>; row: Row }) {
  const ActionGlyph = action.icon;
  return (
    <Menu.Item
      className="data-table-menu-item"
      data-tone={action.tone}
      leftSection={ActionGlyph && <ActionGlyph size={17} stroke={1.75} />}
      rightSection={action.hint?.(row)}
      onClick={() => action.run(row)}
    >
      {labelOf(action, row)}
    </Menu.Item>
  );
}
