import { IconChevronDown } from '@tabler/icons-react';
import { Link, useMatchRoute } from '@tanstack/react-router';
import { useId, useState } from 'react';
import { formatCount } from '../../foundation/numbers.ts';
import type { MenuChild, MenuLink, MenuSection } from './menu.ts';
import classes from './MenuSections.module.css';

export interface MenuSectionsProps {
  sections: readonly MenuSection[];
  folded?: boolean;
  /** Called when a folded item with children is pressed, so that the sidebar opens to show them. */
  onFoldedOpen?: () => void;
  /** Called when a link is chosen, so that the drawer closes (S-SHELL-09). */
  onChoose?: () => void;
}

type Shared = Omit<MenuSectionsProps, 'sections'>;

export function MenuSections({ sections, ...shared }: MenuSectionsProps) {
  return sections.map((section, index) => (
    <div key={section.title ?? index} className={classes.section}>
      {section.title && <p className={classes.title}>{section.title}</p>}
      <ul>
        {section.items.map((item) => (
          <li key={item.label}>
            {item.children ? <Branch item={item} {...shared} /> : <Item item={item} {...shared} />}
          </li>
        ))}
      </ul>
    </div>
  ));
}

function Item({ item, folded = false, onChoose }: Shared & { item: MenuLink }) {
  const {
    label,
    icon: ItemIcon,
    count,
    badge,
    href,
    holdsBelow = false,
    children: _none,
    ...destination
  } = item;
  const inside = (
    <>
      <ItemIcon size={17} stroke={1.75} aria-hidden />
      <span className={classes.label}>{label}</span>
      {count !== undefined && <span className={classes.count}>{formatCount(count)}</span>}
      {badge !== undefined && badge > 0 && (
        <span className={classes.badge}>{formatCount(badge)}</span>
      )}
    </>
  );
  const shared = {
    className: classes.item,
    onClick: onChoose,
    'data-tooltip': folded ? label : undefined,
    'data-tooltip-side': 'right',
  };
  return href ? (
    <a {...shared} href={href} target="_blank" rel="noopener noreferrer">
      {inside}
    </a>
  ) : (
    <Link {...shared} {...destination} activeOptions={{ includeSearch: false, exact: !holdsBelow }}>
      {inside}
    </Link>
  );
}

/** An item with pages below it. It is open when one of them is shown, or when the person opened it. */
function Branch({ item, folded = false, onFoldedOpen, onChoose }: Shared & { item: MenuLink }) {
  const { label, icon: ItemIcon, count, children = [] } = item;
  const id = useId();
  const isHere = useIsHere(children);
  const [chosen, setChosen] = useState<boolean>();
  const open = !folded && (chosen ?? isHere);
  const press = () => {
    if (folded) {
      onFoldedOpen?.();
      setChosen(true);
    } else {
      setChosen(!open);
    }
  };
  return (
    <>
      <button
        data-tooltip={folded ? label : undefined}
        data-tooltip-side="right"
        type="button"
        className={classes.item}
        aria-expanded={open}
        aria-controls={id}
        data-here={(isHere && folded) || undefined}
        onClick={press}
      >
        <ItemIcon size={17} stroke={1.75} aria-hidden />
        <span className={classes.label}>{label}</span>
        {count !== undefined && !open && (
          <span className={classes.count}>{formatCount(count)}</span>
        )}
        <IconChevronDown size={16} stroke={1.75} className={classes.chevron} aria-hidden />
      </button>
      <ul id={id} className={classes.branch} hidden={!open}>
        {children.map(({ label: name, remark, count: number, ...destination }) => (
          <li key={name}>
            <Link
              className={classes.twig}
              {...destination}
              activeOptions={{ includeSearch: false, exact: true }}
              onClick={onChoose}
            >
              <span className={classes.label}>
                {name}
                {remark && <small className={classes.remark}>{remark}</small>}
              </span>
              {number !== undefined && <span className={classes.count}>{formatCount(number)}</span>}
            </Link>
          </li>
        ))}
      </ul>
    </>
  );
}

function useIsHere(children: readonly MenuChild[]): boolean {
  const matchRoute = useMatchRoute();
  return children.some(({ to }) => to !== undefined && Boolean(matchRoute({ to })));
}
