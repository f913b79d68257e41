import type { ReactNode } from 'react';
import { Loaded, type LoadedProps } from '../states/Loaded.tsx';
import { Dialog } from './Dialog.tsx';

interface LoadedDialogProps<Data> extends LoadedProps<Data> {
  title: string;
  subtitle?: ReactNode;
  width?: number | undefined;
  onClose: () => void;
}

/** Loads the data of a dialog, and then renders the dialog with the data. */
export function LoadedDialog<Data>(props: LoadedDialogProps<Data>) {
  const { title, subtitle, width, onClose, ...loaded } = props;
  if (loaded.query.data !== undefined) return loaded.children(loaded.query.data);
  return (
    <Dialog {...{ title, subtitle, width, onClose }}>
      <Loaded {...loaded} />
    </Dialog>
  );
}
