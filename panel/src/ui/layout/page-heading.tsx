import { createContext, useContext, useLayoutEffect, useMemo, useState } from 'react';
import type { ReactNode } from 'react';
import type { Destination } from '../destination.ts';

export interface Crumb extends Partial<Destination> {
  label: string;
}

export interface Sibling extends Destination {
  label: string;
}

/** Heading that a page passes to the shell. The bars of the shell show it. */
export interface PageHeading {
  title: string;
  breadcrumb: readonly Crumb[];
  back: Destination | undefined;
  /** True if the content may be wider than 1440 px, for example a table. */
  wide: boolean;
  isForm: boolean;
  /** True if the page has its own search. The phone's bar then shows no search. */
  hasSearch: boolean;
  /** True if the page puts its search and its filters into the phone's bar. */
  hasTools?: boolean;
  /** Pages of the same kind for the menu of the title on the phone. They include this page. */
  siblings: readonly Sibling[];
}

const Heading = createContext<PageHeading | undefined>(undefined);
const SetHeading = createContext<(heading: PageHeading | undefined) => void>(() => {});
const Brand = createContext('Ramal');

/**
 * Element in the phone's bar that a page can fill. On a phone in landscape, it contains the search
 * of the list.
 */
const BarSlot = createContext<HTMLElement | null>(null);
const SetBarSlot = createContext<(place: HTMLElement | null) => void>(() => {});

interface PageFrameProps {
  brandName: string;
  children: ReactNode;
}

/**
 * Wraps the shell and provides the heading. The page sets the heading, and the bars of the shell
 * show it.
 */
export function PageFrame({ brandName, children }: PageFrameProps) {
  const [heading, setHeading] = useState<PageHeading>();
  const [place, setPlace] = useState<HTMLElement | null>(null);
  return (
    <Brand value={brandName}>
      <SetHeading value={setHeading}>
        <SetBarSlot value={setPlace}>
          <BarSlot value={place}>
            <Heading value={heading}>{children}</Heading>
          </BarSlot>
        </SetBarSlot>
      </SetHeading>
    </Brand>
  );
}

export const usePageHeading = (): PageHeading | undefined => useContext(Heading);
export const useBarSlot = (): HTMLElement | null => useContext(BarSlot);
export const useSetBarSlot = (): ((place: HTMLElement | null) => void) => useContext(SetBarSlot);
export const useBrandName = (): string => useContext(Brand);

/**
 * Passes the heading of a page to the shell. Headings are compared by content. Otherwise an inline
 * breadcrumb would cause an update at every rendering.
 */
export function useAnnounceHeading(heading: PageHeading): void {
  const setHeading = useContext(SetHeading);
  const content = JSON.stringify(heading);
  const stable = useMemo(() => JSON.parse(content) as PageHeading, [content]);
  useLayoutEffect(() => {
    setHeading(stable);
    return () => setHeading(undefined);
  }, [setHeading, stable]);
}
