/** Guides (XMLTV): what is on, read by itself every few hours where there is an address. */
import { Button } from '@mantine/core';
import {
  deleteGuide,
  type Guide,
  listGuides,
  readGuide,
  readGuideFile,
} from '@ramal/contract/catalogue';
import { IconCalendarTime, IconPlus } from '@tabler/icons-react';
import { useCall } from '../foundation/query.ts';
import { useNow } from '../foundation/use-now.ts';
import { isGoing } from '../tasks/task.ts';
import { changedByContent } from './calls.ts';
import type { SectionProps } from './Catalogue.tsx';
import { EditSource } from './EditSource.tsx';
import { guideActions, guideColumns, guideRemoval } from './guide-rows.tsx';
import { GuideTasks } from './GuideTasks.tsx';
import { NamedList } from './NamedList.tsx';
import { SectionFrame } from './SectionFrame.tsx';
import { UploadWindow } from './UploadWindow.tsx';
import { useFlash } from './use-flash.ts';
import { useRemoving } from './use-removing.ts';
import { useStarting } from './use-starting.ts';

export function Guides({ address }: SectionProps) {
  const now = useNow();
  const list = useCall(listGuides, {});
  const remove = useRemoving(deleteGuide, changedByContent);
  const start = useStarting(readGuide, [listGuides]);
  const [flash, flashRow] = useFlash();
  const { janela, item } = address.asked;
  const chosen = list.data?.find(({ id }) => id === item);
  const add = (
    <Button
      leftSection={<IconPlus size={16} stroke={1.75} />}
      onClick={() => address.open('criar')}
    >
      Adicionar guia
    </Button>
  );
  return (
    <SectionFrame
      section="guias"
      actions={add}
      note="Um canal recebe a programação pelo código dele no guia (tvg-id da lista, ou o que você editar)."
    >
      <NamedList<Guide>
        address={address}
        list={list}
        label="Guias"
        noun={['guia', 'guias']}
        columns={guideColumns(now)}
        actions={guideActions({
          read: (row) =>
            void start(
              { id: row.id },
              `Ler ${row.name} agora?`,
              'A programação que veio dele é trocada pela nova; a dos outros guias fica.',
            ),
          send: (row) => address.open('arquivo', row.id),
          edit: (row) => address.open('editar', row.id),
          remove: (row) => void remove(guideRemoval(row), row),
        })}
        rowSignal={(row) => (row.task?.state === 'failed' ? 'bad' : undefined)}
        flash={flash}
        empty={{
          icon: IconCalendarTime,
          title: 'Nenhum guia ainda',
          text: 'Com um guia XMLTV os aplicativos mostram o que passa em cada canal.',
          actions: add,
        }}
      >
        <GuideTasks guides={list.data?.filter(({ task }) => task && isGoing(task)) ?? []} />
      </NamedList>
      {(janela === 'criar' || (janela === 'editar' && chosen)) && (
        <EditSource
          key={chosen?.id}
          kind="guide"
          source={janela === 'editar' ? chosen : undefined}
          onClose={address.close}
          onSaved={(saved, isNew) => {
            flashRow(saved.id);
            if (isNew && saved.address === '') address.open('arquivo', saved.id);
          }}
        />
      )}
      {janela === 'arquivo' && chosen && (
        <UploadWindow
          declaration={readGuideFile}
          target={chosen}
          title="Enviar arquivo do guia"
          accept=".xml,.xmltv,.gz"
          endings=".xml, .xmltv ou .gz"
          refresh={[listGuides]}
          onClose={address.close}
          onSent={address.close}
        />
      )}
    </SectionFrame>
  );
}
