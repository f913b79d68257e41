import { CloseButton } from '@mantine/core';
import type { ChannelArchive } from '@ramal/contract/catalogue/archive';
import { IconGripVertical } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { type KeyboardEvent, type PointerEvent, useRef } from 'react';
import classes from './ArchiveSources.module.css';
import { countDays } from './archive-texts.ts';

type Source = ChannelArchive['sources'][number];

interface ArchiveSourcesProps {
  sources: readonly Source[];
  onMove: (from: number, to: number) => void;
  onRemove: (id: number) => void;
}

const steps: Partial<Record<string, number>> = { ArrowUp: -1, ArrowDown: 1 };

/** Sources in the order in which they are used. Rows are moved by their handle or with ↑ ↓. */
export function ArchiveSources({ sources, onMove, onRemove }: ArchiveSourcesProps) {
  const list = useRef<HTMLUListElement>(null);
  const moveByKey = (event: KeyboardEvent, index: number) => {
    const to = index + (steps[event.key] ?? 0);
    if (to === index) return;
    event.preventDefault();
    if (to >= 0 && to < sources.length) onMove(index, to);
  };
  const drag = (event: PointerEvent, index: number) => {
    if (!event.currentTarget.hasPointerCapture(event.pointerId)) return;
    const rows = [...(list.current?.children ?? [])];
    const to = rows.findIndex((row) => {
      const { top, bottom } = row.getBoundingClientRect();
      return event.clientY >= top && event.clientY < bottom;
    });
    if (to >= 0 && to !== index) onMove(index, to);
  };
  return (
    <ul ref={list} className={classes.root} aria-label="De onde vem">
      {sources.map((source, index) => (
        <li key={source.id}>
          {sources.length > 1 && (
            <button
              type="button"
              className={classes.handle}
              aria-label={`Mudar a ordem de ${source.name}`}
              aria-describedby="archive-order"
              onKeyDown={(event) => moveByKey(event, index)}
              onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
              onPointerMove={(event) => drag(event, index)}
            >
              <IconGripVertical size={16} stroke={1.75} aria-hidden />
            </button>
          )}
          <span className={classes.name}>
            <SourceName source={source} />
            <small>{source.description}</small>
          </span>
          <b>{countDays(source.days)}</b>
          <small>{source.connections}</small>
          {/* An import would add its source again. */}
          {!source.imported && (
            <CloseButton
              size="sm"
              aria-label={`Remover ${source.name}`}
              onClick={() => onRemove(source.id)}
            />
          )}
        </li>
      ))}
    </ul>
  );
}

/** A source of an import belongs to a list. */
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
