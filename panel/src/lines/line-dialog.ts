import type { LineChange, LinePlatform } from './platform.ts';
import type { Asking } from './questions.tsx';

/** What every window about a line is given. */
export interface LineDialogProps {
  readonly platform: LinePlatform;
  readonly asking: Asking;
  readonly onClose: () => void;
  readonly onDone: (change: LineChange, title: string) => void;
}
