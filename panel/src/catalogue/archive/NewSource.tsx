import { Button, Group, Stack } from '@mantine/core';
import { archiveKinds, type ArchiveKind } from '@ramal/contract/catalogue/archive';
import { IconHistory, IconLink, IconPlus } from '@tabler/icons-react';
import { typedWhole } from '../../foundation/amounts.ts';
import { SelectField } from '../../ui/form/fields/choice-fields.tsx';
import { TextField } from '../../ui/form/fields/fields.tsx';
import { FieldRow } from '../../ui/form/FormSection.tsx';
import type { ArchiveForm } from './archive-form.ts';

interface KindTexts {
  readonly label: string;
  readonly placeholder: string;
}

const kinds: Record<ArchiveKind, KindTexts> = {
  flussonic: { label: 'Flussonic', placeholder: 'https://video.exemplo/canal/index.m3u8' },
  xtream: {
    label: 'Xtream',
    placeholder: 'http://painel.exemplo/live/usuario/senha/101.ts',
  },
  nimble: { label: 'Nimble', placeholder: 'https://video.exemplo/app/canal/playlist.m3u8' },
  wowza: { label: 'Wowza', placeholder: 'https://video.exemplo/app/canal/playlist.m3u8?DVR' },
  template: {
    label: 'Endereço com {utc}',
    placeholder: 'https://video.exemplo/canal?utc={utc}&lutc={lutc}',
  },
};

/** Form fields that add an archive source manually, in addition to the imported sources. */
export function NewSource({ form }: { form: ArchiveForm }) {
  const { kind } = form.values;
  if (kind === '')
    return (
      <Group>
        <Button
          variant="subtle"
          size="xs"
          leftSection={<IconPlus size={15} stroke={1.75} aria-hidden />}
          onClick={() => form.change({ kind: 'flussonic' })}
        >
          Adicionar fonte
        </Button>
      </Group>
    );
  return (
    <Stack gap="lg">
      <FieldRow>
        <SelectField
          label="Tipo da fonte"
          data={archiveKinds.map((value) => ({ value, label: kinds[value].label }))}
          {...form.field('kind')}
        />
        <TextField
          label="Dias que ela guarda"
          icon={IconHistory}
          inputMode="numeric"
          autoComplete="off"
          maxLength={2}
          {...form.field('depth', typedWhole)}
        />
      </FieldRow>
      <TextField
        label="Endereço do canal nela"
        icon={IconLink}
        mono
        type="url"
        inputMode="url"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={2000}
        placeholder={kinds[kind as ArchiveKind].placeholder}
        {...form.field('address', (typed) => typed.trim())}
      />
    </Stack>
  );
}
