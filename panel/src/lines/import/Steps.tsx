import { IconCheck } from '@tabler/icons-react';
import classes from './Steps.module.css';

const steps = ['Arquivo', 'Colunas', 'Conferência', 'Importação'] as const;

interface StepsProps {
  at: number;
  /** Returns from the check to the columns. */
  onColumns: () => void;
}

export function Steps({ at, onColumns }: StepsProps) {
  return (
    <ol className={classes.root} aria-label="Passos">
      {steps.map((step, index) => (
        <li
          key={step}
          data-state={index < at ? 'done' : index === at ? 'current' : 'next'}
          aria-current={index === at ? 'step' : undefined}
        >
          <span className={classes.mark} aria-hidden>
            {index < at ? <IconCheck size={14} stroke={2.25} /> : index + 1}
          </span>
          {at === 2 && index === 1 ? (
            <button type="button" className={classes.back} onClick={onColumns}>
              {step}
            </button>
          ) : (
            <span>{step}</span>
          )}
        </li>
      ))}
    </ol>
  );
}
