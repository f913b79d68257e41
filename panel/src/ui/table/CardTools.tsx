import { Button, Menu } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconSelectAll } from '@tabler/icons-react';
import { nextSort, sortOf } from './columns.ts';
import type { RowsProps } from './TableRows.tsx';
import { Tick } from './Tick.tsx';

export interface CardToolsProps<Row> extends Pick<
  RowsProps<Row>,
  'columns' | 'sort' | 'onSort' | 'ticks'
> {
  /** Begins and ends selecting; undefined where nothing can be selected. */
  onTicking: ((on: boolean) => void) | undefined;
}

/** What a table has in its head, above the cards: the order, and ticking. */
export function CardTools<Row>(props: CardToolsProps<Row>) {
  const { columns, sort, onSort, ticks, onTicking } = props;
  const sortable = onSort ? columns.filter((column) => column.sortable) : [];
  if (sortable.length === 0 && !onTicking) return null;
  if (ticks) {
    return (
      <div className="card-tools">
        <span className="row-card-tick">
          <Tick
            name="Selecionar a página"
            checked={ticks.page === 'all'}
            some={ticks.page === 'some'}
            onToggle={ticks.togglePage}
          />
        </span>
        <span className="card-tools-words">Selecionar a página</span>
        <Button
          size="sm"
          variant="subtle"
          className="card-tools-end"
          onClick={() => onTicking?.(false)}
        >
          Concluir
        </Button>
      </div>
    );
  }
  const by = sort && sortable.find((column) => sortOf(column) === sort.key);
  const Arrow = sort?.direction === 'desc' ? IconArrowDown : IconArrowUp;
  return (
    <div className="card-tools">
      {onSort && sortable.length > 0 && (
        <Menu
          position="bottom-start"
          offset={4}
          transitionProps={{ duration: 120, transition: 'fade' }}
        >
          <Menu.Target>
            <Button
              size="sm"
              variant="subtle"
              className="card-tools-sort"
              leftSection={<Arrow size={17} stroke={1.75} aria-hidden />}
            >
              {by?.header ?? 'Ordenar'}
            </Button>
          </Menu.Target>
          <Menu.Dropdown>
            {sortable.map((column) => (
              <Menu.Item
                key={column.key}
                onClick={() => onSort(nextSort(column, sort))}
                rightSection={
                  column === by ? (
                    <Arrow
                      size={16}
                      stroke={1.75}
                      aria-label={sort?.direction === 'desc' ? 'decrescente' : 'crescente'}
                    />
                  ) : undefined
                }
              >
                {column.header}
              </Menu.Item>
            ))}
          </Menu.Dropdown>
        </Menu>
      )}
      {onTicking && (
        <Button
          size="sm"
          variant="subtle"
          className="card-tools-end"
          leftSection={<IconSelectAll size={17} stroke={1.75} aria-hidden />}
          onClick={() => onTicking(true)}
        >
          Selecionar
        </Button>
      )}
    </div>
  );
}
