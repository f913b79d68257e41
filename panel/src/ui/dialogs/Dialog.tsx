import { Button, CloseButton, Modal } from '@mantine/core';
import { type Icon, IconChevronLeft } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useClosedByBack } from '../../foundation/back.ts';
import { useIsPhone } from '../../foundation/viewport.ts';
import classes from './Dialog.module.css';
import { DialogFoot } from './DialogFoot.tsx';
import { DialogHead } from './DialogHead.tsx';
import { IconTile } from '../IconTile.tsx';
import { useIsConfirmationOpen } from './dialogs.tsx';
import { useFocusReturn } from './use-focus-return.ts';
import { useSettled } from './use-settled.ts';

export interface DialogProps {
  opened?: boolean;
  onClose: () => void;
  title: string;
  subtitle?: ReactNode;
  /** Avatar before the title. */
  lead?: ReactNode;
  /** Icon before the title, with the background colour of the tone. */
  icon?: Icon | undefined;
  tone?: 'accent' | 'bad';
  width?: number | undefined;
  footer?: ReactNode;
  /** Label of the only button at the bottom, which closes the dialog. */
  closeLabel?: string;
  closeVariant?: 'filled' | 'default';
  /** True while a request is running. The dialog cannot be closed during that time. */
  busy?: boolean;
  /**
   * True if the dialog shows content that is visible only once. Only the buttons of the dialog then
   * close it.
   */
  closedByButton?: boolean;
  /**
   * True if closing the dialog could lose input. A press outside of the dialog then does not close
   * it.
   */
  holdsInput?: boolean;
  /** True for a long form, which fills the screen of a phone like a page. */
  fillsPhone?: boolean;
  children: ReactNode;
}

/**
 * Frame of a form in a dialog. On the phone it is a sheet, or a page if `fillsPhone` is set. Hidden
 * while a confirmation or a message is open.
 */
export function Dialog({
  opened = true,
  onClose,
  title,
  subtitle,
  width = 480,
  footer,
  busy = false,
  closedByButton = false,
  holdsInput = false,
  fillsPhone = false,
  children,
  ...props
}: DialogProps) {
  const { closeLabel } = props;
  const isPhone = useIsPhone();
  const isPage = fillsPhone && isPhone;
  const behind = useIsConfirmationOpen();
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
      fullScreen={isPage}
      size={width}
      transitionProps={{
        duration: 240,
        exitDuration: 120,
        transition: isPhone ? 'slide-up' : 'pop',
      }}
      className={classes.root}
      data-behind={behind || undefined}
      data-page={isPage || undefined}
    >
      <Modal.Overlay />
      <Modal.Content classNames={{ content: classes.content }} data-dialog>
        <DialogHead lead={isPage ? undefined : <Lead {...props} />} text={subtitle} closable>
          <Modal.Title>{title}</Modal.Title>
        </DialogHead>
        <div className={classes.body}>{children}</div>
        {footer && <DialogFoot sticky>{footer}</DialogFoot>}
        {closeLabel && (
          <DialogFoot sticky>
            <Button size="md" variant={props.closeVariant ?? 'filled'} onClick={onClose}>
              {closeLabel}
            </Button>
          </DialogFoot>
        )}
        {/* Last element in the tab order, so that the focus starts on the first field. */}
        <CloseButton
          className={classes.close}
          icon={isPage && <IconChevronLeft size={22} stroke={1.75} aria-hidden />}
          aria-label={isPage ? 'Voltar' : 'Fechar'}
          disabled={stays}
          onClick={onClose}
        />
      </Modal.Content>
    </Modal.Root>
  );
}

const Lead = ({ lead, icon: LeadIcon, tone }: Pick<DialogProps, 'lead' | 'icon' | 'tone'>) =>
  LeadIcon ? (
    <IconTile tone={tone}>
      <LeadIcon size={22} stroke={1.75} aria-hidden />
    </IconTile>
  ) : (
    lead
  );
