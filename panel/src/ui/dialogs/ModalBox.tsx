import { useEffect, useId, useRef } from 'react';
import type { KeyboardEvent, MouseEvent, ReactNode, SyntheticEvent } from 'react';
import { useClosedByBack } from '../../foundation/back.ts';
import { DialogFoot } from './DialogFoot.tsx';
import { DialogHead } from './DialogHead.tsx';
import classes from './ModalBox.module.css';
import { useFocusReturn } from './use-focus-return.ts';
import { useSettled } from './use-settled.ts';

interface ModalBoxProps {
  /**
   * Appearance of the box. `light`: an ordinary confirmation. `danger`: like `light`, but with an
   * outline around the button that Enter would press. `message`: narrow, with centred text.
   */
  look: 'light' | 'danger' | 'message';
  title: ReactNode;
  /** Icon before the title. */
  icon: ReactNode;
  lead?: ReactNode;
  body: ReactNode;
  foot: ReactNode;
  /** True while an action is running. The box cannot be closed during that time. */
  locked?: boolean;
  onClose: () => void;
}

/**
 * Shows a confirmation or a message in the browser's `<dialog>` element. This element makes the
 * rest of the page inert, covers every other dialog, and adds no code to the sign-in. The focus
 * starts on `[data-autofocus]`. After the box closes, the focus returns to the previous element.
 */
export function ModalBox({
  look,
  title,
  icon,
  lead,
  body,
  foot,
  locked = false,
  onClose,
}: ModalBoxProps) {
  const node = useRef<HTMLDialogElement>(null);
  const id = useId();
  useClosedByBack(true, onClose, locked);
  useFocusReturn(true);
  const isSettled = useSettled();
  useEffect(() => {
    const dialog = node.current;
    dialog?.showModal();
    dialog?.querySelector<HTMLElement>('[data-autofocus]')?.focus();
    return () => dialog?.close();
  }, []);

  const cancel = (event: SyntheticEvent) => {
    event.preventDefault();
    if (!locked) onClose();
  };
  // Handles a close by the browser. Some browsers close a dialog at the second Escape in a row,
  // even if the page prevents it.
  const closedByBrowser = () => {
    if (node.current?.open !== false) return;
    if (locked) node.current.showModal();
    else onClose();
  };
  const pressOutside = (event: MouseEvent) => {
    if (event.target === node.current && !locked && isSettled) onClose();
  };
  return (
    <dialog
      ref={node}
      role="alertdialog"
      className={classes.root}
      data-look={look}
      aria-labelledby={`${id}-title`}
      aria-describedby={`${id}-body`}
      onCancel={cancel}
      onClose={closedByBrowser}
      onKeyDown={(event) => {
        keepTabInside(event);
        // Ignores the repeated Enter events of the key press that opened the box.
        if (event.key === 'Enter' && event.repeat) event.preventDefault();
        if (event.key === 'Escape' && locked) event.preventDefault();
      }}
      onMouseDown={pressOutside}
    >
      <div className={classes.inside}>
        <DialogHead lead={icon} text={lead} centered={look === 'message'}>
          <h2 id={`${id}-title`}>{title}</h2>
        </DialogHead>
        <div id={`${id}-body`} className={classes.body}>
          {body}
        </div>
        <DialogFoot bare={look === 'message'}>{foot}</DialogFoot>
      </div>
    </dialog>
  );
}

/**
 * Keeps the focus inside the box. After the last button, Tab would focus the toolbar of the
 * browser; here it focuses the first button.
 */
function keepTabInside(event: KeyboardEvent<HTMLDialogElement>): void {
  if (event.key !== 'Tab') return;
  const stops = event.currentTarget.querySelectorAll<HTMLElement>('button:not(:disabled), a[href]');
  const [first, last] = [stops[0], stops[stops.length - 1]];
  const leaving = event.shiftKey ? first : last;
  if (document.activeElement !== leaving) return;
  event.preventDefault();
  (event.shiftKey ? last : first)?.focus();
}
