/**
 * Form row that adds a channel to the player until a given time (S-GAMES-01 to -04, V-61, V-62).
 */
import { Button, Text } from '@mantine/core';
import {
  type TemporaryCategory,
  LISTED_WITHIN_SECONDS,
  addTemporaryChannel,
  listTemporaryChannels,
} from '@ramal/contract/catalogue/temporary-channels';
import { IconPlus } from '@tabler/icons-react';
import { SelectField } from '../ui/form/fields/choice-fields.tsx';
import { TextField } from '../ui/form/fields/fields.tsx';
import { InlineForm } from '../ui/form/InlineForm.tsx';
import { useForm } from '../ui/form/use-form.ts';
import classes from './AddGame.module.css';
import { ChannelField } from './ChannelField.tsx';
import { HourField } from './HourField.tsx';
import { isRemovedTomorrow, toRemovalMinute } from './removal-time.ts';

export interface AddGameProps {
  readonly categories: readonly TemporaryCategory[];
  readonly now: Date;
  readonly onAdded: (id: number) => void;
}

/** Default time, at which the last game of the night has usually ended. */
const USUAL_END = '23:59';

export function AddGame({ categories, now, onAdded }: AddGameProps) {
  const only = categories.length === 1 ? String(categories[0]!.customId) : '';
  const form = useForm(addTemporaryChannel, {
    initial: { streamId: '', name: '', category: '', until: USUAL_END },
    send: ({ streamId, name, category, until }) => ({
      body: {
        streamId,
        category: category || only,
        ...(name.trim() ? { name } : {}),
        until: toRemovalMinute(until, now) ?? until,
      },
    }),
    codeFields: { temporary_channel_taken: 'name', temporary_channel_over: 'until' },
    refresh: [listTemporaryChannels],
    success: ({ message, channel }) => ({ title: message, text: channel.name }),
    onDone: ({ channel }, { category, until }) => {
      form.reset({ category, until });
      onAdded(channel.id);
    },
  });
  return (
    <div>
      <InlineForm form={form} className={classes.form}>
        <ChannelField label="Canal" {...form.field('streamId')} />
        <TextField
          label="Nome no player"
          optional
          maxLength={100}
          autoComplete="off"
          placeholder="Bahia x Vitória"
          {...form.field('name')}
        />
        <SelectField
          label="Categoria"
          placeholder={categories.length > 0 ? 'Escolha' : 'Crie uma categoria'}
          data={categories.map(({ customId, name }) => ({
            value: String(customId),
            label: name,
          }))}
          {...form.field('category')}
          value={form.values.category || only || null}
        />
        <HourField {...form.field('until')} />
        <Button
          className={classes.add}
          type="submit"
          size="md"
          loading={form.busy}
          leftSection={<IconPlus size={18} stroke={1.75} aria-hidden />}
        >
          Adicionar
        </Button>
      </InlineForm>
      <Text mt="lg" c="var(--ink-2)" fz="note">
        Sem nome, fica o do canal. Entra no player em até {LISTED_WITHIN_SECONDS} segundos.
        {isRemovedTomorrow(form.values.until, now) && ` Sai amanhã às ${form.values.until}.`}
      </Text>
    </div>
  );
}
