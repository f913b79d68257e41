/**
 * Lists the guides (XMLTV files with the TV programme). The server reads a guide with a URL
 * automatically every few hours.
 */
import {
  deleteGuide,
  type Guide,
  listGuides,
  readGuide,
  readGuideFile,
} from '@ramal/contract/catalogue/guides';
import { IconCalendarTime } from '@tabler/icons-react';
import { useCall } from '../../foundation/api/query.ts';
import { useNow } from '../../foundation/use-now.ts';
import { isTaskActive } from '../../tasks/task.ts';
import { changedByContent } from '../calls.ts';
import { useCatalogueParams } from '../catalogue-params.ts';
import { EditSource } from './EditSource.tsx';
import { guideActions, guideColumns, guideDeletion } from './guide-rows.tsx';
import { NamedSection } from '../NamedSection.tsx';
import { UploadDialog } from './UploadDialog.tsx';
import { useFetchSource } from './use-fetch-source.ts';
import { Stack } from '@mantine/core';
import { TaskProgress } from '../../tasks/TaskProgress.tsx';
import { useTask } from '../../tasks/use-task.ts';
import { useToast } from '../../ui/toasts.tsx';

export function Guides() {
  const params = useCatalogueParams('guides');
  const now = useNow();
  const query = useCall(listGuides, {});
  const fetchSource = useFetchSource(readGuide, [listGuides]);
  const sendFile = (id: number) => params.openDialog('file', id);
  return (
    <NamedSection<Guide>
      section="guias"
      note="Um canal recebe a programação pelo código dele no guia (tvg-id da lista, ou o que você editar)."
      create="Adicionar guia"
      params={params}
      query={query}
      name="guides"
      label="Guias"
      noun={['guia', 'guias']}
      columns={guideColumns(now)}
      actions={guideActions({
        read: (row) =>
          void fetchSource(
            row.id,
            `Ler ${row.name} agora?`,
            'A programação que veio dele é trocada pela nova; a dos outros guias fica.',
          ),
        send: ({ id }) => sendFile(id),
      })}
      deletion={{ call: deleteGuide, refresh: changedByContent, confirmation: guideDeletion }}
      rowSignal={(row) => (row.task?.state === 'failed' ? 'bad' : undefined)}
      empty={{
        icon: IconCalendarTime,
        title: 'Nenhum guia ainda',
        text: 'Com um guia XMLTV os aplicativos mostram o que passa em cada canal.',
      }}
      banner={
        <GuideTasks guides={query.data?.filter(({ task }) => task && isTaskActive(task)) ?? []} />
      }
      form={(guide, dialog) => (
        <EditSource kind="guide" source={guide} onFile={sendFile} {...dialog} />
      )}
      file={(guide) => (
        <UploadDialog
          endpoint={readGuideFile}
          target={guide}
          title="Enviar arquivo do guia"
          accept=".xml,.xmltv,.gz"
          endings=".xml, .xmltv ou .gz"
          refresh={[listGuides]}
          onClose={params.closeDialog}
          onSent={params.closeDialog}
        />
      )}
    />
  );
}

function GuideTasks({ guides }: { guides: readonly Guide[] }) {
  if (guides.length === 0) return null;
  return (
    <Stack gap="sm" mb="lg">
      {guides.map((guide) => (
        <GuideTask key={guide.id} guide={guide} />
      ))}
    </Stack>
  );
}

function GuideTask({ guide }: { guide: Guide }) {
  const toast = useToast();
  const task = useTask(guide.task?.id, {
    startedTask: guide.task,
    refresh: changedByContent,
    // Shows a toast only after a success. The row of the guide shows a failure.
    onEnd: ({ state, message }) =>
      state === 'done' && toast({ title: `${guide.name} lido`, text: message }),
  });
  return task ? (
    <TaskProgress
      task={task}
      title={`Lendo ${guide.name}`}
      stopNote="A programação que já estava continua."
    />
  ) : null;
}
