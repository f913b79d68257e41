import { type ReactNode, useEffect, useId, useRef } from 'react';
import pageClasses from '../portal.module.css';
import classes from './Sheet.module.css';

interface SheetProps {
  title: string;
  /** True while a request of the sheet runs. The sheet then stays open. */
  isBusy?: boolean;
  onClose: () => void;
  children: ReactNode;
}

/** Dialog at the foot of a phone, or in the middle of a wider screen. */
export function Sheet({ title, isBusy = false, onClose, children }: SheetProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  useEffect(() => {
    const opener = document.activeElement;
    dialog.current?.showModal();
    return () => {
      if (opener instanceof HTMLElement) opener.focus();
    };
  }, []);
  return (
    <dialog
      ref={dialog}
      className={classes.root}
      aria-labelledby={titleId}
      onCancel={(event) => {
        event.preventDefault();
        if (!isBusy) onClose();
      }}
    >
      <h2 id={titleId} className={pageClasses.title}>
        {title}
      </h2>
      {children}
    </dialog>
  );
}
