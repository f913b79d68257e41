import type { Icon } from '@tabler/icons-react';
import type { ReactNode } from 'react';

export interface ReceiptLink {
  label: string;
  value: string;
  /** What is drawn where the value itself is a longer text. */
  shown?: ReactNode;
  /** A longer text over several lines. */
  wrap?: 'beside';
}

export interface ReceiptContent {
  title: string;
  /** Shorter, for the phone. */
  phoneTitle?: string;
  subtitle?: ReactNode;
  phoneSubtitle?: ReactNode;
  credentials: readonly { label: string; value: string }[];
  /** `phone`: one of the two that stand under the credentials there. */
  facts: readonly { label: string; value: ReactNode; phone?: boolean }[];
  /** Above the links: a choice of what is shown and copied. */
  choice?: ReactNode;
  /** Over the desktop's right half; «Links» where nothing is said. */
  linksTitle?: string;
  /** `phoneHint` is the word at the right of the folded group; else it counts its links. */
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
  /** Where the same receipt is found again. */
  hint?: ReactNode;
}
