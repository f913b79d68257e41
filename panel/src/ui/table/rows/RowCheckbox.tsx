import { IconCheck, IconMinus } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import classes from './RowCheckbox.module.css';

interface RowCheckboxProps {
  name: string;
  checked: boolean;
  /** True for the indeterminate state: some of the rows are selected. */
  some?: boolean;
  /** True for the larger checkbox on a card. */
  large?: boolean;
  tabIndex?: number;
  /** `range` is true if the Shift key was pressed. */
  onToggle: (range: boolean) => void;
}

/** A checkbox whose touch area is larger than its box. */
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
        // With Shift, the press selects a range of rows, so it must not select text.
        onMouseDown={(event) => event.shiftKey && event.preventDefault()}
        onChange={(event) => onToggle((event.nativeEvent as MouseEvent).shiftKey === true)}
      />
      <span className={classes.box} data-on={checked || some || undefined}>
        {(checked || some) && <Glyph size={13} stroke={2.75} aria-hidden />}
      </span>
    </span>
  );
}
