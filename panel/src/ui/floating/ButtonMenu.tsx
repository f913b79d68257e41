import { lazyComponent } from '../../foundation/lazy-component.tsx';
import type { MenuContent, MenuFrameProps } from './frame-props.ts';
import { type OpenedProps, type OpenerButton, useOpener } from './use-opener.ts';

interface ButtonMenuProps extends OpenedProps, MenuContent {
  button: OpenerButton;
}

const Frame = lazyComponent<MenuFrameProps>(
  async () => (await import('../drawn-later.ts')).MenuFrame,
);

export function ButtonMenu({ button, opened, onChange, ...menu }: ButtonMenuProps) {
  const opener = useOpener(button, 'menu', Frame, { opened, onChange });
  return (
    <>
      {opener.button}
      {opener.frame && <Frame {...menu} {...opener.frame} />}
    </>
  );
}
