import { useEffect, useId, useRef } from 'react';
import type { KeyboardEvent, MouseEvent, ReactNode, SyntheticEvent } from 'react';
import { useClosedByBack } from '../../foundation/back.ts';
import { DialogFoot } from './DialogFoot.tsx';
import { DialogHead } from './DialogHead.tsx';
import classes from './ModalBox.module.css';
import { useFocusReturn } from './use-focus-return.ts';
import { useSettled } from './use-settled.ts';

export interface ModalBoxProps {
  /** `danger` rings the button that Enter would press; `message` is narrow, with centred text. */
  look: 'light' | 'danger' | 'message';
  title: ReactNode;
  /** Drawn before the title. */
  icon: ReactNode;
  lead?: ReactNode;
  body: ReactNode;
  foot: ReactNode;
  /** It cannot be closed while an action runs. */
  locked?: boolean;
  onClose: () => void;
}

/**
 * A question or message, on the browser's own `<dialog>`: it makes the rest inert, stands above every dialog and
 * weighs nothing before the sign-in. The focus starts on `[data-autofocus]` and goes back to where it came from.
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
  // A browser closes it by force at the second Escape without a press between them.
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
        // The key that opened it may still be down.
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

/** The browser would go on to its own bars after the last button; here it comes round to the first. */
function keepTabInside(event: KeyboardEvent<HTMLDialogElement>): void {
  if (event.key !== 'Tab') return;
  const stops = event.currentTarget.querySelectorAll<HTMLElement>('button:not(:disabled), a[href]');
  const [first, last] = [stops[0], stops[stops.length - 1]];
  const leaving = event.shiftKey ? first : last;
  if (document.activeElement !== leaving) return;
  event.preventDefault();
  (event.shiftKey ? last : first)?.focus();
}
