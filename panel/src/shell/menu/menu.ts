import type { Icon } from '@tabler/icons-react';
import type { Destination } from '../../ui/destination.ts';

/**
 * Entry of the menu as plain data, so that the shell does not depend on a domain. The menu contains
 * only permitted entries.
 */
export interface MenuLink extends Partial<Destination> {
  label: string;
  icon: Icon;
  /** Number at the right of the entry, such as «208». */
  count?: number | undefined;
  /** Number of items that need attention, shown in the accent colour. */
  badge?: number | undefined;
  /** Link to another site, used instead of `to`. */
  href?: string;
  /** True if the entry is also marked as current on pages whose path is below its own path. */
  holdsBelow?: boolean;
  /** Sub-entries. The entry shows and hides them. */
  children?: readonly MenuChild[];
}

export interface MenuChild extends Partial<Destination> {
  label: string;
  /** Small note below the label, such as «por tempo limitado». */
  remark?: string;
  count?: number | undefined;
}

export interface MenuSection {
  title?: string;
  /** Icon that represents the group in the folded sidebar. */
  icon?: Icon;
  /** True for a group of daily work. It is open until the user collapses it. */
  isDaily?: boolean;
  items: readonly MenuLink[];
}

/** A tab of the phone's bottom bar. The shell adds + and «Mais». */
export interface Tab extends Destination {
  label: string;
  icon: Icon;
  /** Other pages on which the tab is marked as current. */
  holds?: readonly string[];
}

/** Entry of the + button on a phone. Tests are first, followed by other things to create. */
export interface CreateLink extends Destination {
  label: string;
  icon: Icon;
  hint?: string;
  look?: 'test';
}

export interface ShellUser {
  id: number;
  name: string;
  profileLabel: string;
}

export interface ShellBrand {
  name: string;
  /** Name in page titles. If absent, `name` is used. */
  title?: string;
  /** URL of the brand's logo. If absent, the mark of the product is used. */
  logo?: string | undefined;
}
