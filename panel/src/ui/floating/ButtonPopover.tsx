import { lazyComponent } from '../../foundation/lazy-component.tsx';
import type { PopoverContent, PopoverFrameProps } from './frame-props.ts';
import { type OpenedProps, type OpenerButton, useOpener } from './use-opener.ts';

interface ButtonPopoverProps extends OpenedProps, PopoverContent {
  button: OpenerButton;
}

const Frame = lazyComponent<PopoverFrameProps>(
  async () => (await import('../drawn-later.ts')).PopoverFrame,
);

/**
 * A button with a small panel next to it. The panel has the button's name and contains the focus
 * while it is open.
 */
export function ButtonPopover({ button, opened, onChange, ...panel }: ButtonPopoverProps) {
  const opener = useOpener(button, 'dialog', Frame, { opened, onChange });
  return (
    <>
      {opener.button}
      {opener.frame && <Frame {...panel} {...opener.frame} />}
    </>
  );
}
