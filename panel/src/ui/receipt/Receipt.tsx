import { Modal } from '@mantine/core';
import type { Icon } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useIsPhone } from '../../foundation/viewport.ts';
import { useQuestionOpen } from '../dialogs/dialogs.tsx';
import { ReceiptPage } from './ReceiptPage.tsx';
import { ReceiptPanes } from './ReceiptPanes.tsx';
import classes from './Receipt.module.css';

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

export interface ReceiptProps extends ReceiptContent {
  opened: boolean;
  onClose: () => void;
}

/** What the customer is waiting for: credentials first, links grouped, the acts in a fixed place. */
export function Receipt({ opened, onClose, ...content }: ReceiptProps) {
  const isPhone = useIsPhone();
  const behind = useQuestionOpen();
  return (
    <Modal.Root
      opened={opened}
      onClose={onClose}
      closeOnEscape={!behind}
      centered={!isPhone}
      fullScreen={isPhone}
      size={960}
      transitionProps={{
        duration: 240,
        exitDuration: 120,
        transition: isPhone ? 'slide-up' : 'pop',
      }}
      className={classes.root}
      data-behind={behind || undefined}
    >
      <Modal.Overlay />
      <Modal.Content classNames={{ content: classes.window }} aria-label={content.title}>
        {isPhone ? (
          <ReceiptPage {...content} onClose={onClose} />
        ) : (
          <ReceiptPanes {...content} onClose={onClose} />
        )}
      </Modal.Content>
    </Modal.Root>
  );
}
