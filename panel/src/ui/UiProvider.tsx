import type { ReactNode } from 'react';
import { DialogHost } from './dialogs/dialogs.tsx';
import { ToastHost } from './toasts.tsx';
import { UndoHost } from './undo/UndoHost.tsx';

/** Provides dialogs, toasts and the undo for the whole panel. It is rendered once. */
export function UiProvider({ children }: { children: ReactNode }) {
  return (
    <ToastHost>
      <DialogHost>
        {children}
        <UndoHost />
      </DialogHost>
    </ToastHost>
  );
}
