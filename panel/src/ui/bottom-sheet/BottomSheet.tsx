import { lazyComponent, useOpenedPart } from '../../foundation/lazy-component.tsx';
import type { BottomSheetProps } from './BottomSheetFrame.tsx';

const Frame = lazyComponent<BottomSheetProps>(
  async () => (await import('../drawn-later.ts')).BottomSheetFrame,
);

/**
 * Sheet at the bottom of the phone. Esc, the backdrop and the handle close it. Its code loads when
 * the browser is idle.
 */
export function BottomSheet(props: BottomSheetProps) {
  return useOpenedPart(Frame, props.opened) && <Frame {...props} />;
}
