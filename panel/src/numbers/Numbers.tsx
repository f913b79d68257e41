/** «Números»: the business of a seller in figures, each with a link to the rows that it counts. */
import { useParams } from '@tanstack/react-router';
import { Costs } from './costs/Costs.tsx';
import { Overview } from './overview/Overview.tsx';
import { Retention } from './retention/Retention.tsx';
import { readPart } from './NumbersFrame.tsx';

const parts = { overview: Overview, retention: Retention, costs: Costs };

export function Numbers() {
  const { part } = useParams({ strict: false }) as { part?: string };
  const key = readPart(part);
  const Part = parts[key];
  return <Part key={key} />;
}
