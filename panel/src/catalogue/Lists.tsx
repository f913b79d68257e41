/** Lists (M3U): where the catalogue comes from, and the imports that bring it. */
import { Button } from '@mantine/core';
import {
  deleteSourceList,
  importFromAddress,
  importFromFile,
  listSourceLists,
  type SourceList,
} from '@ramal/contract/catalogue';
import { IconListDetails, IconPlus } from '@tabler/icons-react';
import { useCall } from '../foundation/query.ts';
import { useNow } from '../foundation/use-now.ts';
import { changedByContent } from './calls.ts';
import type { SectionProps } from './Catalogue.tsx';
import { EditSource } from './EditSource.tsx';
import { ImportPage } from './ImportPage.tsx';
import { isOpen } from './import-words.ts';
import { listActions, listColumns, listRemoval } from './list-rows.tsx';
import { NamedList } from './NamedList.tsx';
import { SectionFrame } from './SectionFrame.tsx';
import { UploadWindow } from './UploadWindow.tsx';
import { useFlash } from './use-flash.ts';
import { useRemoving } from './use-removing.ts';
import { useStarting } from './use-starting.ts';

export function Lists({ address }: SectionProps) {
  const { importacao } = address.asked;
  return importacao === undefined ? (
    <AllLists address={address} />
  ) : (
    <ImportPage key={importacao} id={importacao} address={address} />
  );
}

function AllLists({ address }: SectionProps) {
  const now = useNow();
  const list = useCall(listSourceLists, {}, { keepPrevious: true });
  const running = list.data?.some(({ last_import }) => last_import && isOpen(last_import));
  // While one is read or applied its row tells how far it is.
  useCall(listSourceLists, {}, { enabled: running === true, refreshEveryMs: 2000 });
  const remove = useRemoving(deleteSourceList, changedByContent);
  const start = useStarting(importFromAddress, [listSourceLists]);
  const [flash, flashRow] = useFlash();
  const { janela, item } = address.asked;
  const chosen = list.data?.find(({ id }) => id === item);
  const look = (id: number) => address.go({ importacao: id });
  const add = (
    <Button
      leftSection={<IconPlus size={16} stroke={1.75} />}
      onClick={() => address.open('criar')}
    >
      Adicionar lista
    </Button>
  );
  return (
    <SectionFrame
      section="listas"
      actions={add}
      note="Uma importação mostra primeiro o que mudaria; nada entra no ar sem você aplicar."
    >
      <NamedList<SourceList>
        address={address}
        list={list}
        label="Listas M3U"
        noun={['lista', 'listas']}
        columns={listColumns(now, look)}
        actions={listActions({
          fetch: (row) =>
            void start(
              { id: row.id },
              `Importar ${row.name} agora?`,
              'A lista é buscada no endereço dela e comparada com o catálogo. Nada muda ainda.',
            ).then((started) => started && look(started.id)),
          send: (row) => address.open('arquivo', row.id),
          look: (row) => row.last_import && look(row.last_import.id),
          edit: (row) => address.open('editar', row.id),
          remove: (row) => void remove(listRemoval(row), row),
        })}
        flash={flash}
        empty={{
          icon: IconListDetails,
          title: 'Importe sua primeira lista M3U',
          text: 'Canais, filmes e séries vêm dela. Você vê o que entraria antes de qualquer coisa ir ao ar.',
          actions: add,
        }}
      />
      {(janela === 'criar' || (janela === 'editar' && chosen)) && (
        <EditSource
          key={chosen?.id}
          kind="list"
          source={janela === 'editar' ? chosen : undefined}
          onClose={address.close}
          onSaved={(saved, isNew) => {
            flashRow(saved.id);
            // Without an address the next step can only be its file.
            if (isNew && saved.address === '') address.open('arquivo', saved.id);
          }}
        />
      )}
      {janela === 'arquivo' && chosen && (
        <UploadWindow
          declaration={importFromFile}
          target={chosen}
          title="Enviar arquivo da lista"
          accept=".m3u,.m3u8,.gz"
          endings=".m3u, .m3u8 ou .gz"
          refresh={[listSourceLists]}
          onClose={address.close}
          onSent={({ id }) => look(id)}
        />
      )}
    </SectionFrame>
  );
}
