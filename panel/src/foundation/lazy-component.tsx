/**
 * Parts that no first paint waits for. What `later` makes is fetched when it is mounted and drawn as
 * soon as it is there, nothing standing in its place meanwhile; once fetched it is drawn at once.
 * `lazy` would also hold it back for React's 300 ms between a placeholder and what replaces it.
 */
import { type ComponentType, type ReactNode, useEffect, useRef, useState } from 'react';
import { isQuiet } from './api/running.ts';

export interface LazyComponent<Props extends object> {
  (props: Props): ReactNode;
  /** Fetches it before it is wanted. */
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
        // The next time it is wanted it is asked for again.
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

/** Fetches a part that may be drawn soon, once the browser has nothing better to do. */
export function usePrefetch({ fetch }: Pick<LazyComponent<never>, 'fetch'>): void {
  useEffect(
    () =>
      whenIdle(() => {
        // Who wants it when it could not be fetched hears of it then.
        fetch().catch(() => undefined);
      }),
    [fetch],
  );
}

/** Fetches what something opens, as `usePrefetch` does; true from the first opening on, when it must be drawn. */
export function useOpenedPart(part: Pick<LazyComponent<never>, 'fetch'>, opened: boolean): boolean {
  usePrefetch(part);
  const wasOpened = useRef(false);
  wasOpened.current ||= opened;
  return wasOpened.current;
}

/** False until the browser has had nothing to do, and no call to wait for, since this was mounted. */
export function useIdle(): boolean {
  const [idle, setIdle] = useState(false);
  useEffect(() => whenIdle(() => setIdle(true)), []);
  return idle;
}

const LOOK_AGAIN_MS = 100;

/** Does the work once the browser has nothing to do and no call to wait for; what it returns calls it off. */
function whenIdle(work: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let wish = 0;
  const rest = (deadline?: IdleDeadline) => {
    if (!isQuiet() && !deadline?.didTimeout) timer = setTimeout(look, LOOK_AGAIN_MS);
    else work();
  };
  const look = () => {
    wish = requestIdleCallback(rest, { timeout: 4_000 });
  };
  // Safari has no idle callback.
  if (typeof requestIdleCallback === 'function') look();
  else timer = setTimeout(work, 2_000);
  return () => {
    clearTimeout(timer);
    if (wish) cancelIdleCallback(wish);
  };
}
