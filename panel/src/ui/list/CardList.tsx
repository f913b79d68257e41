import { Box } from '@mantine/core';
import type { ReactNode } from 'react';
import { EmptyState } from '../states/EmptyState.tsx';
import type { EmptyList } from '../table/list-states.tsx';
import { Pager } from '../table/Pager.tsx';

interface CardListProps<Row> {
  label: string;
  noun: readonly [one: string, many: string];
  rows: readonly Row[];
  row: (row: Row) => ReactNode;
  total: number;
  totalExact?: boolean;
  page: number;
  pageSize: number;
  onPage: (page: number) => void;
  busy?: boolean;
  className?: string | undefined;
  mt?: string;
  pb?: string;
  /** True if the list is in a card and its rows reach the edges of the card. */
  inset?: boolean;
  /** Content that replaces the rows if the list is empty. */
  empty?: EmptyList;
}

/**
 * Page of rows as a list, with links to the other pages. If the list is empty, `empty` replaces it.
 */
export function CardList<Row>(props: CardListProps<Row>) {
  const { label, noun, rows, total, totalExact, page, pageSize, onPage, empty } = props;
  const { mt = 0, pb = 0 } = props;
  if (empty && rows.length === 0) return <EmptyState tone="plain" {...empty} />;
  const pager = total > pageSize && (
    <Pager {...{ noun, total, totalExact, page, pageSize, onPage }} label={`Páginas: ${label}`} />
  );
  return (
    <>
      <Box
        component="ul"
        {...{ mt, pb }}
        className={props.className!}
        aria-label={label}
        aria-busy={props.busy}
      >
        {rows.map(props.row)}
      </Box>
      {pager && props.inset ? (
        <Box pb="xl" px="3xl">
          {pager}
        </Box>
      ) : (
        pager
      )}
    </>
  );
}
