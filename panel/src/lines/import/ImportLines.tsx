/** Brings a whole file of customers into one's own lines: a file, its columns, a look at every row, the batch. */
import { Button, Skeleton } from '@mantine/core';
import { type LineFile, discardLineFile, getLineFile } from '@ramal/contract/lines/line-import';
import { IconFileUpload, IconFileX, IconLock } from '@tabler/icons-react';
import { BatchProgress } from '../../batches/BatchProgress.tsx';
import { useAction, useCall } from '../../foundation/api/query.ts';
import { useProfile } from '../../sessions/profile.ts';
import { EmptyState } from '../../ui/states/EmptyState.tsx';
import { PageHeader } from '../../ui/layout/PageHeader.tsx';
import { ListError } from '../../ui/table/list-states.tsx';
import { soldLinePlatforms } from '../platforms/platforms.ts';
import { CheckRows } from './CheckRows.tsx';
import { ChooseFile } from './ChooseFile.tsx';
import { useImportAddress } from './import-address.ts';
import './import.css';
import { MapColumns } from './MapColumns.tsx';
import { Steps } from './Steps.tsx';

export function ImportLines() {
  const { address, go } = useImportAddress();
  const { data: me } = useProfile();
  const file = useCall(
    getLineFile,
    { params: { id: address.arquivo ?? 0 } },
    { enabled: address.arquivo !== undefined },
  );
  const sold = me && soldLinePlatforms(me);
  const step = stepOf(address.arquivo === undefined ? undefined : file.data, address.passo);
  const gone = file.error?.code === 'line_file_not_found';
  return (
    <>
      <PageHeader
        title="Importar linhas"
        phoneTitle="Importar"
        breadcrumb={[{ label: 'Linhas' }, { label: 'Importar linhas' }]}
        note="Traga de uma vez os clientes de uma planilha, com o mesmo usuário e a mesma senha."
        actions={file.data && step > 0 && <Again file={file.data} onAgain={() => go({})} />}
        phoneActions={file.data && step > 0 && <Again file={file.data} onAgain={() => go({})} />}
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
          <Steps at={step} onColumns={() => go({ arquivo: address.arquivo })} />
          {address.arquivo === undefined && <ChooseFile onSent={(id) => go({ arquivo: id })} />}
          {address.arquivo !== undefined && gone && (
            <EmptyState
              icon={IconFileX}
              tone="plain"
              title="Este arquivo não existe mais"
              text="Arquivos enviados são apagados em 24 horas. Envie-o de novo."
              actions={<Button onClick={() => go({})}>Enviar de novo</Button>}
            />
          )}
          {address.arquivo !== undefined && !gone && file.error && !file.data && (
            <ListError
              failure={{ text: file.error.message, requestId: file.error.requestId, note: '' }}
              onRetry={() => void file.refetch()}
            />
          )}
          {address.arquivo !== undefined && !file.error && (!file.data || !sold) && (
            <Skeleton height={320} radius={14} aria-label="Carregando o arquivo" />
          )}
          {file.data && sold && !gone && address.arquivo !== undefined && (
            <>
              {step === 1 && (
                <MapColumns
                  key={file.data.id}
                  file={file.data}
                  sold={sold}
                  onJudged={() => go({ arquivo: file.data.id, passo: 'conferencia' })}
                />
              )}
              {step === 2 && (
                <CheckRows file={file.data} onStarted={() => go({ arquivo: file.data.id })} />
              )}
              {step === 3 && <BatchProgress id={file.data.batch_id!} />}
            </>
          )}
        </>
      )}
    </>
  );
}

/** 0 the file, 1 its columns, 2 its rows, 3 the batch. */
function stepOf(file: LineFile | undefined, asked: 'conferencia' | undefined): number {
  if (!file) return 0;
  if (file.batch_id !== null) return 3;
  return asked && file.verdict ? 2 : 1;
}

/** Back to the first step; what was sent and not imported is thrown away. */
function Again({ file, onAgain }: { file: LineFile; onAgain: () => void }) {
  const discard = useAction(discardLineFile);
  const again = async () => {
    if (file.batch_id === null)
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
      {file.batch_id === null ? 'Trocar o arquivo' : 'Importar outro arquivo'}
    </Button>
  );
}
