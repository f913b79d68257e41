import type { LineChange, LinePlatform } from '../platforms/platform.ts';
import type { LineContext } from './line-confirmations.tsx';

export interface LineDialogProps {
  readonly platform: LinePlatform;
  readonly context: LineContext;
  readonly onClose: () => void;
  readonly onDone: (change: LineChange, title: string) => void;
}
