import { Loader } from '@mantine/core';
import { IconCheck, IconRefresh } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import classes from './HumanCheckBox.module.css';
import { SiteWidget } from './SiteWidget.tsx';
import type { CheckState } from './use-altcha.ts';
import type { HumanCheck } from './use-human-check.ts';

const texts: Record<CheckState, string> = {
  idle: 'Não sou um robô',
  working: 'Verificando…',
  solved: 'Verificado: você não é um robô',
  failed: 'Não deu para verificar. Tentar de novo',
};

const marks: Record<CheckState, ReactNode> = {
  idle: null,
  working: <Loader size={16} color="var(--accent-ink)" aria-hidden />,
  solved: <IconCheck size={16} stroke={2.5} aria-hidden />,
  failed: <IconRefresh size={16} stroke={2} aria-hidden />,
};

const tones: Partial<Record<CheckState, 'ok' | 'bad'>> = { solved: 'ok', failed: 'bad' };

/**
 * Shows the human check of the sign-in. Ramal's own check runs automatically and shows its
 * progress.
 */
export function HumanCheckBox({ check }: { check: HumanCheck }) {
  // Renders an empty box if no check is required, so that the layout does not change.
  if (check.kind === 'none') return <div className={classes.placeholder} />;
  if (check.widget) return <SiteWidget {...check.widget} onToken={check.onToken} />;
  const { state, start } = check;
  const body = (
    <>
      <span className={classes.mark}>{marks[state]}</span>
      <span className={classes.words}>{texts[state]}</span>
      <span className={classes.maker}>ALTCHA</span>
    </>
  );
  const waits = state === 'idle' || state === 'failed';
  return (
    <div className={classes.root} data-state={state} data-tone={tones[state]}>
      <div role="status" className={waits ? 'visually-hidden' : classes.row}>
        {waits ? state === 'failed' && texts.failed : body}
      </div>
      {waits && (
        <button type="button" className={classes.row} onClick={start}>
          {body}
        </button>
      )}
    </div>
  );
}
