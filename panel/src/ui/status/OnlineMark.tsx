import classes from './OnlineMark.module.css';

function OnlineDot() {
  return <span className={classes.dot} aria-hidden="true" />;
}

interface OnlineMarkProps {
  online: boolean;
  label?: string;
  offLabel?: string;
  /**
   * Called when the user presses the mark. If it is set, the mark is a button that shows the
   * details, even if no customer is watching.
   */
  onOpen?: () => void;
  /** Complete name of the button for screen readers. It must start with the label. */
  openName?: string;
}

export function OnlineMark({
  online,
  label = 'Sim',
  offLabel = 'Não',
  onOpen,
  openName,
}: OnlineMarkProps) {
  const inside = online ? (
    <>
      <OnlineDot />
      {label}
    </>
  ) : (
    offLabel
  );
  if (!onOpen)
    return (
      <span className={online ? classes.root : classes.off} data-online={online || undefined}>
        {inside}
      </span>
    );
  return (
    <button
      type="button"
      className={classes.root}
      data-button
      data-touch-area
      data-online={online || undefined}
      aria-label={openName}
      onClick={onOpen}
    >
      {inside}
    </button>
  );
}
