import { formatCount } from '../foundation/numbers.ts';
import classes from './NextGoal.module.css';

/**
 * Shows how many lines are missing for the next bonus. Only official lines that the account itself
 * created this month count (Q-GOAL).
 */
export function NextGoal({ made, goal }: { made: number; goal: number }) {
  const reached = `${formatCount(made)} de ${formatCount(goal)}`;
  return (
    <span title="Contam os usuários oficiais que você criou este mês; os da sua rede, não">
      <meter
        className={classes.root}
        min={0}
        max={goal}
        value={made}
        aria-label="Seus usuários para o próximo bônus"
      >
        {reached}
      </meter>
      {reached} para o bônus
    </span>
  );
}
