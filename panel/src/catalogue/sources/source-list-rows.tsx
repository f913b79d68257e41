import type { SourceList } from '@ramal/contract/catalogue/catalogue-lists';
import {
  IconCloudDownload,
  IconFileUpload,
  IconHistory,
  IconListCheck,
  IconMovieOff,
} from '@tabler/icons-react';
import { formatCount } from '../../foundation/numbers.ts';
import type { Column, RowAction } from '../../ui/table/columns.ts';
import { describeContents } from '../counts.ts';
import { isRunning } from '../imports/import-texts.ts';
import { LastImport } from './LastImport.tsx';
import { sourceColumns } from './source-columns.tsx';
import type { Deletion } from '../use-delete.ts';
import { fullTime } from '../times.ts';

export const listColumns = (now: Date, openImport: (id: number) => void): Column<SourceList>[] => [
  ...sourceColumns(170),
  {
    key: 'channels',
    header: 'Canais',
    firstDirection: 'desc',
    value: (row) => row.channels,
    align: 'end',
    cell: ({ channels }) => formatCount(channels),
  },
  {
    key: 'films',
    header: 'Filmes',
    firstDirection: 'desc',
    value: (row) => row.films,
    align: 'end',
    cell: ({ films }) => formatCount(films),
  },
  {
    key: 'episodes',
    header: 'Episódios',
    firstDirection: 'desc',
    value: (row) => row.episodes,
    align: 'end',
    cell: ({ episodes }) => formatCount(episodes),
  },
  {
    key: 'import',
    header: 'Última importação',
    firstDirection: 'desc',
    value: (row) =>
      row.lastImport?.appliedAtTimestamp ?? row.lastImport?.createdAtTimestamp ?? null,
    width: 210,
    card: 'expiry',
    cell: (row) => <LastImport list={row} now={now} onOpen={openImport} />,
    title: ({ lastImport }) =>
      fullTime(lastImport?.appliedAtTimestamp ?? lastImport?.createdAtTimestamp ?? null),
  },
];

interface ListRun {
  fetch: (row: SourceList) => void;
  send: (row: SourceList) => void;
  open: (row: SourceList) => void;
}

const isFree = ({ lastImport }: SourceList): boolean => !lastImport || !isRunning(lastImport);

export const listActions = ({ fetch, send, open }: ListRun): RowAction<SourceList>[] => [
  {
    key: 'check',
    label: 'Conferir',
    icon: IconListCheck,
    slot: 'row',
    look: 'accent',
    available: ({ lastImport }) => lastImport?.state === 'ready',
    run: open,
  },
  {
    key: 'fetch',
    label: 'Importar agora',
    icon: IconCloudDownload,
    slot: 'row',
    group: 'import',
    available: (row) => row.address !== '' && isFree(row) && row.lastImport?.state !== 'ready',
    run: fetch,
  },
  {
    key: 'send-first',
    label: 'Enviar arquivo',
    icon: IconFileUpload,
    slot: 'row',
    available: (row) => row.address === '' && isFree(row) && row.lastImport?.state !== 'ready',
    run: send,
  },
  {
    key: 'fetch-again',
    label: 'Importar agora',
    icon: IconCloudDownload,
    group: 'import',
    available: (row) => row.address !== '' && row.lastImport?.state === 'ready',
    run: fetch,
  },
  {
    key: 'send',
    label: 'Enviar arquivo',
    icon: IconFileUpload,
    group: 'import',
    available: isFree,
    run: send,
  },
  {
    key: 'open',
    label: 'Ver última importação',
    icon: IconHistory,
    group: 'import',
    available: ({ lastImport }) => lastImport !== null,
    run: open,
  },
];

export const listDeletion = ({ name, channels, films, episodes }: SourceList): Deletion => {
  const contents = describeContents({ live: channels, film: films, episode: episodes });
  return {
    title: 'Deletar esta lista?',
    object: { name, note: contents },
    facts: [
      contents === 'vazio'
        ? { icon: IconMovieOff, text: 'Nada do catálogo veio dela.' }
        : {
            icon: IconMovieOff,
            tone: 'bad',
            text: `Saem do catálogo **${contents}**, com o que foi editado neles. Quem assiste a eles para.`,
          },
      {
        icon: IconListCheck,
        tone: 'ok',
        text: 'Categorias que só ela enchia saem junto; bouquets e pacotes continuam.',
      },
    ],
    success: 'Lista deletada',
  };
};
