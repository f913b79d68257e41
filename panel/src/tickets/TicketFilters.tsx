import { TextInput } from '@mantine/core';
import { DateField, onDay } from '../ui/form/fields/DateField.tsx';
import classes from './TicketFilters.module.css';

export interface TicketFiltersProps {
  readonly date: string | undefined;
  /** Undefined: only admins filter by account. */
  readonly idRes: number | '' | undefined;
  readonly onChange: (change: { date?: string | undefined; idRes?: number | undefined }) => void;
}

/** The day a ticket was opened, and the account that opened it (S-TICKET-09, S-TICKET-10). */
export const TicketFilters = ({ date, idRes, onChange }: TicketFiltersProps) => (
  <div className={classes.root}>
    <DateField
      className={classes.date ?? ''}
      label="Data"
      labelHidden
      value={date ?? ''}
      onChange={onDay((day) => onChange({ date: day || undefined }))}
    />
    {idRes !== undefined && (
      <TextInput
        className={classes.id ?? ''}
        aria-label="ID Rev"
        placeholder="ID Rev"
        inputMode="numeric"
        maxLength={9}
        value={String(idRes)}
        onChange={({ currentTarget }) =>
          onChange({ idRes: Number(currentTarget.value.replace(/\D/g, '')) || undefined })
        }
      />
    )}
  </div>
);
