import type { ReactNode } from 'react';
import { useIsPhone } from '../../foundation/viewport.ts';
import { Dialog } from '../dialogs/Dialog.tsx';
import { Panel } from '../layout/Panel.tsx';
import classes from './ListForm.module.css';

export interface ListFormProps {
  title: string;
  /** The button that opens the form on the phone. */
  label: string;
  /** On the phone: the form is open. */
  opened: boolean;
  onOpen: () => void;
  onClose: () => void;
  children: ReactNode;
}

/** The form above a list: a card, or a dialog on the phone. */
export function ListForm({ title, opened, onClose, children }: ListFormProps) {
  const isPhone = useIsPhone();
  return isPhone ? (
    <Dialog title={title} opened={opened} onClose={onClose} holdsInput>
      {children}
    </Dialog>
  ) : (
    <Panel className={classes.card} label={title}>
      {children}
    </Panel>
  );
}
