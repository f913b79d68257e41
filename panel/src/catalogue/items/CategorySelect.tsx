import { SelectField } from '../../ui/form/fields/choice-fields.tsx';
import type { NamedRow } from '../named-list.ts';
import classes from './CategorySelect.module.css';

interface CategorySelectProps {
  categories: readonly NamedRow[];
  chosen: NamedRow | undefined;
  onChange: (id: number | undefined) => void;
}

const ALL = 'all';

export function CategorySelect({ categories, chosen, onChange }: CategorySelectProps) {
  return (
    <SelectField
      className={classes.root}
      label="Categoria"
      labelHidden
      searchable
      data={[
        { value: ALL, label: 'Todas as categorias' },
        ...categories.map(({ id, name }) => ({ value: String(id), label: name })),
      ]}
      value={chosen ? String(chosen.id) : ALL}
      onChange={(next) => onChange(next === null || next === ALL ? undefined : Number(next))}
    />
  );
}
