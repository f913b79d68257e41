import { FieldRow } from '../../../ui/form/FormSection.tsx';
import { TextField } from '../../../ui/form/fields/fields.tsx';
import { TextAreaField } from '../../../ui/form/fields/TextAreaField.tsx';
import classes from './DetailFields.module.css';
import type { ItemForm } from './ItemFields.tsx';

interface DetailFieldsProps {
  kind: 'film' | 'episode' | 'series';
  form: ItemForm;
}

const short = { optional: true, autoComplete: 'off', maxLength: 4 } as const;
const text = { optional: true, autoComplete: 'off', maxLength: 200 } as const;

/** Details that apps show about a film, a series or an episode. */
export function DetailFields({ kind, form }: DetailFieldsProps) {
  return (
    <>
      <TextAreaField label="Sinopse" optional maxLength={4000} {...form.field('plot')} />
      <div className={classes.short}>
        <FieldRow>
          <TextField label="Ano" inputMode="numeric" {...short} {...form.field('year')} />
          <TextField
            label="Nota"
            inputMode="decimal"
            placeholder="0 a 10"
            {...short}
            {...form.field('rating')}
          />
          {kind !== 'series' && (
            <TextField label="Minutos" inputMode="numeric" {...short} {...form.field('minutes')} />
          )}
        </FieldRow>
      </div>
      {kind !== 'episode' && (
        <>
          <FieldRow>
            <TextField label="Gênero" {...text} {...form.field('genre')} />
            <TextField label="Direção" {...text} {...form.field('director')} />
          </FieldRow>
          <TextField label="Elenco" {...text} maxLength={1000} {...form.field('cast')} />
        </>
      )}
    </>
  );
}
