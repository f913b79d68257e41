/** From one day to another, both included; half-typed days are not a filter yet. */
import { Group } from '@mantine/core';
import { DateField, onDay } from '../ui/form/fields/DateField.tsx';
import classes from './Period.module.css';

interface PeriodProps {
  /** yyyy-mm-dd, or empty. */
  from: string;
  until: string;
  onChange: (change: { from: string } | { until: string }) => void;
}

export const Period = ({ from, until, onChange }: PeriodProps) => (
  <Group
    component="fieldset"
    gap="sm"
    align="stretch"
    wrap="nowrap"
    m={0}
    p={0}
    bd="0"
    className={classes.root}
  >
    <legend className="visually-hidden">Período</legend>
    <DateField
      label="De"
      value={from}
      min="2000-01-01"
      max={until || '2099-12-31'}
      onChange={onDay((day) => onChange({ from: day }))}
    />
    <DateField
      label="até"
      value={until}
      min={from || '2000-01-01'}
      max="2099-12-31"
      onChange={onDay((day) => onChange({ until: day }))}
    />
  </Group>
);
