/** Dialogs over a list load when the first one opens, because most visits of a list open none. */
import { type ComponentProps, Suspense, lazy } from 'react';
import type * as Windows from './LineDialogs.tsx';

const Loaded = lazy(async () => ({ default: (await import('./LineDialogs.tsx')).LineDialogs }));

export function LineDialogs(props: ComponentProps<typeof Windows.LineDialogs>) {
  if (!props.acts.dialogs.current) return null;
  return (
    <Suspense fallback={null}>
      <Loaded {...props} />
    </Suspense>
  );
}
