/** Card «Endereço e aparência»: address, brand and the opening sentence of the sales page. */
import { Button } from '@mantine/core';
import { MAX_SENTENCE } from '@ramal/contract/storefront/settings';
import { useState } from 'react';
import { TextField } from '../../ui/form/fields/fields.tsx';
import { FieldRow } from '../../ui/form/FormSection.tsx';
import { TitledCard } from '../../ui/layout/TitledCard.tsx';
import type { CardProps } from './card-props.ts';
import { LookDialog } from './LookDialog.tsx';
import { SlugField } from './SlugField.tsx';

export function AddressCard({ form, state }: CardProps) {
  const [choosesLook, setChoosesLook] = useState(false);
  const { sentence, accent, logo } = form.values;
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
            <Button variant="link" size="compact-sm" onClick={() => setChoosesLook(true)}>
              Logo e cor
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
      {choosesLook && (
        <LookDialog
          look={{ accent, logo }}
          onChoose={(look) => form.change(look)}
          onClose={() => setChoosesLook(false)}
        />
      )}
    </TitledCard>
  );
}
