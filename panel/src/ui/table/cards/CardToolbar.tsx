import { Box, Button } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconSelectAll } from '@tabler/icons-react';
import { ButtonMenu } from '../../floating/ButtonMenu.tsx';
import { nextSort, type Sort, type SortColumn, sortKey } from '../columns.ts';
import type { RowsProps } from '../rows/TableRows.tsx';
import { RowCheckbox } from '../rows/RowCheckbox.tsx';
import classes from './CardToolbar.module.css';

interface CardToolbarProps<Row> extends Pick<
  RowsProps<Row>,
  'columns' | 'sort' | 'onSort' | 'selection'
> {
  /** Starts or ends the selection mode. Undefined if rows cannot be selected. */
  onSelecting: ((on: boolean) => void) | undefined;
}

/**
 * Bar above the cards that replaces the header of a table. It contains the order and the selection.
 */
export function CardToolbar<Row>(props: CardToolbarProps<Row>) {
  const { columns, sort, onSort, selection, onSelecting } = props;
  const sortable = onSort ? columns.filter(sortKey) : [];
  if (sortable.length === 0 && !onSelecting) return null;
  if (selection) {
    return (
      <div className={classes.root}>
        <Box component="span" ps="xl">
          <RowCheckbox
            large
            name="Selecionar a página"
            checked={selection.page === 'all'}
            some={selection.page === 'some'}
            onToggle={selection.togglePage}
          />
        </Box>
        <span>Selecionar a página</span>
        <Button size="sm" variant="subtle" ms="auto" onClick={() => onSelecting?.(false)}>
          Concluir
        </Button>
      </div>
    );
  }
  return (
    <div className={classes.root}>
      {onSort && sortable.length > 0 && <SortMenu columns={sortable} sort={sort} onSort={onSort} />}
      {onSelecting && (
        <Button
          size="sm"
          variant="subtle"
          ms="auto"
          leftSection={<IconSelectAll size={17} stroke={1.75} aria-hidden />}
          onClick={() => onSelecting(true)}
        >
          Selecionar
        </Button>
      )}
    </div>
  );
}

export interface SortMenuProps {
  columns: readonly SortColumn[];
  sort: Sort | undefined;
  onSort: (sort: Sort) => void;
}

/** Menu that sets the order of a list without a header. */
export function SortMenu({ columns, sort, onSort }: SortMenuProps) {
  const by = sort && columns.find((column) => sortKey(column) === sort.key);
  const Arrow = sort?.direction === 'desc' ? IconArrowDown : IconArrowUp;
  return (
    <ButtonMenu
      position="bottom-start"
      offset={4}
      button={
        <Button
          size="sm"
          variant="subtle"
          leftSection={<Arrow size={17} stroke={1.75} aria-hidden />}
        >
          {by?.header ?? 'Ordenar'}
        </Button>
      }
      choices={() => [
        columns.map((column) => ({
          key: column.key,
          label: column.header,
          choose: () => onSort(nextSort(column, sort)),
          aside: column === by && (
            <Arrow
              size={16}
              stroke={1.75}
              aria-label={sort?.direction === 'desc' ? 'decrescente' : 'crescente'}
            />
          ),
        })),
      ]}
    />
  );
}
