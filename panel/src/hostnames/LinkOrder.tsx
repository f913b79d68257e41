/** Which hostname the links carry: one line of four places, the one in use in accent. */
import type { ResponseOf } from '@ramal/contract/api/endpoint';
import {
  type LinkSource,
  linkSources,
  type listHostnames,
} from '@ramal/contract/operations/hostnames';
import { IconChevronRight } from '@tabler/icons-react';
import { Fragment } from 'react';
import { Panel } from '../ui/layout/Panel.tsx';
import classes from './hostnames.module.css';

const words: Readonly<Record<LinkSource, string>> = {
  rotation: 'rodízio',
  own: 'própria',
  shared: 'compartilhada',
};

export function LinkOrder({ links }: { links: ResponseOf<typeof listHostnames>['links'] }) {
  return (
    <Panel className={classes.order} label="O que vai nos links">
      <span>Nos links vai a primeira que responde:</span>
      {linkSources.map((source) => (
        <Fragment key={source}>
          <span className={classes.place} data-used={links.used === source || undefined}>
            {words[source]} <b className="mono">{links[source] ?? '–'}</b>
          </span>
          <IconChevronRight size={15} stroke={1.75} aria-hidden />
        </Fragment>
      ))}
      <span className={classes.place} data-used={links.used === null || undefined}>
        padrão
      </span>
    </Panel>
  );
}
