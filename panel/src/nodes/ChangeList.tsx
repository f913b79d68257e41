/**
 * Lists the changes of a release. The texts are in English, because they come from the changelog.
 */
import type { Release } from '@ramal/contract/operations/nodes';
import { StatusBadge, type Tone } from '../ui/status/StatusBadge.tsx';
import classes from './ChangeList.module.css';

type Change = Release['changes'][number];

const badges: Readonly<Record<Change['kind'], { tone: Tone; label: string }>> = {
  added: { tone: 'ok', label: 'Novo' },
  changed: { tone: 'off', label: 'Mudou' },
  fixed: { tone: 'off', label: 'Corrigido' },
  security: { tone: 'warn', label: 'Atenção' },
};

export const ChangeList = ({ changes }: { readonly changes: readonly Change[] }) => (
  <ul className={classes.root}>
    {changes.map(({ kind, text }) => (
      <li key={text}>
        <span>
          <StatusBadge tone={badges[kind].tone}>{badges[kind].label}</StatusBadge>
        </span>
        <span lang="en">{withCode(text)}</span>
      </li>
    ))}
  </ul>
);

/** Renders text between backticks as code. */
const withCode = (text: string) =>
  text.split('`').map((piece, index) =>
    index % 2 === 1 ? (
      <span key={index} className="mono">
        {piece}
      </span>
    ) : (
      piece
    ),
  );
