import type { Method } from '../api.ts';
import classes from '../portal.module.css';

interface MethodChoiceProps {
  methods: readonly Method[];
  chosen: Method;
  onChoose: (method: Method) => void;
}

/** Ways to pay. */
export const MethodChoice = ({ methods, chosen, onChoose }: MethodChoiceProps) => (
  <div
    className={`${classes.card} ${classes.rows} ${classes.two}`}
    role="group"
    aria-label="Como pagar"
  >
    {methods.map((method) => (
      <button
        key={method}
        type="button"
        className={classes.choice}
        aria-pressed={method === chosen}
        onClick={() => onChoose(method)}
      >
        {method === 'pix' ? 'Pix' : 'Cartão'}
      </button>
    ))}
  </div>
);
