import { Button, Group, Skeleton, Text } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import type { Query } from '../../../ui/states/Loaded.tsx';
import classes from './Section.module.css';

interface SectionProps {
  readonly title: string;
  /** Text or button at the right of the title. */
  readonly aside?: ReactNode;
  /** True for two seconds after a save. */
  readonly isSaved?: boolean;
  /** True if the address names this section. */
  readonly isTarget?: boolean;
  readonly children: ReactNode;
}

export function Section({ title, aside, isSaved = false, isTarget, children }: SectionProps) {
  const id = useId();
  const root = useRef<HTMLElement>(null);
  useEffect(() => {
    if (isTarget) root.current?.scrollIntoView({ block: 'start' });
  }, [isTarget]);
  return (
    <section ref={root} className={classes.root} aria-labelledby={id}>
      <Group justify="space-between" wrap="nowrap" className={classes.head}>
        <h3 id={id}>{title}</h3>
        <span role="status">
          {isSaved && (
            <span className={classes.saved}>
              <IconCheck size={16} stroke={2} aria-hidden />
              Salvo
            </span>
          )}
        </span>
        {!isSaved && aside}
      </Group>
      <div className={classes.body}>{children}</div>
    </section>
  );
}

/** Button in the head of a section, or at the end of a row. */
export const SectionButton = ({
  children,
  ...button
}: {
  onClick: () => void;
  busy?: boolean;
  'aria-label'?: string;
  children: ReactNode;
}) => (
  <button
    type="button"
    className={classes.button}
    data-touch-area
    aria-busy={button.busy}
    aria-label={button['aria-label']}
    onClick={button.onClick}
  >
    {children}
  </button>
);

/** Returns a flag that is true for two seconds after `show` was called. */
export function useSavedMark(): readonly [isSaved: boolean, show: () => void] {
  const [isSaved, setSaved] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  return [
    isSaved,
    () => {
      clearTimeout(timer.current);
      setSaved(true);
      timer.current = setTimeout(() => setSaved(false), 2_000);
    },
  ];
}

interface SectionDataProps<Data> {
  readonly query: Query<Data>;
  /** Height of the skeleton in px, which equals the usual height of the content. */
  readonly height: number;
  readonly children: (data: Data) => ReactNode;
}

/** Content of a section that is loaded separately. Other sections stay usable after a failure. */
export function SectionData<Data>({ query, height, children }: SectionDataProps<Data>) {
  if (query.data !== undefined) return children(query.data);
  if (query.error)
    return (
      <Group justify="space-between" className={classes.failed} role="alert">
        <Text span inherit c="var(--ink-2)">
          Não deu para carregar.
        </Text>
        <Button
          variant="default"
          size="xs"
          loading={query.isFetching}
          onClick={() => void query.refetch()}
        >
          Tentar de novo
        </Button>
      </Group>
    );
  return <Skeleton height={height} radius={6} role="status" aria-label="Carregando" />;
}
