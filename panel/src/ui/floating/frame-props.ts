/** Types that the buttons share with the frames that they load. */
import type { MenuProps, PopoverProps } from '@mantine/core';
import type { Icon } from '@tabler/icons-react';
import type { LinkProps } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { FrameProps } from './use-opener.ts';

export interface MenuChoice {
  key: string;
  label: string;
  icon?: Icon | undefined;
  /** Content at the end of the entry. */
  aside?: ReactNode;
  tone?: string | undefined;
  /**
   * True for the selected entry of a group in which only one entry can be selected. The entry then
   * has a mark.
   */
  chosen?: boolean | undefined;
  /** Page that the entry opens. An entry without a page calls `choose`. */
  to?: LinkProps['to'];
  choose?: (() => void) | undefined;
  /** Entries of a submenu. They replace the entries of the menu. */
  choices?: readonly MenuChoice[] | undefined;
}

export interface MenuContent extends Pick<MenuProps, 'position' | 'offset'> {
  /**
   * Returns the groups of entries. A separator is shown between groups. Called when the menu is
   * rendered.
   */
  choices: () => readonly (readonly MenuChoice[])[];
  /**
   * True if a chosen entry runs only after the menu has closed and the focus has returned to the
   * button.
   */
  opensDialogs?: boolean;
}

export interface PopoverContent extends Pick<PopoverProps, 'position' | 'offset' | 'width'> {
  className?: string | undefined;
  children: ReactNode;
}

export type MenuFrameProps = FrameProps & MenuContent;
export type PopoverFrameProps = FrameProps & PopoverContent;
