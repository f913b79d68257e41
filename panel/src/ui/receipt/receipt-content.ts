import type { Icon } from '@tabler/icons-react';
import type { ReactNode } from 'react';

interface ReceiptLink {
  label: string;
  value: string;
  /** Content shown instead of a longer value. */
  shown?: ReactNode;
  /** Set if the value is a longer text over several lines. */
  wrap?: 'beside';
}

export interface ReceiptContent {
  title: string;
  /** Shorter title for the phone. */
  phoneTitle?: string;
  subtitle?: ReactNode;
  phoneSubtitle?: ReactNode;
  credentials: readonly { label: string; value: string }[];
  /** `phone` marks the two facts under the credentials on the phone. */
  facts: readonly { label: string; value: ReactNode; phone?: boolean }[];
  /** A control above the links that selects the content to show and copy. */
  choice?: ReactNode;
  /** Heading of the right half on the desktop. The default is «Links». */
  linksTitle?: string;
  /**
   * `phoneHint` is the text at the right of a collapsed group. By default the number of links is
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
  /** Text that «Copiar» copies to the clipboard. */
  copyText: string;
  /** Second button next to «Copiar»: «Copiar Completo», «Copiar Simples». */
  copyOther: { label: string; text: string };
  /** Hint with the screen where the same receipt can be opened again. */
  hint?: ReactNode;
}
