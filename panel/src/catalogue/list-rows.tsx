/** Columns and acts of the lists' table. */
import type { SourceList } from '@ramal/contract/catalogue-lists';
import {
  IconCloudDownload,
  IconFileUpload,
  IconHistory,
  IconListCheck,
  IconMovieOff,
} from '@tabler/icons-react';
import { formatCount } from '../foundation/numbers.ts';
import { TaskBar } from '../tasks/TaskProgress.tsx';
import { StatusBadge } from '../ui/status.tsx';
import type { Column, RowAction } from '../ui/table/columns.ts';
import { contentsOf } from './counts.ts';
import { importStateWords, isOpen } from './import-words.ts';
import { sourceColumns } from './source-columns.tsx';
import type { Removal } from './use-removing.ts';
import { agoWord, fullTime } from './times.ts';

export const listColumns = (now: Date, look: (importId: number) => void): Column<SourceList>[] => [
  ...sourceColumns(170),
  {
    key: 'channels',
    header: 'Canais',
    sortable: true,
    firstDirection: 'desc',
    value: (row) => row.channels,
    align: 'end',
    card: 'detail',
    cell: ({ channels }) => formatCount(channels),
  },
  {
    key: 'films',
    header: 'Filmes',
    sortable: true,
    firstDirection: 'desc',
    value: (row) => row.films,
    align: 'end',
    card: 'detail',
    cell: ({ films }) => formatCount(films),
  },
  {
    key: 'episodes',
    header: 'Episódios',
    sortable: true,
    firstDirection: 'desc',
    value: (row) => row.episodes,
    align: 'end',
    card: 'detail',
    cell: ({ episodes }) => formatCount(episodes),
  },
  {
    key: 'import',
    header: 'Última importação',
    sortable: true,
    firstDirection: 'desc',
    value: (row) =>
      row.last_import?.applied_at_timestamp ?? row.last_import?.created_at_timestamp ?? null,
    width: 210,
    card: 'expiry',
    cell: (row) => <LastImport list={row} now={now} look={look} />,
    title: ({ last_import }) =>
      fullTime(last_import?.applied_at_timestamp ?? last_import?.created_at_timestamp ?? null),
  },
];

function LastImport({
  list,
  now,
  look,
}: {
  list: SourceList;
  now: Date;
  look: (importId: number) => void;
}) {
  const last = list.last_import;
  if (!last) return <span className="catalogue-side">nunca importada</span>;
  const { label, tone } = importStateWords[last.state];
  return (
    <span className="list-last-import">
      <button
        type="button"
        className="badge-button"
        aria-label={`Ver a importação de ${list.name}: ${label}`}
        onClick={() => look(last.id)}
      >
        <StatusBadge tone={tone}>{label}</StatusBadge>
      </button>
      {isOpen(last) && last.task ? (
        <TaskBar task={last.task} label={`${label} ${list.name}`} />
      ) : (
        <span className="catalogue-side">
          {agoWord(last.applied_at_timestamp ?? last.created_at_timestamp, now)}
        </span>
      )}
    </span>
  );
}

interface ListActs {
  fetch: (row: SourceList) => void;
  send: (row: SourceList) => void;
  look: (row: SourceList) => void;
}

const isFree = ({ last_import }: SourceList): boolean => !last_import || !isOpen(last_import);

export const listActions = ({ fetch, send, look }: ListActs): RowAction<SourceList>[] => [
  {
    key: 'check',
    label: 'Conferir',
    icon: IconListCheck,
    place: 'row',
    look: 'accent',
    available: ({ last_import }) => last_import?.state === 'ready',
    run: look,
  },
  {
    key: 'fetch',
    label: 'Importar agora',
    icon: IconCloudDownload,
    place: 'row',
    group: 'importar',
    available: (row) => row.address !== '' && isFree(row) && row.last_import?.state !== 'ready',
    run: fetch,
  },
  {
    key: 'send-first',
    label: 'Enviar arquivo',
    icon: IconFileUpload,
    place: 'row',
    available: (row) => row.address === '' && isFree(row) && row.last_import?.state !== 'ready',
    run: send,
  },
  {
    key: 'fetch-again',
    label: 'Importar agora',
    icon: IconCloudDownload,
    group: 'importar',
    available: (row) => row.address !== '' && row.last_import?.state === 'ready',
    run: fetch,
  },
  {
    key: 'send',
    label: 'Enviar arquivo',
    icon: IconFileUpload,
    group: 'importar',
    available: isFree,
    run: send,
  },
  {
    key: 'look',
    label: 'Ver última importação',
    icon: IconHistory,
    group: 'importar',
    available: ({ last_import }) => last_import !== null,
    run: look,
  },
];

export const listRemoval = ({ name, channels, films, episodes }: SourceList): Removal => {
  const contents = contentsOf({ live: channels, film: films, episode: episodes });
  return {
    title: 'Deletar esta lista?',
    object: { name, note: contents },
    facts: [
      contents === 'vazio'
        ? { icon: IconMovieOff, text: 'Nada do catálogo veio dela.' }
        : {
            icon: IconMovieOff,
            tone: 'bad',
            text: (
              <>
                Saem do catálogo <b>{contents}</b>, com o que foi editado neles. Quem assiste a eles
                para.
              </>
            ),
          },
      {
        icon: IconListCheck,
        tone: 'ok',
        text: 'Categorias que só ela enchia saem junto; bouquets e pacotes continuam.',
      },
    ],
    done: 'Lista deletada',
  };
};
