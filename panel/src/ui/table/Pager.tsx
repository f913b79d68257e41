import { Box, Group } from '@mantine/core';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { formatCount } from '../../foundation/numbers.ts';
import { PickMenu } from '../PickMenu.tsx';
import classes from './Pager.module.css';

const usualSizes = [10, 30, 50] as const;

interface PagerProps {
  /** Name for screen readers. It distinguishes two pagers on one screen. */
  label?: string;
  noun: readonly [one: string, many: string];
  total: number;
  /** False if the total is a lower bound. It is then shown as «10.000+». */
  totalExact?: boolean | undefined;
  page: number;
  pageSize: number;
  onPage: (page: number) => void;
  onPageSize?: ((size: number) => void) | undefined;
  /** Called when the user wants to open rows that no page number reaches. */
  onGoTo?: (() => void) | undefined;
  /** Page sizes that the user can select. Default: 10, 30 and 50. */
  pageSizes?: readonly number[] | undefined;
  /** Maximum number of page links. Default: 10 (K-10). */
  mostLinks?: MostLinks | undefined;
}

export type MostLinks = 5 | 10;

/**
 * Returns the numbers of the page links. If not all pages fit, returns the first page, the last
 * page and the pages around the current one. A `gap` replaces the others.
 */
export function pageLinks(page: number, last: number, most: MostLinks = 10): (number | 'gap')[] {
  const run = (from: number, to: number) =>
    Array.from({ length: to - from + 1 }, (_, index) => from + index);
  if (last <= most) return run(1, last);
  const atEnd = most === 5 ? 4 : 5;
  if (page < atEnd) return [...run(1, atEnd), 'gap', last];
  if (page > last - atEnd + 1) return [1, 'gap', ...run(last - atEnd + 1, last)];
  return [1, 'gap', ...run(page - 1, page + 1), 'gap', last];
}

export function Pager({
  label = 'Páginas',
  noun,
  total,
  totalExact = true,
  page,
  pageSize,
  onPage,
  onPageSize,
  onGoTo,
  pageSizes = usualSizes,
  mostLinks,
}: PagerProps) {
  const last = Math.max(1, Math.ceil(total / pageSize));
  const from = (page - 1) * pageSize + 1;
  const to = Math.min(total, page * pageSize);
  const all = `${formatCount(total)}${totalExact ? '' : '+'} ${total === 1 && totalExact ? noun[0] : noun[1]}`;
  return (
    <Group gap="2xl" wrap="nowrap" mt="lg" c="dimmed" fz="note" className={classes.root} data-pager>
      <p className={classes.range} role="status">
        {formatCount(from)}–{formatCount(to)} de {all}
      </p>
      {onPageSize && (
        <PickMenu
          label="Mostrar"
          suffix="por página"
          size="sm"
          value={String(pageSize)}
          options={pageSizes.map((size) => ({ value: String(size), label: String(size) }))}
          onChange={(size) => onPageSize(Number(size))}
        />
      )}
      {onGoTo && (
        <button type="button" className={classes.goTo} onClick={onGoTo}>
          Ir para…
        </button>
      )}
      {last > 1 && <PageLinks {...{ label, page, last, onPage, mostLinks }} />}
    </Group>
  );
}

interface PageLinksProps extends Pick<PagerProps, 'page' | 'onPage' | 'mostLinks'> {
  label: string;
  last: number;
}

function PageLinks({ label, page, last, onPage, mostLinks }: PageLinksProps) {
  return (
    <Group component="nav" gap="3xs" wrap="nowrap" className={classes.links} aria-label={label}>
      <button
        type="button"
        aria-label="Página anterior"
        disabled={page <= 1}
        onClick={() => onPage(page - 1)}
      >
        <IconChevronLeft size={17} stroke={1.75} aria-hidden />
      </button>
      {pageLinks(page, last, mostLinks).map((link, index) =>
        link === 'gap' ? (
          <Box
            component="span"
            miw="var(--size-icon-lg)"
            ta="center"
            key={`gap-${index}`}
            className={classes.gap}
          >
            …
          </Box>
        ) : (
          <button
            key={link}
            type="button"
            className={classes.page}
            aria-label={`Página ${link}`}
            aria-current={link === page ? 'page' : undefined}
            onClick={() => onPage(link)}
          >
            {formatCount(link)}
          </button>
        ),
      )}
      <span className={classes.current}>
        Página {formatCount(page)} de {formatCount(last)}
      </span>
      <button
        type="button"
        aria-label="Próxima página"
        disabled={page >= last}
        onClick={() => onPage(page + 1)}
      >
        <IconChevronRight size={17} stroke={1.75} aria-hidden />
      </button>
    </Group>
  );
}
