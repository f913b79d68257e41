import { Box } from '@mantine/core';
import { useLocalStorage } from '@mantine/hooks';
import { IconChevronDown, IconDots } from '@tabler/icons-react';
import { Link, useMatchRoute } from '@tanstack/react-router';
import { useId, useState } from 'react';
import { formatCount } from '../../foundation/numbers.ts';
import { ButtonMenu } from '../../ui/floating/ButtonMenu.tsx';
import type { MenuChild, MenuLink, MenuSection } from './menu.ts';
import classes from './MenuSections.module.css';

interface MenuSectionsProps {
  sections: readonly MenuSection[];
  /** True if the user can collapse groups. This device stores which groups are collapsed. */
  foldable?: boolean;
  folded?: boolean;
  /** Called when the user presses a link. The drawer then closes (S-SHELL-09). */
  onChoose?: () => void;
}

type SharedProps = Pick<MenuSectionsProps, 'folded' | 'onChoose'>;

export function MenuSections({ sections, foldable = false, ...shared }: MenuSectionsProps) {
  return sections.map((section, index) => {
    const key = section.title ?? index;
    if (!section.title || !foldable) return <Plain key={key} section={section} {...shared} />;
    return shared.folded ? (
      <IconGroup key={key} section={section} title={section.title} />
    ) : (
      <FoldingGroup key={key} section={section} title={section.title} {...shared} />
    );
  });
}

const Plain = ({ section, ...shared }: SharedProps & { section: MenuSection }) => (
  <div className={classes.section}>
    {section.title && <p className={classes.title}>{section.title}</p>}
    <ul>
      {section.items.map((item) => (
        <li key={item.label}>
          <Entry item={item} {...shared} />
        </li>
      ))}
    </ul>
  </div>
);

const Entry = ({ item, ...shared }: SharedProps & { item: MenuLink }) =>
  item.children ? <Branch item={item} {...shared} /> : <Item item={item} {...shared} />;

interface GroupProps extends SharedProps {
  section: MenuSection;
  title: string;
}

/**
 * Group that the user can collapse. By default it is open if it contains the current entry or daily
 * work. The user's choice overrides the default. A collapsed group still shows the current entry.
 */
function FoldingGroup({ section, title, ...shared }: GroupProps) {
  const { items, isDaily = false } = section;
  const id = useId();
  const isCurrent = useIsCurrent();
  const isHere = items.some(isCurrent);
  const [choices, setChoices] = useLocalStorage<Readonly<Record<string, boolean>>>({
    key: 'ramal.menu-grupos',
    defaultValue: {},
    getInitialValueInEffect: false,
  });
  const open = choices[title] ?? (isDaily || isHere);
  return (
    <div className={classes.section} data-closed={!open || undefined}>
      <button
        type="button"
        className={classes.title}
        data-menu-group
        aria-expanded={open}
        aria-controls={id}
        onClick={() => setChoices({ ...choices, [title]: !open })}
      >
        <span className={classes.label}>{title}</span>
        <IconChevronDown size={14} stroke={1.75} className={classes.chevron} aria-hidden />
      </button>
      <ul id={id} hidden={!open && !isHere}>
        {items
          .filter((item) => open || isCurrent(item))
          .map((item) => (
            <li key={item.label}>
              <Entry item={item} {...shared} />
            </li>
          ))}
      </ul>
    </div>
  );
}

/** Group of the folded sidebar: one icon that opens a menu with the entries. */
function IconGroup({ section: { items, icon: GroupIcon = IconDots }, title }: GroupProps) {
  const isCurrent = useIsCurrent();
  const choices = () => [
    items.flatMap((item) =>
      (item.children ?? [item]).map((entry: MenuChild & { href?: string }) => ({
        key: `${item.label} ${entry.label}`,
        label: item.children ? `${item.label}: ${entry.label}` : item.label,
        icon: item.icon,
        to: entry.to,
        aside: asideOf(item.badge ?? entry.count),
        choose: () => window.open(entry.href, '_blank', 'noopener,noreferrer'),
      })),
    ),
  ];
  return (
    <div className={classes.section}>
      <ButtonMenu
        position="right-start"
        choices={choices}
        button={
          <button
            type="button"
            className={classes.item}
            data-tooltip={title}
            data-tooltip-side="right"
            data-here={items.some(isCurrent) || undefined}
          >
            <GroupIcon size={17} stroke={1.75} aria-hidden />
            <span className={classes.label}>{title}</span>
          </button>
        }
      />
    </div>
  );
}

const asideOf = (count: number | undefined) =>
  count !== undefined && count > 0 ? formatCount(count) : undefined;

function Item({ item, folded = false, onChoose }: SharedProps & { item: MenuLink }) {
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

/**
 * Entry with sub-entries. By default it is open if one of their pages is shown. The user's choice
 * overrides the default.
 */
function Branch({ item, onChoose }: SharedProps & { item: MenuLink }) {
  const { label, icon: ItemIcon, count, children = [] } = item;
  const id = useId();
  const isHere = useIsCurrent()(item);
  const [chosen, setChosen] = useState<boolean>();
  const open = chosen ?? isHere;
  return (
    <>
      <button
        type="button"
        className={classes.item}
        aria-expanded={open}
        aria-controls={id}
        onClick={() => setChosen(!open)}
      >
        <ItemIcon size={17} stroke={1.75} aria-hidden />
        <span className={classes.label}>{label}</span>
        {count !== undefined && !open && (
          <span className={classes.count}>{formatCount(count)}</span>
        )}
        <IconChevronDown size={16} stroke={1.75} className={classes.chevron} aria-hidden />
      </button>
      <Box
        component="ul"
        pos="relative"
        ps="calc(2 * var(--space-xl))"
        id={id}
        className={classes.branch}
        hidden={!open}
      >
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
      </Box>
    </>
  );
}

/**
 * Returns a function that tells whether an entry, or one of its sub-entries, leads to the current
 * page.
 */
function useIsCurrent(): (item: MenuLink) => boolean {
  const matchRoute = useMatchRoute();
  return ({ to, holdsBelow = false, children = [] }) =>
    [{ to, fuzzy: holdsBelow }, ...children.map((child) => ({ to: child.to, fuzzy: false }))].some(
      (page) => page.to !== undefined && Boolean(matchRoute({ to: page.to, fuzzy: page.fuzzy })),
    );
}
