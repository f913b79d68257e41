/** One import: how its reading goes, what it would change, and the act that changes it. */
import { Button, Skeleton } from '@mantine/core';
import {
  getImport,
  type ListImport,
  listSourceLists,
  type SourceList,
} from '@ramal/contract/catalogue-lists';
import {
  IconAlertTriangle,
  IconCircleCheck,
  IconCircleOff,
  IconCloudOff,
} from '@tabler/icons-react';
import { useCall } from '../foundation/query.ts';
import { useNow } from '../foundation/use-now.ts';
import { isGoing } from '../tasks/task.ts';
import { TaskProgress } from '../tasks/TaskProgress.tsx';
import { useTask } from '../tasks/use-task.ts';
import { EmptyFace } from '../ui/EmptyFace.tsx';
import { LinkButton } from '../ui/LinkButton.tsx';
import { Notice, Panel } from '../ui/panels.tsx';
import type { CatalogueAddress } from './address.ts';
import { changedByImport } from './calls.ts';
import { ImportActs, Retry } from './ImportActs.tsx';
import { ImportEntries } from './ImportEntries.tsx';
import { effectInWords } from './import-words.ts';
import { SectionFrame } from './SectionFrame.tsx';
import { agoWord, fullTime } from './times.ts';

export interface ImportPageProps {
  id: number;
  address: CatalogueAddress;
}

export function ImportPage({ id, address }: ImportPageProps) {
  const found = useCall(getImport, { params: { id } });
  const lists = useCall(listSourceLists, {});
  const list = lists.data?.find((one) => one.id === found.data?.list_id);
  const name = list?.name ?? '';
  return (
    <SectionFrame
      section="listas"
      page={{ title: name ? `Importação de ${name}` : 'Importação', phoneTitle: 'Importação' }}
      note={found.data && `Começou em ${fullTime(found.data.created_at_timestamp)}`}
      actions={found.data && <ImportActs found={found.data} name={name} address={address} />}
    >
      {found.data ? (
        <Import found={found.data} list={list} address={address} />
      ) : found.error ? (
        <Panel>
          <EmptyFace
            icon={IconCloudOff}
            tone="bad"
            title="Não deu para abrir a importação"
            text={found.error.message}
            actions={
              <>
                <Button loading={found.isFetching} onClick={() => void found.refetch()}>
                  Tentar de novo
                </Button>
                <LinkButton
                  variant="default"
                  to="/catalogue/{-$section}"
                  params={{ section: 'listas' }}
                >
                  Ver as listas
                </LinkButton>
              </>
            }
            foot={found.error.requestId && `Pedido ${found.error.requestId}`}
          />
        </Panel>
      ) : (
        <div aria-busy="true">
          <Skeleton height={92} radius={12} />
        </div>
      )}
    </SectionFrame>
  );
}

interface ImportProps {
  found: ListImport;
  list: SourceList | undefined;
  address: CatalogueAddress;
}

function Import({ found, list, address }: ImportProps) {
  const task = useTask(found.task?.id, { known: found.task, refresh: changedByImport });
  const { state } = found;
  if (state === 'reading' || state === 'applying') {
    const reading = state === 'reading';
    return (
      <>
        {task && (
          <TaskProgress
            task={task}
            title={reading ? 'Lendo a lista' : 'Aplicando ao catálogo'}
            stopNote={
              reading
                ? 'Nada mudou no catálogo, e a lista pode ser importada de novo.'
                : 'O que já foi aplicado fica; o resto pode ser aplicado depois.'
            }
          />
        )}
        <p className="import-aside">
          {reading
            ? 'O catálogo continua como está até você aplicar. Pode sair desta página: a leitura continua.'
            : 'As linhas veem cada mudança assim que ela é gravada. Pode sair desta página: o trabalho continua.'}
        </p>
      </>
    );
  }
  if (state === 'failed') return <Failed found={found} list={list} address={address} />;
  const interrupted = state === 'ready' && task && !isGoing(task) && task.state !== 'done';
  return (
    <>
      {state === 'applied' && <Applied found={found} />}
      {state === 'discarded' && (
        <Notice tone="warn" icon={IconCircleOff} title="Descartada">
          Esta importação foi descartada e não muda mais nada.
        </Notice>
      )}
      {interrupted && (
        <Notice tone="warn" icon={IconAlertTriangle} title="Não terminou">
          {task.message}
        </Notice>
      )}
      <ImportEntries found={found} address={address} />
    </>
  );
}

function Applied({ found }: { found: ListImport }) {
  const now = useNow();
  return (
    <Notice tone="ok" icon={IconCircleCheck} title="Aplicada ao catálogo">
      <span title={fullTime(found.applied_at_timestamp)}>
        {agoWord(found.applied_at_timestamp, now)} · {effectInWords(found.counts)}
      </span>
    </Notice>
  );
}

function Failed({ found, list, address }: ImportProps) {
  return (
    <Panel>
      <EmptyFace
        icon={IconAlertTriangle}
        tone="bad"
        title={
          found.task?.state === 'stopped'
            ? 'A importação foi parada'
            : 'A lista não pôde ser importada'
        }
        text={
          <>
            {found.task?.message}{' '}
            {found.applied_at_timestamp === null && 'O catálogo continua como estava.'}
          </>
        }
        actions={list && <Retry list={list} address={address} />}
      />
    </Panel>
  );
}
