/**
 * Loads components that the first paint does not need. A component is loaded when it is mounted,
 * and drawn when it has loaded. There is no placeholder. A component that is already loaded is
 * drawn at once. `lazy` of React is not used, because it waits 300 ms between a placeholder and the
 * component.
 */
import { type ComponentType, type ReactNode, useEffect, useRef, useState } from 'react';
import { isQuiet } from './api/running.ts';

export interface LazyComponent<Props extends object> {
  (props: Props): ReactNode;
  /** Loads the component before it is drawn. */
  readonly fetch: () => Promise<unknown>;
}

export function lazyComponent<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): LazyComponent<Props> {
  let loaded: ComponentType<Props> | undefined;
  let loading: Promise<unknown> | undefined;
  const fetch = () =>
    (loading ??= load().then(
      (part) => (loaded = part),
      (error: unknown) => {
        // A failed load is retried the next time the component is needed.
        loading = undefined;
        throw error;
      },
    ));
  function Part(props: Props) {
    const Loaded = loaded;
    const [failure, setFailure] = useState<{ error: unknown }>();
    const [, draw] = useState(0);
    useEffect(() => {
      if (Loaded) return undefined;
      let here = true;
      fetch().then(
        () => here && draw((times) => times + 1),
        (error: unknown) => here && setFailure({ error }),
      );
      return () => {
        here = false;
      };
    }, [Loaded]);
    if (failure) throw failure.error;
    return Loaded ? <Loaded {...props} /> : null;
  }
  return Object.assign(Part, { fetch });
}

/** Prefetches a component that may be drawn soon, when the browser is idle. */
export function usePrefetch({ fetch }: Pick<LazyComponent<never>, 'fetch'>): void {
  useEffect(
    () =>
      whenIdle(() => {
        // A failed prefetch is ignored. The component reports the failure if it is drawn.
        fetch().catch(() => undefined);
      }),
    [fetch],
  );
}

/**
 * Prefetches a component that an action opens, like `usePrefetch`. Returns true after the first
 * opening, because the component must then be rendered.
 */
export function useOpenedPart(part: Pick<LazyComponent<never>, 'fetch'>, opened: boolean): boolean {
  usePrefetch(part);
  const wasOpened = useRef(false);
  wasOpened.current ||= opened;
  return wasOpened.current;
}

/** Returns true after the browser has been idle once without running calls, and false before. */
export function useIdle(): boolean {
  const [idle, setIdle] = useState(false);
  useEffect(() => whenIdle(() => setIdle(true)), []);
  return idle;
}

const RECHECK_MS = 100;

/**
 * Runs the work when the browser is idle and no call is running. The returned function cancels it.
 */
function whenIdle(work: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let idleHandle = 0;
  const runIfQuiet = (deadline?: IdleDeadline) => {
    if (!isQuiet() && !deadline?.didTimeout) timer = setTimeout(scheduleCheck, RECHECK_MS);
    else work();
  };
  const scheduleCheck = () => {
    idleHandle = requestIdleCallback(runIfQuiet, { timeout: 4_000 });
  };
  // Safari does not have requestIdleCallback.
  if (typeof requestIdleCallback === 'function') scheduleCheck();
  else timer = setTimeout(work, 2_000);
  return () => {
    clearTimeout(timer);
    if (idleHandle) cancelIdleCallback(idleHandle);
  };
}
