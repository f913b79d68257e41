import type { Icon } from '@tabler/icons-react';
import type { Destination } from '../../ui/destination.ts';

/**
 * The menu as plain data, so that the shell does not depend on a domain. Contains only permitted
 * entries.
 */
export interface MenuLink extends Partial<Destination> {
  label: string;
  icon: Icon;
  /** Count at the right, such as «208». */
  count?: number | undefined;
  /** Number of items that need attention, in the accent colour. */
  badge?: number | undefined;
  /** Link to another site, used instead of `to`. */
  href?: string;
  /** True if the entry stays marked as current on pages below its own. */
  holdsBelow?: boolean;
  /** Sub-entries that the entry can show or hide. */
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
  /** Represents the group in the folded sidebar. */
  icon?: Icon;
  /** True for daily work: the group is open until the user collapses it. */
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

/** An entry of the + button on a phone: tests first, then other things to create. */
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
