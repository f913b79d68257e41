/** The windows over a list come with the first that is opened: a list is read more often than changed. */
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
