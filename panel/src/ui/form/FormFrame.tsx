import type { FormEvent, ReactNode, Ref } from 'react';
import { useHasSideRoom, useIsPhone } from '../../foundation/viewport.ts';
import classes from './FormFrame.module.css';
import { focusNextOnEnter, nameEnterKey, submitOnCtrlEnter } from './submit-keys.ts';
import { SubmitBar } from './SubmitBar.tsx';
import { type Summary, SummaryCard } from './SummaryCard.tsx';

interface FormFrameProps {
  onSubmit: () => void;
  summary: Summary;
  /** Ref of the form element, which `focusFirstError` needs. */
  ref?: Ref<HTMLFormElement>;
  children: ReactNode;
}

/**
 * Form with a summary that changes with the input. The summary is a card at the right on wide
 * screens, and a bar at the bottom on narrower screens. Ctrl Enter submits. On a phone, Enter moves
 * to the next field.
 */
export function FormFrame({ onSubmit, summary, ref, children }: FormFrameProps) {
  const isPhone = useIsPhone();
  const hasSideRoom = useHasSideRoom();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!summary.busy) onSubmit();
  };
  return (
    <form
      ref={ref}
      className={classes.root}
      noValidate
      onSubmit={submit}
      onKeyDown={(event) => {
        submitOnCtrlEnter(submit)(event);
        if (isPhone) focusNextOnEnter(event);
      }}
      onFocus={isPhone ? nameEnterKey : undefined}
      data-form-frame
    >
      <div className={classes.fields}>{children}</div>
      {hasSideRoom ? <SummaryCard {...summary} /> : <SubmitBar {...summary} />}
    </form>
  );
}
