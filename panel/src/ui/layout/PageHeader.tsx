import type { ReactNode } from 'react';
import { useIsPhone } from '../../foundation/viewport.ts';
import type { Destination } from '../destination.ts';
import { useAnnounceHeading, useBrandName } from './page-heading.tsx';
import type { Crumb, Sibling } from './page-heading.tsx';
import classes from './PageHeader.module.css';

export interface PageHeaderProps {
  title: string;
  /** Shorter title for the phone's top bar. */
  phoneTitle?: string;
  breadcrumb?: readonly Crumb[];
  /** Target of the back arrow. The phone's bar shows the arrow instead of the mark. */
  backTo?: Destination['to'];
  actions?: ReactNode;
  /** Content below the phone's bar. It replaces the actions. */
  phoneActions?: ReactNode;
  note?: ReactNode;
  /**
   * Tabs that replace the title, for pages whose breadcrumb already shows the title. Hidden below
   * 800 px.
   */
  tabs?: ReactNode;
  wide?: boolean;
  /** True for a page that is a form. The phone's bar then shows only the title. */
  isForm?: boolean;
  /** True if the page has its own search. The phone's bar then shows no search. */
  hasSearch?: boolean;
  /** Pages in the menu of the title on the phone. They include this page. */
  siblings?: readonly Sibling[];
}

/**
 * Header of a page with its only h1. On screens narrower than 800 px, the h1 is in the top bar of
 * the shell.
 */
export function PageHeader(props: PageHeaderProps) {
  const {
    title,
    phoneTitle = title,
    breadcrumb = [],
    backTo,
    actions,
    phoneActions,
    note,
    tabs,
    wide = false,
    isForm = false,
    hasSearch = false,
    siblings = [],
  } = props;
  const isPhone = useIsPhone();
  const brand = useBrandName();
  useAnnounceHeading({
    title: phoneTitle,
    breadcrumb,
    back: backTo === undefined ? undefined : { to: backTo },
    wide,
    isForm,
    hasSearch,
    siblings,
  });
  return (
    <>
      <title>{`${title} · ${brand}`}</title>
      {isPhone ? (
        (phoneActions || note) && (
          <div className={classes.root} data-page-header>
            {note && <p className={classes.note}>{note}</p>}
            {phoneActions}
          </div>
        )
      ) : (
        <header className={classes.root} data-page-header data-tabs={tabs ? true : undefined}>
          <div className="page-header-title">
            <h1 className={tabs ? 'visually-hidden' : undefined}>{title}</h1>
            {tabs}
            {note && <p className={classes.note}>{note}</p>}
          </div>
          {actions && <div className={classes.actions}>{actions}</div>}
        </header>
      )}
    </>
  );
}
