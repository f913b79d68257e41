import { IconCheck, IconMinus } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import classes from './RowCheckbox.module.css';

interface RowCheckboxProps {
  name: string;
  checked: boolean;
  /** True if some but not all rows are selected (indeterminate state). */
  some?: boolean;
  /** True for the larger checkbox on a card. */
  large?: boolean;
  tabIndex?: number;
  /** Called when the user toggles the checkbox. `range` is true if the Shift key was pressed. */
  onToggle: (range: boolean) => void;
}

/** Checkbox with a touch area that is larger than its box. */
export function RowCheckbox({
  name,
  checked,
  some = false,
  large = false,
  tabIndex,
  onToggle,
}: RowCheckboxProps) {
  const box = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (box.current) box.current.indeterminate = some;
  }, [some]);
  const Glyph = some ? IconMinus : IconCheck;
  return (
    <span className={classes.root} data-large={large || undefined}>
      <input
        ref={box}
        type="checkbox"
        data-row-checkbox
        aria-label={name}
        checked={checked}
        tabIndex={tabIndex}
        // With Shift, a press selects a range of rows, and must not also select text.
        onMouseDown={(event) => event.shiftKey && event.preventDefault()}
        onChange={(event) => onToggle((event.nativeEvent as MouseEvent).shiftKey === true)}
      />
      <span className={classes.box} data-on={checked || some || undefined}>
        {(checked || some) && <Glyph size={13} stroke={2.75} aria-hidden />}
      </span>
    </span>
  );
}
