import { Group } from '@mantine/core';
import { DateField, onDay } from '../ui/form/fields/DateField.tsx';
import { TextField } from '../ui/form/fields/fields.tsx';
import classes from './TicketFilters.module.css';

interface TicketFiltersProps {
  readonly date: string | undefined;
  /** True in the filter sheet. The fields then show their labels. */
  readonly inSheet: boolean;
  /** Id of the account in the filter. Undefined for accounts that are not admins. */
  readonly idRes: number | '' | undefined;
  readonly onChange: (change: { date?: string | undefined; idRes?: number | undefined }) => void;
}

/**
 * Returns the props of a filter in the toolbar. An empty field shows the name of the filter, and
 * the field is as high as the other controls.
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
