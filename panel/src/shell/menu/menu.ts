import type { Icon } from '@tabler/icons-react';
import type { Destination } from '../../ui/destination.ts';

/** The menu as plain data, so that the shell knows no domain. It holds only what the person may see. */
export interface MenuLink extends Partial<Destination> {
  label: string;
  icon: Icon;
  /** A count at the right, such as «208». */
  count?: number | undefined;
  /** A number that asks for attention, drawn in the accent colour. */
  badge?: number | undefined;
  /** A link to another site, instead of `to`. */
  href?: string;
  /** The item stays marked as current on the pages below its own. */
  holdsBelow?: boolean;
  /** Items that unfold below it. */
  children?: readonly MenuChild[];
}

export interface MenuChild extends Partial<Destination> {
  label: string;
  /** A small note below the label, such as «por tempo limitado». */
  remark?: string;
  count?: number | undefined;
}

export interface MenuSection {
  title?: string;
  /** Represents the group in the folded sidebar. */
  icon?: Icon;
  /** Daily work: the group is open until the person folds it. */
  isDaily?: boolean;
  items: readonly MenuLink[];
}

/** A tab of the phone's bottom bar; the shell adds + and «Mais» itself. */
export interface Tab extends Destination {
  label: string;
  icon: Icon;
  /** The tab stays marked as current on these pages too. */
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
  /** Shown in titles of pages; the name is used without it. */
  title?: string;
  /** URL of the brand's logo; the product's own mark is used without it. */
  logo?: string | undefined;
}
