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
 * Button that opens a small panel next to it. The panel has the name of the button, and the focus
 * stays inside it while it is open.
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
