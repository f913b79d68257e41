import { useRef } from 'react';
import { lazyComponent, usePrefetch } from '../../foundation/lazy-component.tsx';
import type { SideSheetProps } from './BottomSheetFrame.tsx';

// One file with the bottom sheet: both are the same drawer.
const Frame = lazyComponent<SideSheetProps>(
  async () => (await import('./BottomSheetFrame.tsx')).SideSheetFrame,
);

/** A sheet from the right of the phone. Esc and the scrim close it. It comes after the first paint. */
export function SideSheet(props: SideSheetProps) {
  usePrefetch(Frame);
  const mounted = useRef(false);
  mounted.current ||= props.opened;
  return mounted.current && <Frame {...props} />;
}
