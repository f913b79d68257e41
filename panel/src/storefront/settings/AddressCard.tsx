/** Card «Endereço e aparência»: address, brand and the opening sentence of the sales page. */
import { Button } from '@mantine/core';
import { MAX_SENTENCE } from '@ramal/contract/storefront/settings';
import { useState } from 'react';
import { TextField } from '../../ui/form/fields/fields.tsx';
import { FieldRow } from '../../ui/form/FormSection.tsx';
import { TitledCard } from '../../ui/layout/TitledCard.tsx';
import { ColorDialog } from './ColorDialog.tsx';
import type { CardProps } from './card-props.ts';
import { SlugField } from './SlugField.tsx';

export function AddressCard({ form, state }: CardProps) {
  const [choosesColor, setChoosesColor] = useState(false);
  const { sentence, accent } = form.values;
  return (
    <TitledCard padded title="Endereço e aparência">
      <FieldRow>
        <SlugField
          saved={state.settings?.slug}
          addressBase={state.addressBase}
          {...form.field('slug')}
        />
        <TextField
          label="Marca"
          maxLength={40}
          autoComplete="off"
          hint="Com marca própria, vale a da marca."
          rightSection={
            <Button variant="link" size="compact-sm" onClick={() => setChoosesColor(true)}>
              Cor
            </Button>
          }
          rightSectionWidth="auto"
          {...form.field('name')}
        />
      </FieldRow>
      <TextField
        label="Frase de abertura"
        aside={`${sentence.length} de ${MAX_SENTENCE}`}
        maxLength={MAX_SENTENCE}
        autoComplete="off"
        {...form.field('sentence')}
      />
      {choosesColor && (
        <ColorDialog
          accent={accent}
          onChoose={(chosen) => form.change({ accent: chosen })}
          onClose={() => setChoosesColor(false)}
        />
      )}
    </TitledCard>
  );
}
