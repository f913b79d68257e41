import { DateField, onDay } from '../ui/form/fields/DateField.tsx';
import { TextField } from '../ui/form/fields/fields.tsx';
import classes from './TicketFilters.module.css';

export interface TicketFiltersProps {
  readonly date: string | undefined;
  /** In the sheet of the filters, where their names are seen. */
  readonly inSheet: boolean;
  /** Undefined: only admins filter by account. */
  readonly idRes: number | '' | undefined;
  readonly onChange: (change: { date?: string | undefined; idRes?: number | undefined }) => void;
}

/** The day a ticket was opened, and the account that opened it (S-TICKET-09, S-TICKET-10). */
export const TicketFilters = ({ inSheet, date, idRes, onChange }: TicketFiltersProps) => (
  <div className={classes.root}>
    <DateField
      className={classes.date ?? ''}
      label="Data"
      labelHidden={!inSheet}
      value={date ?? ''}
      onChange={onDay((day) => onChange({ date: day || undefined }))}
    />
    {idRes !== undefined && (
      <TextField
        className={classes.id ?? ''}
        label="ID Rev"
        labelHidden={!inSheet}
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
