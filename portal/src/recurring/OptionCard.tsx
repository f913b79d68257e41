import { Icon } from '../ui/Icon.tsx';
import classes from './OptionCard.module.css';

interface OptionCardProps {
  /** Path of the icon. */
  icon: string;
  title: string;
  text: string;
  isChosen: boolean;
  onChoose: () => void;
}

export const OptionCard = ({ icon, title, text, isChosen, onChoose }: OptionCardProps) => (
  <button
    type="button"
    role="radio"
    className={classes.root}
    aria-checked={isChosen}
    onClick={onChoose}
  >
    <i className={classes.mark} aria-hidden />
    <span className={classes.text}>
      <b>{title}</b>
      <span>{text}</span>
    </span>
    <Icon path={icon} />
  </button>
);
