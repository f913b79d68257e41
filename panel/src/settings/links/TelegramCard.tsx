/** Card with the link of the Telegram channel (S-SETFR-04, Q-LINKHTTP). */
import { getTelegram, saveTelegram } from '@ramal/contract/links';
import { IconBrandTelegram } from '@tabler/icons-react';
import { useCall } from '../../foundation/api/query.ts';
import { TextField } from '../../ui/form/fields/fields.tsx';
import { InlineForm } from '../../ui/form/InlineForm.tsx';
import { useForm } from '../../ui/form/use-form.ts';
import { SaveButton } from '../../ui/form/SaveButton.tsx';
import { TitledCard } from '../../ui/layout/TitledCard.tsx';
import classes from './OneLine.module.css';

export function TelegramCard() {
  const { data } = useCall(getTelegram, {});
  const form = useForm(saveTelegram, {
    initial: { link: data?.link ?? '' },
    send: (body) => ({ body }),
    confirm: ({ link }) => ({
      title: link ? 'Publicar este canal?' : 'Remover o canal do Telegram?',
      icon: IconBrandTelegram,
      ...(link && { object: { name: link, mono: true } }),
      facts: [{ icon: IconBrandTelegram, text: 'Muda no menu de todas as contas.' }],
      confirmLabel: link ? 'Sim, publicar' : 'Sim, remover',
    }),
    alertFor: ({ errors }) => (Object.keys(errors).length > 0 ? false : undefined),
    refresh: [getTelegram],
    success: ({ message, link }) => ({ title: message, text: link }),
  });
  return (
    <TitledCard title="Telegram" text="Vira «Canal no Telegram» no menu de todos.">
      <InlineForm form={form} className={classes.root}>
        <TextField
          label="Link do Telegram"
          labelHidden
          icon={IconBrandTelegram}
          inputMode="url"
          autoComplete="off"
          spellCheck={false}
          placeholder="https://t.me/canal"
          {...form.field('link')}
        />
        <SaveButton form={form}>Publicar</SaveButton>
      </InlineForm>
    </TitledCard>
  );
}
