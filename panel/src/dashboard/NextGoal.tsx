import { formatCount } from '../foundation/numbers.ts';
import classes from './NextGoal.module.css';

/** Number of users until the next bonus, from the users created this month (Q-GOAL). */
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
