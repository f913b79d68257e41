import { useRef } from 'react';
import { lazyComponent, usePrefetch } from '../../foundation/lazy-component.tsx';
import type { BottomSheetProps } from './BottomSheetFrame.tsx';

const Frame = lazyComponent<BottomSheetProps>(
  async () => (await import('../drawn-later.ts')).BottomSheetFrame,
);

/** The phone's bottom sheet. Esc, the scrim and the grip close it. It comes after the first paint. */
export function BottomSheet(props: BottomSheetProps) {
  usePrefetch(Frame);
  const mounted = useRef(false);
  mounted.current ||= props.opened;
  return mounted.current && <Frame {...props} />;
}
