import type { ReactNode } from 'react';
import { DialogHost } from './dialogs/dialogs.tsx';
import { ToastHost } from './toasts.tsx';

/** Provides dialogs and toasts for the whole panel. It is rendered once. */
export function UiProvider({ children }: { children: ReactNode }) {
  return (
    <ToastHost>
      <DialogHost>{children}</DialogHost>
    </ToastHost>
  );
}
