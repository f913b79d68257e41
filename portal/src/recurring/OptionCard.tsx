import { Choice, ChoiceText } from '../ui/Choice.tsx';
import { Icon } from '../ui/Icon.tsx';

interface OptionCardProps {
  /** Path of the icon. */
  icon: string;
  title: string;
  text: string;
  isChosen: boolean;
  onChoose: () => void;
}

/** Way to renew the line. */
export const OptionCard = ({ icon, title, text, isChosen, onChoose }: OptionCardProps) => (
  <Choice name="como-renovar" isChosen={isChosen} onChoose={onChoose}>
    <ChoiceText title={title} note={text} />
    <Icon path={icon} />
  </Choice>
);
