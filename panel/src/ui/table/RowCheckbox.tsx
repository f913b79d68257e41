import { IconCheck, IconMinus } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';

export interface RowCheckboxProps {
  name: string;
  checked: boolean;
  /** The third state: some of what it stands for. */
  some?: boolean;
  tabIndex?: number;
  /** `range`: the Shift key was held. */
  onToggle: (range: boolean) => void;
}

/** A tick whose target is larger than its box. */
export function RowCheckbox({ name, checked, some = false, tabIndex, onToggle }: RowCheckboxProps) {
  const box = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (box.current) box.current.indeterminate = some;
  }, [some]);
  const Glyph = some ? IconMinus : IconCheck;
  return (
    <span className="tick">
      <input
        ref={box}
        type="checkbox"
        aria-label={name}
        checked={checked}
        tabIndex={tabIndex}
        // A range of rows is meant, not of text.
        onMouseDown={(event) => event.shiftKey && event.preventDefault()}
        onChange={(event) => onToggle((event.nativeEvent as MouseEvent).shiftKey === true)}
      />
      <span className="tick-box" data-on={checked || some || undefined}>
        {(checked || some) && <Glyph size={13} stroke={2.75} aria-hidden />}
      </span>
    </span>
  );
}
