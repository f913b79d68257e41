/**
 * Archive of one channel: the results of the last proof, the days that players show, and the
 * sources of the recordings.
 */
import { Box, Button, Group, Stack, Text } from '@mantine/core';
import {
  type ChannelArchive,
  editChannelArchive,
  getChannelArchive,
  proveArchives,
} from '@ramal/contract/catalogue/archive';
import { type CatalogueStream, listStreams } from '@ramal/contract/catalogue/catalogue';
import { IconRefresh } from '@tabler/icons-react';
import { useCall } from '../../foundation/api/query.ts';
import { pluralize } from '../../foundation/numbers.ts';
import { useNow } from '../../foundation/use-now.ts';
import { LoadedDialog } from '../../ui/dialogs/LoadedDialog.tsx';
import { FormDialog } from '../../ui/form/FormDialog.tsx';
import { Segmented } from '../../ui/form/fields/Segmented.tsx';
import { useForm } from '../../ui/form/use-form.ts';
import { LinkButton } from '../../ui/LinkButton.tsx';
import { kindIcons } from '../items/item-icons.ts';
import { Picture } from '../items/Picture.tsx';
import {
  type ArchiveForm,
  orderedSources,
  readSourceErrors,
  toArchiveChanges,
  toArchiveValues,
} from './archive-form.ts';
import { ArchiveChecks } from './ArchiveChecks.tsx';
import { ArchiveSources } from './ArchiveSources.tsx';
import { countDays, describeProof, missingTexts, showsTooMuch } from './archive-texts.ts';
import { NewSource } from './NewSource.tsx';
import { ProofBand } from './ProofBand.tsx';
import { type ChannelTask, useChannelTask } from '../use-channel-task.ts';

interface ArchiveDialogProps {
  channel: CatalogueStream;
  onClose: () => void;
  onSaved: (id: number) => void;
}

const WIDTH = 560;

export function ArchiveDialog({ channel, ...dialog }: ArchiveDialogProps) {
  const query = useCall(getChannelArchive, { params: { id: channel.id } });
  return (
    <LoadedDialog
      query={query}
      failed="Não deu para ler o arquivo"
      title={`Arquivo de ${channel.name}`}
      subtitle={`Canal ${channel.number}`}
      width={WIDTH}
      onClose={dialog.onClose}
      lines={5}
      height={52}
      label="Carregando o arquivo"
    >
      {(archive) => <LoadedArchive archive={archive} {...dialog} />}
    </LoadedDialog>
  );
}

function LoadedArchive({
  archive,
  onClose,
  onSaved,
}: Omit<ArchiveDialogProps, 'channel'> & { archive: ChannelArchive }) {
  const { id, number, name, icon } = archive;
  const proof = useChannelTask(proveArchives, archive, [getChannelArchive, listStreams]);
  const form: ArchiveForm = useForm(editChannelArchive, {
    initial: toArchiveValues(archive),
    send: (values) => ({ params: { id }, body: toArchiveChanges(archive, values) }),
    readErrors: readSourceErrors,
    refresh: [getChannelArchive, listStreams],
    success: ({ message }) => ({ title: message, text: name }),
    onDone: () => {
      onClose();
      onSaved(id);
    },
  });
  const records = archive.state !== 'none';
  const close = () => {
    form.reset();
    onClose();
  };
  const isChanged = Object.keys(toArchiveChanges(archive, form.values)).length > 0;
  return (
    <FormDialog
      form={{ ...form, submit: isChanged ? form.submit : close }}
      title={`Arquivo de ${name}`}
      subtitle={`Canal ${number} · ${describeGuide(archive)}`}
      lead={<Picture url={icon} size={40} icon={kindIcons.live} />}
      width={WIDTH}
      hint={records && <ProveAgain proof={proof} archive={archive} />}
      onClose={onClose}
    >
      <Headline archive={archive} proof={proof} form={form} />
      <DaysChoice archive={archive} form={form} />
      {records && <Sources archive={archive} form={form} />}
      <NewSource form={form} />
      {records && <ArchiveChecks proof={archive.proof} task={proof.task} />}
    </FormDialog>
  );
}

