/** The windows over a list come with the first that is opened: a list is read more often than changed. */
import { type ComponentProps, Suspense, lazy } from 'react';
import type * as Windows from './LineDialogs.tsx';

const Loaded = lazy(async () => ({ default: (await import('./LineDialogs.tsx')).LineWindows }));

export function LineWindows(props: ComponentProps<typeof Windows.LineWindows>) {
  if (!props.acts.windows.current) return null;
  return (
    <Suspense fallback={null}>
      <Loaded {...props} />
    </Suspense>
  );
}
