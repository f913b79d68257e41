import type { ReactNode } from 'react';
import { Icon } from '../ui/Icon.tsx';
import classes from './Bars.module.css';
import { chevronLeft, deviceTv } from './icons.ts';
import { useTitleFocus } from './use-title-focus.ts';

interface BrandBarProps {
  name: string;
  logo: string;
  /** Links at the right. */
  children?: ReactNode;
}

/** Bar with the brand of the page. A brand without a picture is shown with an icon. */
export const BrandBar = ({ name, logo, children }: BrandBarProps) => (
  <header className={classes.bar}>
    {logo ? (
      <img className={classes.logo} src={logo} alt="" />
    ) : (
      <span className={classes.mark}>
        <Icon path={deviceTv} em={1.125} />
      </span>
    )}
    <b className={classes.name}>{name}</b>
    {children}
  </header>
);

interface StepBarProps {
  title: string;
  /** True if another part of the page takes the focus, for example its first field. */
  leavesFocus?: boolean;
  onBack: () => void;
}

/** Bar of a step: a button that goes back, and the title, which gets the focus of a new step. */
export const StepBar = ({ title, leavesFocus = false, onBack }: StepBarProps) => (
  <header className={classes.bar} data-step>
    <button type="button" className={classes.back} aria-label="Voltar" onClick={onBack}>
      <Icon path={chevronLeft} em={1.375} />
    </button>
    <FocusedTitle className={classes.title} leavesFocus={leavesFocus}>
      {title}
    </FocusedTitle>
  </header>
);

interface FocusedTitleProps {
  className?: string | undefined;
  leavesFocus?: boolean;
  children: ReactNode;
}

/** Title of a step. It takes the focus, so that a screen reader announces the new step. */
export const FocusedTitle = ({ className, leavesFocus, children }: FocusedTitleProps) => (
  <h1 ref={useTitleFocus(leavesFocus)} className={className} tabIndex={-1}>
    {children}
  </h1>
);
