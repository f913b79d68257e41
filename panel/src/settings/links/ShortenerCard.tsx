/**
 * Card that shortens an address and shows the short link. Only the server validates the address
 * (S-SETTINGS-03, S-SETTINGS-22, V-73).
 */
import { Button } from '@mantine/core';
import { shortenLink } from '@ramal/contract/links';
import { IconLink } from '@tabler/icons-react';
import { useState } from 'react';
import { CopyRow } from '../../ui/copy/CopyRow.tsx';
import { TextField } from '../../ui/form/fields/fields.tsx';
import { InlineForm } from '../../ui/form/InlineForm.tsx';
import { useForm } from '../../ui/form/use-form.ts';
import { TitledCard } from '../../ui/layout/TitledCard.tsx';
import classes from './OneLine.module.css';

export function ShortenerCard() {
  const [short, setShort] = useState('');
  const form = useForm(shortenLink, {
    initial: { link: '' },
    send: (body) => ({ body }),
    alertFor: ({ errors }) => (Object.keys(errors).length > 0 ? false : undefined),
    success: ({ message, link }) => ({ title: message, text: link }),
    onDone: ({ link }) => setShort(link),
  });
  const field = form.field('link');
  const hasError = Object.keys(form.errors).length > 0;
  return (
    <TitledCard title="Encurtador de links" text="Para digitar com o controle remoto.">
      <InlineForm form={form} className={classes.root}>
        <TextField
          label="Link para encurtar"
          labelHidden
          icon={IconLink}
          inputMode="url"
          autoComplete="off"
          spellCheck={false}
          placeholder="https://"
          {...field}
          onChange={(typed) => {
            // Removes the shown short link, because it belongs to the previous address.
            setShort('');
            field.onChange(typed);
          }}
        />
        <Button type="submit" size="md" variant="default" loading={form.busy}>
          Encurtar
        </Button>
      </InlineForm>
      {short && !hasError && <CopyRow label="Link curto" value={short} />}
    </TitledCard>
  );
}
