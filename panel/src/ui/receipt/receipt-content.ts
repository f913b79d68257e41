import type { Icon } from '@tabler/icons-react';
import type { ReactNode } from 'react';

export interface ReceiptLink {
  label: string;
  value: string;
  /** What is drawn instead of the value when the value is a longer text. */
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
  /** `phone` marks the two that stand under the credentials on the phone. */
  facts: readonly { label: string; value: ReactNode; phone?: boolean }[];
  /** A choice, above the links, of what is shown and copied. */
  choice?: ReactNode;
  /** The heading of the desktop's right half; «Links» if not given. */
  linksTitle?: string;
  /** `phoneHint` is the word at the right of a folded group; without it the number of links is shown. */
  linkGroups: readonly {
    title: string;
    icon: Icon;
    phoneHint?: string;
    items: readonly ReceiptLink[];
  }[];
  qr?: { text: string; title: string; note: string } | undefined;
  onWhatsApp?: (() => void) | undefined;
  /** What «Copiar» puts on the clipboard. */
  copyText: string;
  /** The second button beside it: «Copiar Completo», «Copiar Simples». */
  copyOther: { label: string; text: string };
  /** Says where the same receipt can be opened again. */
  hint?: ReactNode;
}
