import type { Icon } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { Destination } from '../ui/destination.ts';

export interface KeyAct {
  /** Letter key that runs the action while the row has the focus. */
  readonly letter: string;
  readonly word: string;
  /** Content of the action's button on the phone, which has no keyboard shortcuts. */
  readonly button: ReactNode;
  readonly look?: 'whatsapp';
  readonly run: () => void;
}

export interface Offer {
  readonly key: string;
  readonly icon: Icon | undefined;
  /** Name whose initials are shown instead of an icon. */
  readonly avatar?: string;
  readonly title: string;
  readonly note?: string;
  readonly aside?: ReactNode;
  /** Text of `aside` for screen readers, if `aside` is an element. */
  readonly state?: string;
  readonly to: Destination;
  /**
   * True if the row offers to create something with the typed name. Such a row is the last one, and
   * Enter never opens it.
   */
  readonly isGuess?: boolean;
  readonly acts?: readonly KeyAct[];
  /** Text that Ctrl C copies. */
  readonly copies?: string;
}

export interface Group {
  readonly title: string;
  readonly offers: readonly Offer[];
}
