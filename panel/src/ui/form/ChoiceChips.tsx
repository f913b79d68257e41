import { Group } from '@mantine/core';
import type { ReactNode } from 'react';
import { IconCheck } from '@tabler/icons-react';
import classes from './ChoiceChips.module.css';
import { FieldError } from './fields/FieldError.tsx';
import { FieldLabel } from './fields/FieldLabel.tsx';

interface ChoiceChip {
  value: string;
  label: string;
}

interface ChoiceChipsProps {
  label: string;
  /** Text at the right of the label: «vale para 265 clientes». */
  aside?: ReactNode;
  values: readonly string[];
  options: readonly ChoiceChip[];
  onChange: (values: string[]) => void;
  error?: ReactNode;
}

/** Field for several options, all of them visible. */
export function ChoiceChips({ label, aside, values, options, onChange, error }: ChoiceChipsProps) {
  const toggle = (value: string, isChosen: boolean) =>
    onChange(isChosen ? [...values, value] : values.filter((chosen) => chosen !== value));
  return (
    <fieldset className={classes.root}>
      <legend className={classes.legend}>
        <FieldLabel aside={aside}>{label}</FieldLabel>
      </legend>
      <Group gap="sm">
        {options.map(({ value, label: name }) => (
          <label key={value} className={classes.chip}>
            <input
              type="checkbox"
              data-covers
              checked={values.includes(value)}
              onChange={({ currentTarget: { checked } }) => toggle(value, checked)}
            />
            <IconCheck size={16} stroke={1.75} aria-hidden className={classes.tick} />
            {name}
          </label>
        ))}
      </Group>
      {error && <FieldError>{error}</FieldError>}
    </fieldset>
  );
}
