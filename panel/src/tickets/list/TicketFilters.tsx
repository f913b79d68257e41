import { Group } from '@mantine/core';
import { DateField, onDay } from '../../ui/form/fields/DateField.tsx';
import { TextField } from '../../ui/form/fields/fields.tsx';

interface TicketFiltersProps {
  readonly date: string | undefined;
  /** Id of the account in the filter. Undefined for accounts that are not admins. */
  readonly idRes: number | '' | undefined;
  readonly onChange: (change: { date?: string | undefined; idRes?: number | undefined }) => void;
}

/** Filters by the day of a ticket and the account that opened it (S-TICKET-09, S-TICKET-10). */
export const TicketFilters = ({ date, idRes, onChange }: TicketFiltersProps) => (
  <Group gap="sm" align="stretch" wrap="nowrap">
    <DateField
      w="calc(41 * var(--space-2xs))"
      label="Data"
      value={date ?? ''}
      onChange={onDay((day) => onChange({ date: day || undefined }))}
    />
    {idRes !== undefined && (
      <TextField
        w="calc(13 * var(--space-sm))"
        label="ID Rev"
        placeholder="ID Rev"
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
