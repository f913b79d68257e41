import type { Icon } from '@tabler/icons-react';
import type { ReactNode } from 'react';

interface ReceiptLink {
  label: string;
  value: string;
  /** Content drawn instead of a longer value. */
  shown?: ReactNode;
  /** The value is a longer text over several lines. */
  wrap?: 'beside';
}

export interface ReceiptContent {
  title: string;
  /** A shorter title for the phone. */
  phoneTitle?: string;
  subtitle?: ReactNode;
  phoneSubtitle?: ReactNode;
  credentials: readonly { label: string; value: string }[];
  /** `phone` marks the two facts under the credentials on the phone. */
  facts: readonly { label: string; value: ReactNode; phone?: boolean }[];
  /** A control above the links that selects the content to show and copy. */
  choice?: ReactNode;
  /** Heading of the right half on the desktop; «Links» if not given. */
  linksTitle?: string;
  /**
   * `phoneHint` is the text at the right of a folded group. Without it the number of links is
   * shown.
   */
  linkGroups: readonly {
    title: string;
    icon: Icon;
    phoneHint?: string;
    items: readonly ReceiptLink[];
  }[];
  qr?: { text: string; title: string; note: string } | undefined;
  onWhatsApp?: (() => void) | undefined;
  /** Text that «Copiar» puts on the clipboard. */
  copyText: string;
  /** The second button next to it: «Copiar Completo», «Copiar Simples». */
  copyOther: { label: string; text: string };
  /** Names the screen where the same receipt can be opened again. */
  hint?: ReactNode;
}
