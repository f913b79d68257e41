import type { Icon } from '@tabler/icons-react';
import type { ReactNode } from 'react';

interface ReceiptLink {
  label: string;
  value: string;
  /** Content shown instead of a longer value. */
  shown?: ReactNode;
  /** Set if the value is a longer text that needs several text lines. */
  wrap?: 'beside';
}

export interface ReceiptContent {
  title: string;
  /** Shorter title for the phone. */
  phoneTitle?: string;
  subtitle?: ReactNode;
  phoneSubtitle?: ReactNode;
  credentials: readonly { label: string; value: string }[];
  /**
   * Labelled values of the receipt. `phone` is true for the two values that the phone shows below
   * the credentials.
   */
  facts: readonly { label: string; value: ReactNode; phone?: boolean }[];
  /** Control above the links. It selects which content is shown and copied. */
  choice?: ReactNode;
  /** Heading of the right half on the desktop. The default is «Links». */
  linksTitle?: string;
  /**
   * Groups of links. `phoneHint` is the text at the right of a collapsed group; by default it is
   * the number of links.
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
  /** Second copy button, next to «Copiar»: «Copiar Completo», «Copiar Simples». */
  copyOther: { label: string; text: string };
  /** Hint that names the screen where the user can open the receipt again. */
  hint?: ReactNode;
}
