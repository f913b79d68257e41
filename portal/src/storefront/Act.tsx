import type { ComponentProps } from 'react';
import { Icon } from '../ui/Icon.tsx';
import pageClasses from '../portal.module.css';
import classes from './Act.module.css';

interface ActProps extends ComponentProps<'button'> {
  /** `test` takes a free test, which is not a sale. `quiet` is the act next to a main act. */
  look?: 'main' | 'test' | 'quiet';
  /** Path of an icon before the text. */
  icon?: string;
  /** True while the act runs. The button keeps its width and shows a ring. */
  isBusy?: boolean;
}

/** Large button of a page. */
export const Act = ({ look = 'main', icon, isBusy = false, children, ...button }: ActProps) => (
  <button
    type="button"
    {...button}
    className={`${look === 'quiet' ? pageClasses.quietAct : pageClasses.main} ${classes.root}`}
    data-look={look}
    aria-busy={isBusy}
    aria-disabled={isBusy}
    onClick={isBusy ? (event) => event.preventDefault() : button.onClick}
  >
    <span className={classes.text}>
      {icon && <Icon path={icon} />}
      {children}
    </span>
    {isBusy && <i className={`${pageClasses.ring} ${classes.ring}`} aria-hidden />}
  </button>
);
