/** One row of the palette, whatever it is about. */
import type { Icon } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { Destination } from '../ui/destination.ts';

export interface KeyAct {
  /** Pressed while the row has the focus. */
  readonly letter: string;
  readonly word: string;
  /** What its button on the phone holds, where there are no letters to press. */
  readonly button: ReactNode;
  readonly look?: 'whatsapp';
  readonly run: () => void;
}

export interface Offer {
  readonly key: string;
  readonly icon: Icon | undefined;
  /** Instead of an icon: the two letters of an account. */
  readonly avatar?: string;
  readonly title: string;
  readonly note?: string;
  readonly aside?: ReactNode;
  /** The same for who hears it, where it is drawn. */
  readonly state?: string;
  readonly to: Destination;
  readonly acts?: readonly KeyAct[];
  /** What Ctrl C takes along. */
  readonly copies?: string;
}

export interface Group {
  readonly title: string;
  readonly offers: readonly Offer[];
}
