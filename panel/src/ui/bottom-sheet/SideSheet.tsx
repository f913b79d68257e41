import { lazyComponent, useOpenedPart } from '../../foundation/lazy-component.tsx';
import type { SideSheetProps } from './BottomSheetFrame.tsx';

const Frame = lazyComponent<SideSheetProps>(
  async () => (await import('../drawn-later.ts')).SideSheetFrame,
);

/**
 * Sheet at the right edge of the phone. Esc and the backdrop close it. Its code loads after the
 * first paint.
 */
export function SideSheet(props: SideSheetProps) {
  return useOpenedPart(Frame, props.opened) && <Frame {...props} />;
}
