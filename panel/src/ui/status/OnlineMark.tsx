import classes from './OnlineMark.module.css';

function OnlineDot() {
  return <span className={classes.dot} aria-hidden="true" />;
}

export interface OnlineMarkProps {
  online: boolean;
  label?: string;
  offLabel?: string;
  /** Given and online: a button that shows the details. */
  onOpen?: () => void;
  /** The button's whole name for readers; begins with its label. */
  openName?: string;
}

export function OnlineMark({
  online,
  label = 'Sim',
  offLabel = 'Não',
  onOpen,
  openName,
}: OnlineMarkProps) {
  if (!online) return <span className={classes.off}>{offLabel}</span>;
  const inside = (
    <>
      <OnlineDot />
      {label}
    </>
  );
  if (!onOpen)
    return (
      <span className={classes.root} data-online>
        {inside}
      </span>
    );
  return (
    <button
      type="button"
      className={classes.root}
      data-button
      data-online
      aria-label={openName}
      onClick={onOpen}
    >
      {inside}
    </button>
  );
}
