/** From one day to another, both included; half-typed days are not a filter yet. */
import classes from './Period.module.css';

export interface PeriodProps {
  /** yyyy-mm-dd, or empty. */
  from: string;
  until: string;
  onChange: (change: { from: string } | { until: string }) => void;
}

export function Period({ from, until, onChange }: PeriodProps) {
  return (
    <fieldset className={classes.root}>
      <legend className="visually-hidden">Período</legend>
      <label>
        <span>De</span>
        <input
          type="date"
          value={from}
          min="2000-01-01"
          max={until || '2099-12-31'}
          onChange={({ currentTarget }) =>
            isDay(currentTarget.value) && onChange({ from: currentTarget.value })
          }
        />
      </label>
      <label>
        <span>até</span>
        <input
          type="date"
          value={until}
          min={from || '2000-01-01'}
          max="2099-12-31"
          onChange={({ currentTarget }) =>
            isDay(currentTarget.value) && onChange({ until: currentTarget.value })
          }
        />
      </label>
    </fieldset>
  );
}

/** A year is typed figure by figure: 0002 is on its way to 2026. */
const isDay = (value: string): boolean => value === '' || value.startsWith('20');
