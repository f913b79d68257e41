import type { PopoverProps } from '@mantine/core';
import type { ReactNode } from 'react';
import { lazyComponent } from '../../foundation/lazy-component.tsx';
import { type FrameProps, type OpenedProps, type OpenerButton, useOpener } from './use-opener.ts';

export interface ButtonPopoverProps
  extends OpenedProps, Pick<PopoverProps, 'position' | 'offset' | 'width'> {
  button: OpenerButton;
  className?: string | undefined;
  children: ReactNode;
}

type PopoverFrameProps = FrameProps & Omit<ButtonPopoverProps, 'button'>;

const Frame = lazyComponent<PopoverFrameProps>(
  async () => (await import('../drawn-later.ts')).PopoverFrame,
);

/** A button with a small panel beside it, which has the button's name and holds the focus while it is open. */
export function ButtonPopover({ button, opened, onChange, ...panel }: ButtonPopoverProps) {
  const opener = useOpener(button, 'dialog', Frame, { opened, onChange });
  return (
    <>
      {opener.button}
      {opener.frame && <Frame {...panel} {...opener.frame} />}
    </>
  );
}
