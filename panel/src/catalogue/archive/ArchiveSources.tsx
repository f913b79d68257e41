import type { ChannelArchive } from '@ramal/contract/catalogue/archive';
import { Link } from '@tanstack/react-router';
import { OrderedSources } from '../OrderedSources.tsx';
import { countDays } from './archive-texts.ts';

type Source = ChannelArchive['sources'][number];

interface ArchiveSourcesProps {
  sources: readonly Source[];
  onMove: (from: number, to: number) => void;
  onRemove: (id: number) => void;
}

export const ArchiveSources = ({ sources, ...acts }: ArchiveSourcesProps) => (
  <OrderedSources
    label="De onde vem"
    describedBy="archive-order"
    sources={sources.map((source) => ({
      id: source.id,
      name: source.name,
      // An imported source cannot be removed, because the next import would add it again.
      canRemove: !source.imported,
      title: (
        <>
          <SourceName source={source} />
          <small>{source.description}</small>
        </>
      ),
      facts: (
        <>
          <b>{countDays(source.days)}</b>
          <small>{source.connections}</small>
        </>
      ),
    }))}
    {...acts}
  />
);

/** Shows the name of a source. For an imported source, the name is a link to its source list. */
const SourceName = ({ source: { name, imported } }: { source: Source }) =>
  imported ? (
    <Link
      to="/catalogue/{-$section}"
      params={{ section: 'listas' }}
      search={{ search: name } as never}
    >
      {name}
    </Link>
  ) : (
    <span>{name}</span>
  );
