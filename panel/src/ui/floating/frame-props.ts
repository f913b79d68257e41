/** Types shared by the buttons and by the frames that they load. */
import type { MenuProps, PopoverProps } from '@mantine/core';
import type { Icon } from '@tabler/icons-react';
import type { LinkProps } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { FrameProps } from './use-opener.ts';

export interface MenuChoice {
  key: string;
  label: string;
  icon?: Icon | undefined;
  /** At the end of its line. */
  aside?: ReactNode;
  tone?: string | undefined;
  /** Of choices of which one holds: whether this is it. A mark says so. */
  chosen?: boolean | undefined;
  /** The page it leads to; any other does `choose`. */
  to?: LinkProps['to'];
  choose?: (() => void) | undefined;
  /** The choices of its submenu, which replace those of the menu. */
  choices?: readonly MenuChoice[] | undefined;
}

export interface MenuContent extends Pick<MenuProps, 'position' | 'offset'> {
  /** In groups, with a line between two; computed when the menu is drawn. */
  choices: () => readonly (readonly MenuChoice[])[];
  /** Runs the choice after the menu has closed and the focus is back at the button. */
  opensDialogs?: boolean;
}

export interface PopoverContent extends Pick<PopoverProps, 'position' | 'offset' | 'width'> {
  className?: string | undefined;
  children: ReactNode;
}

export type MenuFrameProps = FrameProps & MenuContent;
export type PopoverFrameProps = FrameProps & PopoverContent;
