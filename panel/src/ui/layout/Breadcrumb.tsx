import { Group } from '@mantine/core';
import { IconChevronRight } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { Crumb } from './page-heading.tsx';
import classes from './Breadcrumb.module.css';

/** Shows the path to this page. The last item is this page. */
export function Breadcrumb({ crumbs }: { crumbs: readonly Crumb[] }) {
  if (crumbs.length === 0) return null;
  return (
    <nav className={classes.root} aria-label="Você está em">
      <Group component="ol" gap="sm" wrap="nowrap" c="var(--ink-3)" fz="control">
        {crumbs.map(({ label, ...destination }, index) => {
          const isLast = index === crumbs.length - 1;
          return (
            <li key={label}>
              {destination.to !== undefined && !isLast ? (
                <Link {...destination} activeOptions={{ exact: true }}>
                  {label}
                </Link>
              ) : (
                <span aria-current={isLast ? 'page' : undefined}>{label}</span>
              )}
              {!isLast && <IconChevronRight size={15} stroke={1.75} aria-hidden />}
            </li>
          );
        })}
      </Group>
    </nav>
  );
}
