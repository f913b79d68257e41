/**
 * Shows how the hostname of a link is chosen: four steps in one row. The accent colour marks the
 * step that is currently in effect.
 */
import { Group, Text } from '@mantine/core';
import type { ResponseOf } from '@ramal/contract/api/endpoint';
import {
  type LinkSource,
  linkSources,
  type listHostnames,
} from '@ramal/contract/operations/hostnames';
import { IconChevronRight } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Panel } from '../ui/layout/Panel.tsx';
import classes from './hostnames.module.css';

const labels: Readonly<Record<LinkSource, string>> = {
  rotation: 'rodízio',
  own: 'própria',
  shared: 'compartilhada',
};

export function LinkOrder({ links }: { links: ResponseOf<typeof listHostnames>['links'] }) {
  return (
    <Panel className={classes.order} label="O que vai nos links">
      <span>Nos links vai a primeira que responde:</span>
      {linkSources.map((source, position) => (
        <Step key={source} isFirst={position === 0} isUsed={links.used === source}>
          {labels[source]}{' '}
          <Text
            component="b"
            inherit
            c={links.used === source ? 'var(--accent-ink)' : 'var(--ink)'}
            fw={500}
            className="mono"
          >
            {links[source] ?? '–'}
          </Text>
        </Step>
      ))}
      <Step isUsed={links.used === null}>padrão</Step>
    </Panel>
  );
}

interface StepProps {
  readonly isFirst?: boolean;
  readonly isUsed: boolean;
  readonly children: ReactNode;
}

/** A step and the arrow before it. They stay on the same text line. */
const Step = ({ isFirst = false, isUsed, children }: StepProps) => (
  <Group component="span" gap="sm" wrap="nowrap" display="inline-flex" maw="100%">
    {!isFirst && <IconChevronRight size={15} stroke={1.75} aria-hidden />}
    <span className={classes.source} data-used={isUsed || undefined}>
      {children}
    </span>
  </Group>
);
