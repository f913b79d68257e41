/** Sources of one channel in their order, each with the measurements of its last check. */
import { Button, Group, Stack, Text } from '@mantine/core';
import { checkSources, listStreams } from '@ramal/contract/catalogue/catalogue';
import {
  type ChannelSource,
  type ChannelSources,
  editChannelSources,
  getChannelSources,
  listChannelSources,
  MAX_CHANNEL_SOURCES,
} from '@ramal/contract/catalogue/channel-sources';
import { MAX_HEADERS_LENGTH } from '@ramal/contract/catalogue/source-headers';
import { IconLink, IconPlus, IconRefresh } from '@tabler/icons-react';
import { useCall } from '../../foundation/api/query.ts';
import { useNow } from '../../foundation/use-now.ts';
import { LoadedDialog } from '../../ui/dialogs/LoadedDialog.tsx';
import { TextField } from '../../ui/form/fields/fields.tsx';
import { TextAreaField } from '../../ui/form/fields/TextAreaField.tsx';
import { FormDialog } from '../../ui/form/FormDialog.tsx';
import { useForm } from '../../ui/form/use-form.ts';
import { StatusBadge } from '../../ui/status/StatusBadge.tsx';
import { kindIcons } from '../items/item-icons.ts';
import { Picture } from '../items/Picture.tsx';
import { OrderedSources } from '../OrderedSources.tsx';
import { agoWord } from '../times.ts';
import { useChannelTask } from '../use-channel-task.ts';
import { describeSource } from './describe-source.ts';
import {
  isChanged,
  orderedSources,
  readSourceErrors,
  type SourcesForm,
  toSourcesBody,
  toSourcesValues,
} from './sources-form.ts';
import { channelTexts, sourceTexts } from './source-texts.ts';

interface SourcesDialogProps {
  channel: { readonly id: number; readonly name: string; readonly number: number };
  onClose: () => void;
  onSaved: (id: number) => void;
}

const WIDTH = 620;
const changedCalls = [getChannelSources, listChannelSources, listStreams];

export function SourcesDialog({ channel, ...dialog }: SourcesDialogProps) {
  const query = useCall(getChannelSources, { params: { id: channel.id } });
  return (
    <LoadedDialog
      query={query}
      failed="Não deu para ler as fontes"
      title={`Fontes de ${channel.name}`}
      subtitle={`Canal ${channel.number}`}
      width={WIDTH}
      onClose={dialog.onClose}
      lines={3}
      height={64}
      label="Carregando as fontes"
    >
      {(sources) => <LoadedSources channel={sources} {...dialog} />}
    </LoadedDialog>
  );
}

function LoadedSources({
  channel,
  onClose,
  onSaved,
}: Omit<SourcesDialogProps, 'channel'> & { channel: ChannelSources }) {
  const { id, number, name, icon, state } = channel;
  const check = useChannelTask(checkSources, channel, changedCalls);
  const form: SourcesForm = useForm(editChannelSources, {
    initial: toSourcesValues(channel),
    send: (values) => ({ params: { id }, body: toSourcesBody(values) }),
    readErrors: readSourceErrors,
    refresh: changedCalls,
    success: ({ message }) => ({ title: message, text: name }),
    onDone: () => {
      onClose();
      onSaved(id);
    },
  });
  const close = () => {
    form.reset();
    onClose();
  };
  return (
    <FormDialog
      form={{ ...form, submit: isChanged(channel, form.values) ? form.submit : close }}
      title={`Fontes de ${name}`}
      subtitle={`Canal ${number}${channel.listName === '' ? '' : ` · ${channel.listName}`}`}
      lead={<Picture url={icon} size={40} icon={kindIcons.live} />}
      width={WIDTH}
      hint={
        <Button
          variant="subtle"
          loading={check.task !== undefined}
          leftSection={<IconRefresh size={16} stroke={1.75} aria-hidden />}
          onClick={check.start}
        >
          Verificar agora
        </Button>
      }
      onClose={onClose}
    >
      <Group justify="space-between" gap="sm">
        <StatusBadge tone={channelTexts[state].tone}>{headlines[state]}</StatusBadge>
        <Text id="sources-order" c="var(--ink-2)" fz="var(--reading-caption)">
          usa a primeira que funciona
        </Text>
      </Group>
      <Sources channel={channel} form={form} />
      <NewSource form={form} />
    </FormDialog>
  );
}

const headlines: Record<ChannelSources['state'], string> = {
  ok: 'Toca da primeira fonte',
  fallback: 'A primeira não funciona: toca da reserva',
  partial: 'Toca da primeira; uma reserva não funciona',
  lost: 'Nenhuma fonte funciona',
  unknown: 'Ainda não verificado',
};

interface PartProps {
  channel: ChannelSources;
  form: SourcesForm;
}

function Sources({ channel, form }: PartProps) {
  const now = useNow();
  const { order } = form.values;
  return (
    <OrderedSources
      label="Fontes"
      describedBy="sources-order"
      sources={orderedSources(channel, form.values).map((source, index) => ({
        id: source.id,
        name: source.shown || 'fonte interna',
        // An imported source cannot be removed, because the next import would add it again.
        canRemove: !source.isOwn && !source.imported,
        title: <SourceTitle source={source} index={index} now={now} />,
        facts: (
          <StatusBadge tone={sourceTexts[source.state].tone}>
            {sourceTexts[source.state].text}
          </StatusBadge>
        ),
      }))}
      onMove={(from, to) =>
        form.change({ order: order.toSpliced(from, 1).toSpliced(to, 0, order[from]!) })
      }
      onRemove={(id) => form.change({ order: order.filter((sourceId) => sourceId !== id) })}
    />
  );
}

interface SourceTitleProps {
  source: ChannelSource;
  index: number;
  now: Date;
}

function SourceTitle({ source, index, now }: SourceTitleProps) {
  const { shown, active, checkedAtTimestamp } = source;
  const lines = describeSource(source, now);
  return (
    <>
      <span>
        {index + 1}. <span className="mono">{shown || 'interna'}</span>
        {active && ' · em uso'}
      </span>
      {lines.map((line) => (
        <small key={line}>{line}</small>
      ))}
      {checkedAtTimestamp !== null && <small>verificada {agoWord(checkedAtTimestamp, now)}</small>}
    </>
  );
}

function NewSource({ form }: { form: SourcesForm }) {
  const { adds, order } = form.values;
  if (order.length >= MAX_CHANNEL_SOURCES) return null;
  if (!adds)
    return (
      <Group>
        <Button
          variant="subtle"
          size="xs"
          leftSection={<IconPlus size={15} stroke={1.75} aria-hidden />}
          onClick={() => form.change({ adds: true })}
        >
          Adicionar fonte
        </Button>
      </Group>
    );
  return (
    <Stack gap="lg">
      <TextField
        label="Endereço da fonte"
        icon={IconLink}
        mono
        type="url"
        inputMode="url"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={2000}
        placeholder="http://provedor.exemplo/live/usuario/senha/101.ts"
        {...form.field('address', (typed) => typed.trim())}
      />
      <TextAreaField
        label="Cabeçalhos"
        optional
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={MAX_HEADERS_LENGTH}
        rows={2}
        placeholder="User-Agent: VLC/3.0.20"
        {...form.field('headers')}
      />
    </Stack>
  );
}
