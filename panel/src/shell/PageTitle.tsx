import { IconChevronDown } from '@tabler/icons-react';
import { useLocation } from '@tanstack/react-router';
import { ButtonMenu } from '../ui/floating/ButtonMenu.tsx';
import type { PageHeading } from '../ui/layout/page-heading.tsx';
import classes from './PageTitle.module.css';

/**
 * True if the title is too long for one text line of the bar. Such a title takes two text lines of
 * smaller letters.
 */
function isLong({ title, isForm, hasSearch, siblings }: PageHeading): boolean {
  const room = 14 + (isForm ? 8 : hasSearch ? 4 : 0) - (siblings.length > 1 ? 2 : 0);
  return title.length > room;
}

/**
 * Heading (h1) of the page on the phone. If the page has sibling pages, the heading opens a menu of
 * them.
 */
export function PageTitle({ heading }: { heading: PageHeading }) {
  const { title, siblings } = heading;
  const path = useLocation({ select: ({ pathname }) => pathname });
  const text = <span className={classes.text}>{title}</span>;
  return (
    <h1 className={classes.root} data-long={isLong(heading) || undefined}>
      {siblings.length > 1 ? (
        <ButtonMenu
          position="bottom-start"
          offset={2}
          button={
            <button type="button" className={classes.switch}>
              {text}
              <IconChevronDown size={18} stroke={2} aria-hidden />
            </button>
          }
          choices={() => [
            siblings.map(({ label, to }) => ({ key: label, label, to, chosen: to === path })),
          ]}
        />
      ) : (
        text
      )}
    </h1>
  );
}
