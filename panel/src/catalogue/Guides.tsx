/** Guides (XMLTV): what is on, read by itself every few hours where there is an address. */
import {
  deleteGuide,
  type Guide,
  listGuides,
  readGuide,
  readGuideFile,
} from '@ramal/contract/guides';
import { IconCalendarTime } from '@tabler/icons-react';
import { useCall } from '../foundation/query.ts';
import { useNow } from '../foundation/use-now.ts';
import { isGoing } from '../tasks/task.ts';
import { changedByContent } from './calls.ts';
import type { SectionProps } from './Catalogue.tsx';
import { EditSource } from './EditSource.tsx';
import { guideActions, guideColumns, guideRemoval } from './guide-rows.tsx';
import { GuideTasks } from './GuideTasks.tsx';
import { NamedSection } from './NamedSection.tsx';
import { UploadWindow } from './UploadWindow.tsx';
import { useStarting } from './use-starting.ts';

export function Guides({ address }: SectionProps) {
  const now = useNow();
  const list = useCall(listGuides, {});
  const start = useStarting(readGuide, [listGuides]);
  const sendFile = (id: number) => address.open('arquivo', id);
  return (
    <NamedSection<Guide>
      section="guias"
      note="Um canal recebe a programação pelo código dele no guia (tvg-id da lista, ou o que você editar)."
      create="Adicionar guia"
      address={address}
      list={list}
      label="Guias"
      noun={['guia', 'guias']}
      columns={guideColumns(now)}
      acts={guideActions({
        read: (row) =>
          void start(
            { id: row.id },
            `Ler ${row.name} agora?`,
            'A programação que veio dele é trocada pela nova; a dos outros guias fica.',
          ),
        send: ({ id }) => sendFile(id),
      })}
      removal={{ declaration: deleteGuide, refresh: changedByContent, asks: guideRemoval }}
      rowSignal={(row) => (row.task?.state === 'failed' ? 'bad' : undefined)}
      empty={{
        icon: IconCalendarTime,
        title: 'Nenhum guia ainda',
        text: 'Com um guia XMLTV os aplicativos mostram o que passa em cada canal.',
      }}
      form={(guide, window) => (
        <EditSource key={guide?.id} kind="guide" source={guide} onFile={sendFile} {...window} />
      )}
      over={(janela, guide) =>
        janela === 'arquivo' && (
          <UploadWindow
            declaration={readGuideFile}
            target={guide}
            title="Enviar arquivo do guia"
            accept=".xml,.xmltv,.gz"
            endings=".xml, .xmltv ou .gz"
            refresh={[listGuides]}
            onClose={address.close}
            onSent={address.close}
          />
        )
      }
    >
      <GuideTasks guides={list.data?.filter(({ task }) => task && isGoing(task)) ?? []} />
    </NamedSection>
  );
}
