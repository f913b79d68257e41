import { IconClock } from '@tabler/icons-react';
import { TextField } from '../ui/form/fields/fields.tsx';
import type { FieldBinding } from '../ui/form/use-form.ts';

/** An hour as Brazilians write it, in every browser: the browser's own field follows the system's language. */
export const HourField = (field: FieldBinding<string>) => (
  <TextField
    label="Sai às"
    inputMode="numeric"
    autoComplete="off"
    placeholder="hh:mm"
    icon={IconClock}
    {...field}
  />
);
