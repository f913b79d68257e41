import type { ReactNode } from 'react';
import { DialogHost } from './dialogs/dialogs.tsx';
import { ToastHost } from './toasts.tsx';

/** Provider of dialogs and toasts, one of each for the whole panel. */
export function UiProvider({ children }: { children: ReactNode }) {
  return (
    <ToastHost>
      <DialogHost>{children}</DialogHost>
    </ToastHost>
  );
}
