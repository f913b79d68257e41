import { useRef } from 'react';
import type { ReactNode } from 'react';
import { lazyComponent, usePrefetch } from '../../foundation/lazy-component.tsx';

export interface BottomSheetProps {
  opened: boolean;
  onClose: () => void;
  /** It has left the screen. */
  onClosed?: (() => void) | undefined;
  /** What a reader hears as the name of the sheet. */
  label: string;
  title?: ReactNode;
  note?: ReactNode;
  aside?: ReactNode;
  children: ReactNode;
}

const Frame = lazyComponent<BottomSheetProps>(
  async () => (await import('./BottomSheetFrame.tsx')).BottomSheetFrame,
);

/** The phone's bottom sheet. Esc, the scrim and the grip close it. It comes after the first paint. */
export function BottomSheet(props: BottomSheetProps) {
  const fetched = usePrefetch(Frame);
  const wanted = useRef(false);
  wanted.current ||= props.opened || fetched;
  return wanted.current && <Frame {...props} />;
}
