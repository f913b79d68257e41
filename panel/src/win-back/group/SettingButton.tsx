import { Text } from '@mantine/core';
import { type Icon, IconChevronDown } from '@tabler/icons-react';
import { useId } from 'react';
import classes from './SettingButton.module.css';

interface SettingButtonProps {
  readonly label: string;
  readonly value: string;
  readonly icon: Icon;
  readonly onClick: () => void;
}

/** Field-like button that shows a setting and opens its form. */
export function SettingButton({ label, value, icon: SettingIcon, onClick }: SettingButtonProps) {
  const id = useId();
  return (
    <div>
      <Text id={id} mb="2xs" fz="note" fw={500}>
        {label}
      </Text>
      <button type="button" className={classes.root} aria-describedby={id} onClick={onClick}>
        <SettingIcon size={17} stroke={1.75} aria-hidden />
        <span>{value}</span>
        <IconChevronDown size={17} stroke={1.75} aria-hidden />
      </button>
    </div>
  );
}
