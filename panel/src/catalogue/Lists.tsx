/** Lists (M3U): where the catalogue comes from, and the imports that bring it. */
import {
  deleteSourceList,
  importFromAddress,
  importFromFile,
  listSourceLists,
  type SourceList,
} from '@ramal/contract/catalogue-lists';
import { IconListDetails } from '@tabler/icons-react';
import { useCall } from '../foundation/query.ts';
import { useNow } from '../foundation/use-now.ts';
import { changedByContent } from './calls.ts';
import type { SectionProps } from './Catalogue.tsx';
import { EditSource } from './EditSource.tsx';
import { ImportPage } from './ImportPage.tsx';
import { isOpen } from './import-words.ts';
import { listActions, listColumns, listRemoval } from './list-rows.tsx';
import { NamedSection } from './NamedSection.tsx';
import { UploadWindow } from './UploadWindow.tsx';
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
  const start = useStarting(importFromAddress, [listSourceLists]);
  const look = (id: number) => address.go({ importacao: id });
  const sendFile = (id: number) => address.open('arquivo', id);
  return (
    <NamedSection<SourceList>
      section="listas"
      note="Uma importação mostra primeiro o que mudaria; nada entra no ar sem você aplicar."
      create="Adicionar lista"
      address={address}
      list={list}
      label="Listas M3U"
      noun={['lista', 'listas']}
      columns={listColumns(now, look)}
      acts={listActions({
        fetch: (row) =>
          void start(
            { id: row.id },
            `Importar ${row.name} agora?`,
            'A lista é buscada no endereço dela e comparada com o catálogo. Nada muda ainda.',
          ).then((started) => started && look(started.id)),
        send: ({ id }) => sendFile(id),
        look: (row) => row.last_import && look(row.last_import.id),
      })}
      removal={{ declaration: deleteSourceList, refresh: changedByContent, asks: listRemoval }}
      empty={{
        icon: IconListDetails,
        title: 'Importe sua primeira lista M3U',
        text: 'Canais, filmes e séries vêm dela. Você vê o que entraria antes de qualquer coisa ir ao ar.',
      }}
      form={(source, window) => (
        <EditSource key={source?.id} kind="list" source={source} onFile={sendFile} {...window} />
      )}
      over={(janela, source) =>
        janela === 'arquivo' && (
          <UploadWindow
            declaration={importFromFile}
            target={source}
            title="Enviar arquivo da lista"
            accept=".m3u,.m3u8,.gz"
            endings=".m3u, .m3u8 ou .gz"
            refresh={[listSourceLists]}
            onClose={address.close}
            onSent={({ id }) => look(id)}
          />
        )
      }
    />
  );
}
