import { Text } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { ButtonMenu } from './floating/ButtonMenu.tsx';
import classes from './PickMenu.module.css';

export interface PickOption {
  value: string;
  label: string;
}

interface PickMenuProps {
  /** Name for screen readers. If `shown` is true, it is also visible as «Vence:». */
  label: string;
  shown?: boolean;
  /** True if the button shows only the label while the option «Todos» or «Todas» is selected. */
  isFilter?: boolean;
  suffix?: string;
  size?: 'sm' | 'md';
  value: string;
  options: readonly PickOption[];
  onChange: (value: string) => void;
}

/** Button that opens a menu with a few options and shows the selected option. */
export function PickMenu({
  label,
  shown = false,
  isFilter = false,
  suffix,
  size = 'md',
  value,
  options,
  onChange,
}: PickMenuProps) {
  const chosen = options.find((option) => option.value === value);
  const isAtRest = isFilter && /^Tod[oa]s$/.test(chosen?.label ?? '');
  return (
    <ButtonMenu
      position="bottom-end"
      offset={4}
      button={
        <button
          type="button"
          className={classes.root}
          data-size={size}
          data-pick-menu
          {...(isAtRest ? { 'aria-label': `${label}: ${chosen?.label}` } : {})}
        >
          <span className={shown ? classes.side : 'visually-hidden'}>
            {isAtRest ? label : `${label}:`}
          </span>
          {!isAtRest && (
            <Text component="b" inherit fw={500}>
              {chosen?.label}
            </Text>
          )}
          {suffix && <span className={classes.side}>{suffix}</span>}
          <IconChevronDown size={16} stroke={1.75} aria-hidden />
        </button>
      }
      choices={() => [
        options.map((option) => ({
          key: option.value,
          label: option.label,
          chosen: option.value === value,
          choose: () => onChange(option.value),
        })),
      ]}
    />
  );
}
