import { CloseButton, Modal } from '@mantine/core';
import type { ReactNode } from 'react';
import { useClosedByBack } from '../../foundation/back.ts';
import { useIsPhone } from '../../foundation/viewport.ts';
import classes from './Dialog.module.css';
import { DialogFoot } from './DialogFoot.tsx';
import { DialogHead } from './DialogHead.tsx';
import { useQuestionOpen } from './dialogs.tsx';
import { useFocusReturn } from './use-focus-return.ts';
import { useSettled } from './use-settled.ts';

export interface DialogProps {
  opened: boolean;
  onClose: () => void;
  title: string;
  subtitle?: ReactNode;
  /** An avatar or an icon before the title. */
  lead?: ReactNode;
  width?: number;
  /** Buttons at the bottom. */
  footer?: ReactNode;
  /** True while a request runs. The dialog cannot be closed then. */
  busy?: boolean;
  /**
   * True if the dialog shows content that is visible only once. Only one of its own buttons closes
   * it.
   */
  closedByButton?: boolean;
  /** True if the dialog contains input, so that a press outside must not close it. */
  holdsInput?: boolean;
  children: ReactNode;
}

/**
 * Frame of a form in a dialog, or in a sheet on the phone. It is hidden while a confirmation or
 * message is open.
 */
export function Dialog({
  opened,
  onClose,
  title,
  subtitle,
  lead,
  width = 480,
  footer,
  busy = false,
  closedByButton = false,
  holdsInput = false,
  children,
}: DialogProps) {
  const isPhone = useIsPhone();
  const behind = useQuestionOpen();
  const stays = busy || closedByButton;
  const locked = behind || stays;
  const isSettled = useSettled(opened);
  useClosedByBack(opened, onClose, stays);
  useFocusReturn(opened);
  return (
    <Modal.Root
      opened={opened}
      onClose={onClose}
      closeOnEscape={!locked}
      closeOnClickOutside={!locked && !holdsInput && isSettled}
      centered={!isPhone}
      size={width}
      transitionProps={{
        duration: 240,
        exitDuration: 120,
        transition: isPhone ? 'slide-up' : 'pop',
      }}
      className={classes.root}
      data-behind={behind || undefined}
    >
      <Modal.Overlay />
      <Modal.Content classNames={{ content: classes.content }} data-dialog>
        <DialogHead lead={lead} text={subtitle} closable>
          <Modal.Title>{title}</Modal.Title>
        </DialogHead>
        <div className={classes.body}>{children}</div>
        {footer && <DialogFoot sticky>{footer}</DialogFoot>}
        {/* Last in the tab order, so that the focus starts on the first field. */}
        <CloseButton
          className={classes.close}
          aria-label="Fechar"
          disabled={stays}
          onClick={onClose}
        />
      </Modal.Content>
    </Modal.Root>
  );
}
