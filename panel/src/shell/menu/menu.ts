import type { Icon } from '@tabler/icons-react';
import type { Destination } from '../../ui/destination.ts';

/** The shell knows no domain: what it draws comes in as plain data. What a person may not see is not in it. */
export interface MenuLink extends Partial<Destination> {
  label: string;
  icon: Icon;
  /** Drawn at the right: «208». */
  count?: number | undefined;
  /** A number that asks for attention, in the accent. */
  badge?: number | undefined;
  /** A link out of the panel, instead of `to`. */
  href?: string;
  /** It stays the chosen one on the pages below its own. */
  holdsBelow?: boolean;
  /** Unfolds below it, on the branch. */
  children?: readonly MenuChild[];
}

export interface MenuChild extends Partial<Destination> {
  label: string;
  /** Small, below the label: «por tempo limitado». */
  remark?: string;
  count?: number | undefined;
}

export interface MenuSection {
  title?: string;
  items: readonly MenuLink[];
}

/** A place of the phone's bottom bar; + and «Mais» are the shell's own. */
export interface Tab extends Destination {
  label: string;
  icon: Icon;
  /** It stays the chosen one on these pages too. */
  holds?: readonly string[];
}

/** What the phone's + offers: tests first, then what is created. */
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
  /** Of the pages; the name without one. */
  title?: string;
  /** Address of the brand's logo; the mark of the house without it. */
  logo?: string | undefined;
}