function describeGuide({ programmes, guideDaysBack }: ChannelArchive): string {
  if (programmes === 0) return 'sem guia';
  const count = pluralize(programmes, 'programa', 'programas');
  return `guia com ${count}, ${countDays(guideDaysBack)} para trás`;
}

interface PartProps {
  archive: ChannelArchive;
  form: ArchiveForm;
}

function Headline({ archive, proof, form }: PartProps & { proof: ChannelTask }) {
  const now = useNow();
  const headline = describeProof(archive, now);
  if (!headline) return null;
  return (
    <ProofBand
      headline={proof.task ? { ...headline, tone: 'plain', title: 'Comprovando agora…' } : headline}
      action={!proof.task && <HeadlineAction archive={archive} proof={proof} form={form} />}
    />
  );
}

function HeadlineAction({ archive, proof, form }: PartProps & { proof: ChannelTask }) {
  if (archive.state === 'no-guide')
    return (
      <LinkButton
        to="/catalogue/{-$section}"
        params={{ section: 'guias' }}
        variant="default"
        size="sm"
      >
        Abrir o guia
      </LinkButton>
    );
  if (showsTooMuch(archive)) {
    const { answeredDays } = archive.proof!;
    return (
      <Button
        variant="default"
        disabled={form.values.days === answeredDays}
        onClick={() => form.change({ days: answeredDays })}
      >
        Mostrar {countDays(answeredDays)}
      </Button>
    );
  }
  return archive.proof === null && <Button onClick={proof.start}>Comprovar agora</Button>;
}

const ProveAgain = ({ proof, archive }: { proof: ChannelTask; archive: ChannelArchive }) =>
  archive.proof !== null && (
    <Button
      variant="subtle"
      loading={proof.task !== undefined}
      leftSection={<IconRefresh size={16} stroke={1.75} aria-hidden />}
      onClick={proof.start}
    >
      Comprovar de novo
    </Button>
  );

const offered = [0, 1, 3, 7, 14];

function DaysChoice({ archive, form }: PartProps) {
  const { state, promisedDays } = archive;
  const { days } = form.values;
  const values = [...new Set([...offered, promisedDays, days])].toSorted((a, b) => a - b);
  return (
    <Group justify="space-between" gap="sm lg">
      <Box>
        <Text inherit fw={500} id="archive-days">
          Dias de arquivo
        </Text>
        <Text c="var(--ink-2)" fz="var(--reading-caption)">
          {state === 'none' ? missingTexts.none : 'o que aplicativos e caixas mostram'}
        </Text>
      </Box>
      <Segmented
        label="Dias de arquivo"
        value={String(days)}
        options={values.map((value) => ({
          value: String(value),
          label: value === 0 ? 'Desligado' : String(value),
          disabled: value > promisedDays,
        }))}
        onChange={(value) => form.change({ days: Number(value) })}
      />
    </Group>
  );
}

function Sources({ archive, form }: PartProps) {
  const { order } = form.values;
  return (
    <Stack gap="sm">
      <Group justify="space-between" gap="sm">
        <Text inherit fw={500}>
          De onde vem
        </Text>
        <Text id="archive-order" c="var(--ink-2)" fz="var(--reading-caption)">
          a primeira que cobrir a idade do programa
        </Text>
      </Group>
      <ArchiveSources
        sources={orderedSources(archive, form.values)}
        onMove={(from, to) =>
          form.change({ order: order.toSpliced(from, 1).toSpliced(to, 0, order[from]!) })
        }
        onRemove={(id) => form.change({ order: order.filter((sourceId) => sourceId !== id) })}
      />
    </Stack>
  );
}
