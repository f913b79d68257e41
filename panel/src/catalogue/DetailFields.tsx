import { FieldRow } from '../ui/form/FormSection.tsx';
import { TextField } from '../ui/form/fields.tsx';
import { TextAreaField } from '../ui/form/TextAreaField.tsx';
import type { ItemForm } from './edit-item.ts';
import type { Texts } from '../ui/form/use-saving.ts';

export interface DetailFieldsProps {
  kind: 'film' | 'episode' | 'series';
  typed: (field: keyof ItemForm) => {
    value: string;
    onChange: (event: { currentTarget: { value: string } }) => void;
  };
  fields: Texts;
}

/** What apps show about a film, a series or an episode. */
export function DetailFields({ kind, typed, fields }: DetailFieldsProps) {
  const error = (field: string) => fields[`details.${field}`];
  return (
    <>
      <TextAreaField
        label="Sinopse"
        optional
        maxLength={4000}
        {...typed('plot')}
        error={error('plot')}
      />
      <FieldRow>
        <TextField
          label="Ano"
          optional
          inputMode="numeric"
          maxLength={4}
          autoComplete="off"
          {...typed('year')}
          error={error('year')}
        />
        <TextField
          label="Nota"
          optional
          inputMode="decimal"
          maxLength={4}
          placeholder="0 a 10"
          autoComplete="off"
          {...typed('rating')}
          error={error('rating')}
        />
        {kind !== 'series' && (
          <TextField
            label="Minutos"
            optional
            inputMode="numeric"
            maxLength={4}
            autoComplete="off"
            {...typed('minutes')}
            error={error('duration_seconds')}
          />
        )}
      </FieldRow>
      {kind !== 'episode' && (
        <>
          <FieldRow>
            <TextField
              label="Gênero"
              optional
              maxLength={200}
              autoComplete="off"
              {...typed('genre')}
              error={error('genre')}
            />
            <TextField
              label="Direção"
              optional
              maxLength={200}
              autoComplete="off"
              {...typed('director')}
              error={error('director')}
            />
          </FieldRow>
          <TextField
            label="Elenco"
            optional
            maxLength={1000}
            autoComplete="off"
            {...typed('cast')}
            error={error('cast')}
          />
        </>
      )}
    </>
  );
}
