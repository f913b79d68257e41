import type { MenuProps } from '@mantine/core';
import type { Icon } from '@tabler/icons-react';
import type { LinkProps } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { lazyComponent } from '../../foundation/lazy-component.tsx';
import { type FrameProps, type OpenedProps, type OpenerButton, useOpener } from './use-opener.ts';

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

export interface ButtonMenuProps extends OpenedProps, Pick<MenuProps, 'position' | 'offset'> {
  button: OpenerButton;
  /** In groups, with a line between two; asked for when the menu is drawn. */
  choices: () => readonly (readonly MenuChoice[])[];
  /**
   * What is chosen runs when the menu has gone and the focus is back at the button: what it opens gives the
   * focus back to it.
   */
  opensDialogs?: boolean;
}

type MenuFrameProps = FrameProps & Omit<ButtonMenuProps, 'button'>;

const Frame = lazyComponent<MenuFrameProps>(
  async () => (await import('../drawn-later.ts')).MenuFrame,
);

/** A button with a menu. */
export function ButtonMenu({ button, opened, onChange, ...menu }: ButtonMenuProps) {
  const opener = useOpener(button, 'menu', Frame, { opened, onChange });
  return (
    <>
      {opener.button}
      {opener.frame && <Frame {...menu} {...opener.frame} />}
    </>
  );
}
