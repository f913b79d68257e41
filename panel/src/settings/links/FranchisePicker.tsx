import { getAppLinks } from '@ramal/contract/links';
import { useCall } from '../../foundation/api/query.ts';
import { SelectField } from '../../ui/form/fields/choice-fields.tsx';

interface FranchisePickerProps {
  readonly value: number | undefined;
  readonly onChange: (franchise: number | undefined) => void;
}

const EVERYBODY = '';

/**
 * Field that selects the franchise whose texts an admin edits. Hidden if no franchise exists
 * (S-SETFR-08, Q-FRANCHSCOPE).
 */
export function FranchisePicker({ value, onChange }: FranchisePickerProps) {
  const { data } = useCall(getAppLinks, { query: { type: 1 } });
  if (!data || data.franchises.length === 0) return null;
  return (
    <SelectField
      label="Franquia"
      labelHidden
      data={[
        { value: EVERYBODY, label: 'Todas as franquias' },
        ...data.franchises.map(({ id, name }) => ({ value: String(id), label: name })),
      ]}
      value={value === undefined ? EVERYBODY : String(value)}
      onChange={(chosen) => onChange(chosen ? Number(chosen) : undefined)}
    />
  );
}
