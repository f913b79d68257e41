import { IconAt } from '@tabler/icons-react';
import { WhatsappField } from '../lines/fields/WhatsappField.tsx';
import { FieldRow } from '../ui/form/FormSection.tsx';
import { TextField } from '../ui/form/fields/fields.tsx';
import type { Form } from '../ui/form/use-form.ts';

interface ContactFieldsProps {
  form: Pick<Form<{ readonly email: string; readonly emailContact: string }>, 'field'>;
  optional?: boolean;
}

/**
 * Fields for the WhatsApp number and the e-mail of a reseller. In the wire format, the number is in
 * the field `email`.
 */
export const ContactFields = ({ form, optional = false }: ContactFieldsProps) => (
  <FieldRow>
    <WhatsappField optional={optional} {...form.field('email')} />
    <TextField
      label="E-mail"
      optional
      icon={IconAt}
      type="email"
      autoComplete="off"
      maxLength={200}
      {...form.field('emailContact')}
    />
  </FieldRow>
);
