import { Modal } from '@mantine/core';
import { useClosedByBack } from '../../foundation/back.ts';
import { useIsPhone } from '../../foundation/viewport.ts';
import { useIsConfirmationOpen } from '../dialogs/dialogs.tsx';
import { useFocusReturn } from '../dialogs/use-focus-return.ts';
import type { ReceiptContent } from './receipt-content.ts';
import { ReceiptPage } from './ReceiptPage.tsx';
import { ReceiptPanes } from './ReceiptPanes.tsx';
import classes from './Receipt.module.css';

interface ReceiptProps extends ReceiptContent {
  opened: boolean;
  onClose: () => void;
}

/**
 * Receipt for the customer. Credentials are first, followed by links in groups. The actions have a
 * fixed position.
 */
export function Receipt({ opened, onClose, ...content }: ReceiptProps) {
  const isPhone = useIsPhone();
  const behind = useIsConfirmationOpen();
  useClosedByBack(opened, onClose);
  useFocusReturn(opened);
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
