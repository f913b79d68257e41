import classes from './ProgressBar.module.css';

interface ProgressBarProps {
  label: string;
  /**
   * Progress from 0 to 1. If it is undefined, the bar shows an animation without progress while
   * `running` is true.
   */
  share?: number | undefined;
  running?: boolean;
  /** State of an ended task. The colour of the bar depends on it. */
  state?: string;
}

export function ProgressBar({ label, share, running = true, state }: ProgressBarProps) {
  const percent = share === undefined ? undefined : Math.floor(share * 100);
  return (
    <div
      className={classes.root}
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={percent}
      data-state={state}
      data-unknown={(percent === undefined && running) || undefined}
    >
      <i style={share === undefined ? undefined : { transform: `scaleX(${share})` }} />
    </div>
  );
}
