import type { ReactNode } from 'react';
import { useIsPhone } from '../../foundation/viewport.ts';
import type { Destination } from '../destination.ts';
import { useAnnounceHeading, useBrandName } from './page-heading.tsx';
import type { Crumb, Sibling } from './page-heading.tsx';
import classes from './PageHeader.module.css';

export interface PageHeaderProps {
  title: string;
  /** Shorter, for the phone's top bar. */
  phoneTitle?: string;
  breadcrumb?: readonly Crumb[];
  /** The phone's bar shows an arrow to here instead of the mark. */
  backTo?: Destination['to'];
  actions?: ReactNode;
  /** What stands under the phone's bar instead of the actions. */
  phoneActions?: ReactNode;
  note?: ReactNode;
  /** Tabs in the place of a title that the breadcrumb shows already; below 800 px they are not drawn. */
  tabs?: ReactNode;
  wide?: boolean;
  /** A form: the phone's bar leaves its room to the title. */
  isForm?: boolean;
  /** Its own search stands on it: the phone's bar has none. */
  hasSearch?: boolean;
  /** Pages that the phone's title switches between, this one among them. */
  siblings?: readonly Sibling[];
}

/** A page's only h1: here from 800 px up, in the shell's top bar below. */
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
