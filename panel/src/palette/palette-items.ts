import type { Icon } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { Destination } from '../ui/destination.ts';
import type { TypedAct } from './verbs.ts';

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
  /** Either a link or an act. */
  readonly to?: Destination;
  readonly run?: () => void;
  /** Acts that Tab shows instead of the results. */
  readonly more?: readonly Offer[];
  /** True if Enter in the field never opens the row: a guess, or one of several equal hits. */
  readonly isGuess?: boolean;
  /** True if the row creates something. Enter opens it only if nothing else matches. */
  readonly creates?: boolean;
  /** True if the act costs more than the balance. */
  readonly isUnaffordable?: boolean;
  /** True if the act can be undone for some seconds. */
  readonly isUndoable?: boolean;
  readonly acts?: readonly KeyAct[];
  /** Text that Ctrl C copies. */
  readonly copies?: string;
}

export interface RowPlace {
  /** The action typed before the name. */
  readonly act: TypedAct | undefined;
  readonly go: (to: Destination) => void;
}

export interface Group {
  readonly title: string;
  readonly offers: readonly Offer[];
}
