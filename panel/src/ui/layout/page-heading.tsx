import { createContext, useContext, useLayoutEffect, useMemo, useState } from 'react';
import type { ReactNode } from 'react';
import type { Destination } from '../destination.ts';

export interface Crumb extends Partial<Destination> {
  label: string;
}

export interface Sibling extends Destination {
  label: string;
}

/** What a page tells the frame around it: its name on the phone's bar, the way here, the way back. */
export interface PageHeading {
  title: string;
  breadcrumb: readonly Crumb[];
  back: Destination | undefined;
  /** Lets the content go past 1440 px, for tables. */
  wide: boolean;
  isForm: boolean;
  /** It has a search of its own: the phone's bar needs no second one. */
  hasSearch: boolean;
  /** Pages of the same kind, this one among them: the phone's title switches between them. */
  siblings: readonly Sibling[];
}

const Heading = createContext<PageHeading | undefined>(undefined);
const SetHeading = createContext<(heading: PageHeading | undefined) => void>(() => {});
const Brand = createContext('Ramal');

/** A place in the phone's bar that a page fills: where the phone lies on its side, with the list's search. */
const BarPlace = createContext<HTMLElement | null>(null);
const SetBarPlace = createContext<(place: HTMLElement | null) => void>(() => {});

export interface PageFrameProps {
  brandName: string;
  children: ReactNode;
}

/** Stands around the shell; the page inside writes the heading, the bars of the shell read it. */
export function PageFrame({ brandName, children }: PageFrameProps) {
  const [heading, setHeading] = useState<PageHeading>();
  const [place, setPlace] = useState<HTMLElement | null>(null);
  return (
    <Brand value={brandName}>
      <SetHeading value={setHeading}>
        <SetBarPlace value={setPlace}>
          <BarPlace value={place}>
            <Heading value={heading}>{children}</Heading>
          </BarPlace>
        </SetBarPlace>
      </SetHeading>
    </Brand>
  );
}

export const usePageHeading = (): PageHeading | undefined => useContext(Heading);
export const useBarPlace = (): HTMLElement | null => useContext(BarPlace);
export const useSetBarPlace = (): ((place: HTMLElement | null) => void) => useContext(SetBarPlace);
export const useBrandName = (): string => useContext(Brand);

/** Compared by content, so that a breadcrumb written inline does not announce itself at every render. */
export function useAnnounceHeading(heading: PageHeading): void {
  const setHeading = useContext(SetHeading);
  const content = JSON.stringify(heading);
  const stable = useMemo(() => JSON.parse(content) as PageHeading, [content]);
  useLayoutEffect(() => {
    setHeading(stable);
    return () => setHeading(undefined);
  }, [setHeading, stable]);
}
