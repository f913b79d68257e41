/**
 * The step of the storefront that the address names, and the sheet that is open over it. The Back
 * button of the phone closes an open sheet first.
 */
import { useCallback, useEffect, useState } from 'react';

const steps = ['teste', 'assinar', 'pix'] as const;
/** The sales page is the step without a name. */
export type Step = '' | (typeof steps)[number];
export type SheetName = 'test-rules' | 'notify' | 'which-tv' | 'trouble' | 'device';

interface Place {
  readonly slug: string;
  readonly step: Step;
  readonly sheet: SheetName | undefined;
}

interface StoredState {
  readonly sheet?: SheetName;
  /** True if a page of the storefront is behind this one. */
  readonly isInside?: boolean;
}

const readState = (): StoredState => (window.history.state as StoredState | null) ?? {};

export function readPlace(): Place {
  const [, , slug = '', name = ''] = window.location.pathname.split('/');
  const step = steps.find((each) => each === name) ?? '';
  return { slug: decodeURIComponent(slug), step, sheet: readState().sheet };
}

export interface Places extends Place {
  readonly go: (step: Step) => void;
  readonly replace: (step: Step) => void;
  readonly openSheet: (sheet: SheetName) => void;
  /** Closes the sheet, or goes to the page before. */
  readonly back: () => void;
}

/** `onChange` is called when another step is shown. */
export function usePlace(onChange: {
  readonly opens: () => void;
  readonly leaves: () => void;
}): Places {
  const [place, setPlace] = useState(readPlace);
  const { slug, step } = place;
  const { opens, leaves } = onChange;
  useEffect(() => {
    const show = () => {
      leaves();
      setPlace(readPlace());
    };
    window.addEventListener('popstate', show);
    return () => window.removeEventListener('popstate', show);
  }, [leaves]);
  useEffect(() => {
    // The call is in braces, because newer browsers return a promise from it.
    window.scrollTo(0, 0);
  }, [step]);
  const addressOf = (next: Step) =>
    `/loja/${encodeURIComponent(slug)}${next && `/${next}`}${window.location.search}`;
  const go = (next: Step) => {
    opens();
    window.history.pushState({ isInside: true } satisfies StoredState, '', addressOf(next));
    setPlace(readPlace());
  };
  const replace = (next: Step) => {
    opens();
    window.history.replaceState(readState(), '', addressOf(next));
    setPlace(readPlace());
  };
  return {
    ...place,
    go,
    replace,
    openSheet: useCallback((sheet) => {
      window.history.pushState({ isInside: true, sheet } satisfies StoredState, '');
      setPlace(readPlace());
    }, []),
    back: () => (readState().isInside ? window.history.back() : replace('')),
  };
}
