import type { ReactNode } from 'react';
import { lazyComponent, useOpenedPart } from '../../foundation/lazy-component.tsx';
import { useIsPhone } from '../../foundation/viewport.ts';
import type { DialogProps } from '../dialogs/Dialog.tsx';
import { Panel } from '../layout/Panel.tsx';

export interface ListFormProps {
  title: string;
  /** Label of the button that opens the form on the phone. */
  label: string;
  /** True if the form is open. Only the phone uses this value. */
  opened: boolean;
  onOpen: () => void;
  onClose: () => void;
  children: ReactNode;
}

/** Loads the dialog later, because dialogs are a tenth of the code that a list needs first. */
const Dialog = lazyComponent<DialogProps>(
  async () => (await import('../dialogs/Dialog.tsx')).Dialog,
);

/** Form above a list. It is a card, or a dialog on the phone. */
export function ListForm(props: ListFormProps) {
  const { title, children } = props;
  return useIsPhone() ? (
    <PhoneForm {...props} />
  ) : (
    <Panel mb="2xl" p="3xl" label={title}>
      {children}
    </Panel>
  );
}

function PhoneForm({ title, opened, onClose, children }: ListFormProps) {
  return (
    useOpenedPart(Dialog, opened) && (
      <Dialog title={title} opened={opened} onClose={onClose} holdsInput>
        {children}
      </Dialog>
    )
  );
}
