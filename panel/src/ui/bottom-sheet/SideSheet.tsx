import { lazyComponent, useOpenedPart } from '../../foundation/lazy-component.tsx';
import type { SideSheetProps } from './BottomSheetFrame.tsx';

const Frame = lazyComponent<SideSheetProps>(
  async () => (await import('../drawn-later.ts')).SideSheetFrame,
);

/**
 * Sheet at the right edge of the phone. Esc and the backdrop close it. Its code loads when the
 * browser is idle.
 */
export function SideSheet(props: SideSheetProps) {
  return useOpenedPart(Frame, props.opened) && <Frame {...props} />;
}
