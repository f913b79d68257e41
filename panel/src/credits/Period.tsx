/** Period from one day to another, both included. An incomplete date does not filter. */
import { Group } from '@mantine/core';
import { DateField, onDay } from '../ui/form/fields/DateField.tsx';
import classes from './Period.module.css';

interface PeriodProps {
  /** Format yyyy-mm-dd. Empty if no date is set. */
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
