import { lazyComponent, useOpenedPart } from '../../foundation/lazy-component.tsx';
import type { SideSheetProps } from './BottomSheetFrame.tsx';

const Frame = lazyComponent<SideSheetProps>(
  async () => (await import('../drawn-later.ts')).SideSheetFrame,
);

/** A sheet from the right of the phone. Esc and the scrim close it. It comes after the first paint. */
export function SideSheet(props: SideSheetProps) {
  return useOpenedPart(Frame, props.opened) && <Frame {...props} />;
}
