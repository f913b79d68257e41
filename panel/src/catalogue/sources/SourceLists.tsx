/** M3U source lists of the catalogue, and the page of an import. */
import {
  deleteSourceList,
  importFromAddress,
  importFromFile,
  listSourceLists,
  type SourceList,
} from '@ramal/contract/catalogue/catalogue-lists';
import { IconListDetails } from '@tabler/icons-react';
import { useCall } from '../../foundation/api/query.ts';
import { useNow } from '../../foundation/use-now.ts';
import { changedByContent } from '../calls.ts';
import { useCatalogueParams, useOpenPage } from '../catalogue-params.ts';
import { EditSource } from './EditSource.tsx';
import { ImportPage } from '../imports/ImportPage.tsx';
import { isRunning } from '../imports/import-texts.ts';
import { listActions, listColumns, listDeletion } from './source-list-rows.tsx';
import { NamedSection } from '../NamedSection.tsx';
import { UploadDialog } from './UploadDialog.tsx';
import { useFetchSource } from './use-fetch-source.ts';

export function SourceLists() {
  const { import: shown } = useCatalogueParams('source-lists').values;
  return shown === undefined ? <AllLists /> : <ImportPage key={shown} id={shown} />;
}

function AllLists() {
  const now = useNow();
  const params = useCatalogueParams('source-lists');
  const openPage = useOpenPage();
  const query = useCall(listSourceLists, {}, { keepPrevious: true });
  const running = query.data?.some(({ lastImport }) => lastImport && isRunning(lastImport));
  // Refreshes every 2 s while an import is running, so that the row of its list shows the progress.
  useCall(listSourceLists, {}, { enabled: running === true, refreshEveryMs: 2000 });
  const fetchSource = useFetchSource(importFromAddress, [listSourceLists]);
  const openImport = (id: number) => openPage({ import: id });
  const sendFile = (id: number) => params.openDialog('file', id);
  return (
    <NamedSection<SourceList>
      section="listas"
      note="Uma importação mostra primeiro o que mudaria; nada entra no ar sem você aplicar."
      create="Adicionar lista"
      params={params}
      query={query}
      name="source-lists"
      label="Listas M3U"
      noun={['lista', 'listas']}
      columns={listColumns(now, openImport)}
      actions={listActions({
        fetch: (row) =>
          void fetchSource(
            row.id,
            `Importar ${row.name} agora?`,
            'A lista é buscada no endereço dela e comparada com o catálogo. Nada muda ainda.',
          ).then((started) => started && openImport(started.id)),
        send: ({ id }) => sendFile(id),
        open: (row) => row.lastImport && openImport(row.lastImport.id),
      })}
      deletion={{
        call: deleteSourceList,
        refresh: changedByContent,
        confirmation: listDeletion,
      }}
      empty={{
        icon: IconListDetails,
        title: 'Importe sua primeira lista M3U',
        text: 'Canais, filmes e séries vêm dela. Você vê o que entraria antes de qualquer coisa ir ao ar.',
      }}
      form={(source, dialog) => (
        <EditSource kind="list" source={source} onFile={sendFile} {...dialog} />
      )}
      file={(source) => (
        <UploadDialog
          endpoint={importFromFile}
          target={source}
          title="Enviar arquivo da lista"
          accept=".m3u,.m3u8,.gz"
          endings=".m3u, .m3u8 ou .gz"
          refresh={[listSourceLists]}
          onClose={params.closeDialog}
          onSent={({ id }) => openImport(id)}
        />
      )}
    />
  );
}
