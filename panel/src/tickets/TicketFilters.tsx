import { Group } from '@mantine/core';
import { DateField, onDay } from '../ui/form/fields/DateField.tsx';
import { TextField } from '../ui/form/fields/fields.tsx';
import classes from './TicketFilters.module.css';

interface TicketFiltersProps {
  readonly date: string | undefined;
  /** True in the filter sheet, where the fields show their labels. */
  readonly inSheet: boolean;
  /** Account filter. Undefined for accounts other than admins. */
  readonly idRes: number | '' | undefined;
  readonly onChange: (change: { date?: string | undefined; idRes?: number | undefined }) => void;
}

/**
 * Props of a filter in the toolbar. An empty field shows the name of its filter, and its height
 * matches the other controls of the row.
 */
const inToolbar = (placeholder: string) => ({ placeholder, labelHidden: true, size: 'sm' });

/** Filters by the day of a ticket and the account that opened it (S-TICKET-09, S-TICKET-10). */
export const TicketFilters = ({ inSheet, date, idRes, onChange }: TicketFiltersProps) => (
  <Group
    gap="sm"
    align="stretch"
    wrap="nowrap"
    className={classes.root}
    data-in-sheet={inSheet || undefined}
  >
    <DateField
      className={classes.date ?? ''}
      label="Data"
      {...(!inSheet && inToolbar('Data'))}
      value={date ?? ''}
      onChange={onDay((day) => onChange({ date: day || undefined }))}
    />
    {idRes !== undefined && (
      <TextField
        className={classes.id ?? ''}
        label="ID Rev"
        {...(inSheet ? { placeholder: 'ID Rev' } : inToolbar('ID Rev'))}
        inputMode="numeric"
        maxLength={9}
        value={String(idRes)}
        onChange={({ currentTarget }) =>
          onChange({ idRes: Number(currentTarget.value.replace(/\D/g, '')) || undefined })
        }
      />
    )}
  </Group>
);
