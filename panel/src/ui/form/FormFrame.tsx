import { useRef } from 'react';
import type { FormEvent, KeyboardEvent, ReactNode, Ref } from 'react';
import { useIsPhone } from '../../foundation/viewport.ts';
import './form.css';
import { SubmitBar, SummaryCard } from './Summary.tsx';
import type { Summary } from './Summary.tsx';

export interface FormFrameProps {
  onSubmit: () => void;
  summary: Summary;
  /** For focusFirstError. */
  ref?: Ref<HTMLFormElement>;
  children: ReactNode;
}

/** A form with its live summary: a card at the right on the desktop, the act bar on the phone. Ctrl Enter submits. */
export function FormFrame({ onSubmit, summary, ref, children }: FormFrameProps) {
  const isPhone = useIsPhone();
  const running = useRef(false);
  running.current = summary.busy ?? false;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!running.current) onSubmit();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) submit(event);
  };
  return (
    <form ref={ref} className="form-frame" noValidate onSubmit={submit} onKeyDown={onKeyDown}>
      <div className="form-frame-fields">{children}</div>
      {isPhone ? <SubmitBar {...summary} /> : <SummaryCard {...summary} />}
    </form>
  );
}
