import { lazyComponent, useOpenedPart } from '../../foundation/lazy-component.tsx';
import type { BottomSheetProps } from './BottomSheetFrame.tsx';

const Frame = lazyComponent<BottomSheetProps>(
  async () => (await import('../drawn-later.ts')).BottomSheetFrame,
);

/** The phone's bottom sheet. Esc, the scrim and the grip close it. It comes after the first paint. */
export function BottomSheet(props: BottomSheetProps) {
  return useOpenedPart(Frame, props.opened) && <Frame {...props} />;
}
