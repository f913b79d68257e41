import { memo, type ReactNode } from 'react';
import { useIsPhone } from '../foundation/viewport.ts';
import { PageFrame, usePageHeading } from '../ui/layout/page-heading.tsx';
import { BottomBar } from './menu/BottomBar.tsx';
import type { CreateLink, MenuSection, ShellBrand, ShellUser, Tab } from './menu/menu.ts';
import { PhoneBar } from './PhoneBar.tsx';
import { Sidebar } from './Sidebar.tsx';
import { TopBar } from './TopBar.tsx';
import { useSidebarFold } from './use-sidebar-fold.ts';
import classes from './Shell.module.css';

interface ShellProps {
  brand: ShellBrand;
  user: ShellUser;
  sections: readonly MenuSection[];
  tabs: readonly Tab[];
  create: readonly CreateLink[];
  /** Balance in credits. Undefined for an account without a wallet. */
  credits?: number | undefined;
  /** Button in the top bar that opens the notices. */
  bell?: ReactNode;
  /** Number of unread notices. On the phone the user menu shows it. */
  unread?: number | undefined;
  /** True while the profile is loading. */
  pending?: boolean;
  /** Sign in the bar that shows a running request. */
  busy?: ReactNode;
  /** False if a brand forces the light scheme. The switch of the colour scheme is then hidden. */
  themeSwitch?: boolean;
  onLogout: () => void;
  /** Asks the parent account for credits. */
  onRequestCredits: () => void;
  /** Opens the command palette (Ctrl K). */
  onFind?: (() => void) | undefined;
  children: ReactNode;
}

/**
 * Frame of every page. From 800 px it has a sidebar and a top bar. Below it has two bars and a
 * drawer.
 */
export function Shell(props: ShellProps) {
  return (
    <PageFrame brandName={props.brand.title ?? props.brand.name}>
      <Frame {...props} />
    </PageFrame>
  );
}

/** Both bars are memoised, so that they render only if their props change. */
const Phone = { Top: memo(PhoneBar), Bottom: memo(BottomBar) };

function Frame({ children, ...props }: ShellProps) {
  const isPhone = useIsPhone();
  const fold = useSidebarFold();
  return (
    <div
      className={classes.root}
      data-folded={(!isPhone && fold.folded) || undefined}
      data-over={(!isPhone && fold.isOverlay) || undefined}
    >
      <a className={classes.skipLink} href="#conteudo">
        Ir para o conteúdo
      </a>
      {isPhone ? <Phone.Top {...props} /> : <Sidebar {...props} fold={fold} />}
      <div className={classes.main}>
        {!isPhone && <TopBar {...props} />}
        <Content>{children}</Content>
      </div>
      {isPhone && <Phone.Bottom {...props} />}
    </div>
  );
}

/**
 * Element around the page. It is a separate component, so that only it renders again when a page
 * reports its width.
 */
function Content({ children }: { children: ReactNode }) {
  const heading = usePageHeading();
  return (
    <main
      id="conteudo"
      tabIndex={-1}
      className={classes.content}
      data-wide={heading?.wide || undefined}
    >
      {children}
    </main>
  );
}
