/** Draws the six steps as a branch, with one node for each step. */
import { Text } from '@mantine/core';
import type { WelcomeStep } from '@ramal/contract/operations/welcome';
import { IconCheck, IconMinus } from '@tabler/icons-react';
import classes from './WelcomeSteps.module.css';
import { type StepState, type WelcomeAnswer, stepNote, stepTitles } from './welcome-words.ts';

interface WelcomeStepsProps {
  readonly welcome: WelcomeAnswer;
  readonly current: WelcomeStep | undefined;
  readonly onChoose: (step: WelcomeStep) => void;
}

const stateLabels: Readonly<Record<StepState, string>> = {
  done: 'feito',
  skipped: 'pulado',
  open: 'a fazer',
};

export const WelcomeSteps = ({ welcome, current, onChoose }: WelcomeStepsProps) => (
  <ol className={classes.root}>
    {welcome.steps.map(({ name, state }) => (
      <li key={name} data-state={state}>
        <button
          type="button"
          className={classes.step}
          aria-current={name === current ? 'step' : undefined}
          onClick={() => onChoose(name)}
        >
          <span className={classes.node}>
            {state === 'done' && <IconCheck size={16} stroke={2.5} aria-hidden />}
            {state === 'skipped' && <IconMinus size={16} stroke={2.5} aria-hidden />}
          </span>
          <span>
            <b>{stepTitles[name]}</b>
            <span className="visually-hidden">, {stateLabels[state]}</span>
            <Text span inherit display="block" c="var(--ink-2)" fz="note">
              {stepNote(name, state, welcome)}
            </Text>
          </span>
        </button>
      </li>
    ))}
  </ol>
);
