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
  /** The balance in credits; absent for accounts without a wallet. */
  credits?: number | undefined;
  /** Button of the notices, in the top bar. */
  bell?: ReactNode;
  /** Number of unread notices, shown at the user menu on the phone. */
  unread?: number | undefined;
  /** True while the profile is loading. */
  pending?: boolean;
  /** Progress sign in the bar while a request is running. */
  busy?: ReactNode;
  /** False if a brand forces the light scheme; the switch is then hidden. */
  themeSwitch?: boolean;
  onLogout: () => void;
  /** Opens the palette (Ctrl K). */
  onFind?: (() => void) | undefined;
  children: ReactNode;
}

/** Frame of every page: sidebar and top bar from 800 px, two bars and a drawer below. */
export function Shell(props: ShellProps) {
  return (
    <PageFrame brandName={props.brand.title ?? props.brand.name}>
      <Frame {...props} />
    </PageFrame>
  );
}

/** Memoised, so that a new page or answer does not render them again without a change. */
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

/** A separate component, so that only it is rendered again when a page reports its width. */
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
