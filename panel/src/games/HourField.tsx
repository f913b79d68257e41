import { TimeField } from '../ui/form/fields/TimeField.tsx';
import type { FieldBinding } from '../ui/form/use-form.ts';

export const HourField = (field: FieldBinding<string>) => <TimeField label="Sai às" {...field} />;
