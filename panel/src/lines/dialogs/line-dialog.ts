import type { LineChange, LinePlatform } from '../platforms/platform.ts';
import type { Asking } from './line-confirmations.tsx';

/** What every window about a line is given. */
export interface LineDialogProps {
  readonly platform: LinePlatform;
  readonly asking: Asking;
  readonly onClose: () => void;
  readonly onDone: (change: LineChange, title: string) => void;
}
