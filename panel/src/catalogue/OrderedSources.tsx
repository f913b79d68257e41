import { CloseButton } from '@mantine/core';
import { IconGripVertical } from '@tabler/icons-react';
import { type KeyboardEvent, type PointerEvent, type ReactNode, useRef } from 'react';
import classes from './OrderedSources.module.css';

interface OrderedSource {
  readonly id: number;
  readonly name: string;
  readonly canRemove: boolean;
  /** Name and description. */
  readonly title: ReactNode;
  /** Figures at the end of the row. */
  readonly facts: ReactNode;
}

interface OrderedSourcesProps {
  label: string;
  describedBy: string;
  sources: readonly OrderedSource[];
  onMove: (from: number, to: number) => void;
  onRemove: (id: number) => void;
}

const steps: Partial<Record<string, number>> = { ArrowUp: -1, ArrowDown: 1 };

/**
 * List of sources in their order of use. The admin moves a row with its handle or with the keys ↑
 * and ↓.
 */
export function OrderedSources(props: OrderedSourcesProps) {
  const { label, describedBy, sources, onMove, onRemove } = props;
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
    <ul ref={list} className={classes.root} aria-label={label}>
      {sources.map(({ id, name, canRemove, title, facts }, index) => (
        <li key={id}>
          {sources.length > 1 && (
            <button
              type="button"
              className={classes.handle}
              aria-label={`Mudar a ordem de ${name}`}
              aria-describedby={describedBy}
              onKeyDown={(event) => moveByKey(event, index)}
              onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
              onPointerMove={(event) => drag(event, index)}
            >
              <IconGripVertical size={16} stroke={1.75} aria-hidden />
            </button>
          )}
          <span className={classes.name}>{title}</span>
          {facts}
          {canRemove && (
            <CloseButton size="sm" aria-label={`Remover ${name}`} onClick={() => onRemove(id)} />
          )}
        </li>
      ))}
    </ul>
  );
}
