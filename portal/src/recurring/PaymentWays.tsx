/** The two ways to pay: every month by recurring Pix, or once. */
import { Choice, Choices, ChoiceText } from '../ui/Choice.tsx';
import { Icon } from '../ui/Icon.tsx';
import { qr, repeat } from './icons.ts';

interface PaymentWaysProps {
  label: string;
  /** Price of each month, as text. */
  price: string;
  /** Plans and methods of a single payment. */
  once: string;
  isRecurring: boolean;
  onChoose: (isRecurring: boolean) => void;
}

export const PaymentWays = ({ label, price, once, isRecurring, onChoose }: PaymentWaysProps) => (
  <Choices label={label}>
    <Choice name="como-renovar" isChosen={isRecurring} onChoose={() => onChoose(true)}>
      <ChoiceText title="Renovar sozinho todo mês" note={`${price} por mês, no Pix Automático`} />
      <Icon path={repeat} />
    </Choice>
    <Choice name="como-renovar" isChosen={!isRecurring} onChoose={() => onChoose(false)}>
      <ChoiceText title="Pagar só desta vez" note={once} />
      <Icon path={qr} />
    </Choice>
  </Choices>
);
