import { IconCheck } from '@tabler/icons-react';

const steps = ['Arquivo', 'Colunas', 'Conferência', 'Importação'] as const;

interface StepsProps {
  at: number;
  /** Back to the columns, from where they are checked. */
  onColumns: () => void;
}

/** Where one is, of four. */
export function Steps({ at, onColumns }: StepsProps) {
  return (
    <ol className="import-steps" aria-label="Passos">
      {steps.map((step, index) => (
        <li
          key={step}
          data-state={index < at ? 'done' : index === at ? 'current' : 'next'}
          aria-current={index === at ? 'step' : undefined}
        >
          <span className="import-step-mark" aria-hidden>
            {index < at ? <IconCheck size={14} stroke={2.25} /> : index + 1}
          </span>
          {at === 2 && index === 1 ? (
            <button type="button" className="import-step-back" onClick={onColumns}>
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
