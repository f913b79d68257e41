/**
 * Imports a file of customers in four steps: the file, its columns, a check of every row, and the
 * batch.
 */
import { Button, Skeleton } from '@mantine/core';
import { type LineFile, discardLineFile, getLineFile } from '@ramal/contract/lines/line-import';
import { IconFileUpload, IconFileX, IconLock } from '@tabler/icons-react';
import { BatchProgress } from '../../batches/BatchProgress.tsx';
import type { ApiError } from '../../foundation/api/api.ts';
import { useAction, useCall } from '../../foundation/api/query.ts';
import { useProfile } from '../../sessions/profile.ts';
import { EmptyState } from '../../ui/states/EmptyState.tsx';
import { PageHeader } from '../../ui/layout/PageHeader.tsx';
import { ListError } from '../../ui/table/list-states.tsx';
import type { LinePlatform } from '../platforms/platform.ts';
import { soldLinePlatforms } from '../platforms/platforms.ts';
import { CheckRows } from './CheckRows.tsx';
import { ChooseFile } from './ChooseFile.tsx';
import { useImportParams } from './import-params.ts';
import { MapColumns } from './MapColumns.tsx';
import { Steps } from './Steps.tsx';

export function ImportLines() {
  const params = useImportParams();
  const { data: me } = useProfile();
  const query = useCall(
    getLineFile,
    { params: { id: params.file ?? 0 } },
    { enabled: params.file !== undefined },
  );
  const file = params.file === undefined ? undefined : query.data;
  const sold = me && soldLinePlatforms(me);
  const step = stepOf(file, params.step);
  const another = file && step > 0 && (
    <AnotherFile file={file} onAgain={() => params.goTo(undefined)} />
  );
  return (
    <>
      <PageHeader
        title="Importar linhas"
        phoneTitle="Importar"
        breadcrumb={[{ label: 'Linhas' }, { label: 'Importar linhas' }]}
        note="Traga de uma vez os clientes de uma planilha, com o mesmo usuário e a mesma senha."
        actions={another}
        phoneActions={another}
      />
      {sold?.length === 0 ? (
        <EmptyState
          icon={IconLock}
          tone="plain"
          title="Nada para importar"
          text="Sua conta não cria linhas em nenhuma plataforma no momento."
        />
      ) : (
        <>
          <Steps at={step} onColumns={() => params.goTo(params.file)} />
          {params.file === undefined ? (
            <ChooseFile onSent={(id) => params.goTo(id)} />
          ) : file && sold && !isGone(query.error) ? (
            <FileStep file={file} step={step} sold={sold} goTo={params.goTo} />
          ) : (
            <NoFile query={query} onAgain={() => params.goTo(undefined)} />
          )}
        </>
      )}
    </>
  );
}

interface FileStepProps {
  file: LineFile;
  step: number;
  sold: readonly LinePlatform[];
  goTo: (file: number, step?: 'check') => void;
}

function FileStep({ file, step, sold, goTo }: FileStepProps) {
  if (step === 3) return <BatchProgress id={file.batchId!} />;
  if (step === 2) return <CheckRows file={file} onStarted={() => goTo(file.id)} />;
  return (
    <MapColumns key={file.id} file={file} sold={sold} onChecked={() => goTo(file.id, 'check')} />
  );
}

const isGone = (error: ApiError | null): boolean => error?.code === 'line_file_not_found';

interface NoFileProps {
  query: { readonly error: ApiError | null; readonly refetch: () => unknown };
  onAgain: () => void;
}

/**
 * Shown instead of a step while the file is loading, after a failure, or if the file was deleted in
 * the meantime.
 */
function NoFile({ query: { error, refetch }, onAgain }: NoFileProps) {
  if (!error) return <Skeleton height={320} radius={14} aria-label="Carregando o arquivo" />;
  if (isGone(error))
    return (
      <EmptyState
        icon={IconFileX}
        tone="plain"
        title="Este arquivo não existe mais"
        text="Arquivos enviados são excluídos em 24 horas. Envie-o de novo."
        actions={<Button onClick={onAgain}>Enviar de novo</Button>}
      />
    );
  return (
    <ListError
      failure={{ text: error.message, requestId: error.requestId, note: '' }}
      onRetry={() => void refetch()}
    />
  );
}

/**
 * Returns the number of the current step: 0 is the file, 1 its columns, 2 its rows, 3 the batch.
 */
function stepOf(file: LineFile | undefined, requested: 'check' | undefined): number {
  if (!file) return 0;
  if (file.batchId !== null) return 3;
  return requested && file.result ? 2 : 1;
}

/** Returns to the first step. Deletes the file if it was not imported. */
function AnotherFile({ file, onAgain }: { file: LineFile; onAgain: () => void }) {
  const discard = useAction(discardLineFile);
  const again = async () => {
    if (file.batchId === null)
      await discard.mutateAsync({ params: { id: file.id } }).catch(() => undefined);
    onAgain();
  };
  return (
    <Button
      variant="default"
      leftSection={<IconFileUpload size={16} stroke={1.75} aria-hidden />}
      loading={discard.isPending}
      onClick={() => void again()}
    >
      {file.batchId === null ? 'Trocar o arquivo' : 'Importar outro arquivo'}
    </Button>
  );
}
