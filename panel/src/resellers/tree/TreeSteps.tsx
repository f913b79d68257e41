/**
 * Tree on a phone, which shows one level at a time. A tap on an account opens its children, and a
 * tap on the path opens a higher level.
 */
import { Button, Skeleton } from '@mantine/core';
import { IconChevronRight, IconCornerLeftUp } from '@tabler/icons-react';
import { formatCount } from '../../foundation/numbers.ts';
import { Initials } from '../../ui/Initials.tsx';
import { isBlocked, type Reseller, isTopupOld } from '../reseller.ts';
import type { OpenTree } from './levels.ts';
import { nodeNote } from './node-texts.ts';
import { BelowCount, NodeText } from './NodeText.tsx';
import classes from './TreeSteps.module.css';

interface TreeStepsProps {
  readonly tree: OpenTree;
  readonly onChoose: (id: number | undefined) => void;
}

export function TreeSteps({ tree, onChoose }: TreeStepsProps) {
  const level = tree.levels.at(-1)!;
  const up = tree.levels.at(-2);
  return (
    <div className={classes.root}>
      {up && (
        <Button
          variant="default"
          leftSection={<IconCornerLeftUp size={17} stroke={1.75} aria-hidden />}
          onClick={() => onChoose(up.under)}
        >
          {up.name ?? 'Topo da árvore'}
        </Button>
      )}
      <ul aria-label={level.name ? `Abaixo de ${level.name}` : 'Primeiro nível'}>
        {level.children.map((child) => (
          <Step key={child.id} reseller={child} onChoose={() => onChoose(child.id)} />
        ))}
      </ul>
      {level.waiting && <Skeleton height={64} radius={12} />}
      {level.error && (
        <p className={classes.note} role="alert">
          {level.error.message}{' '}
          <Button size="xs" variant="link" onClick={level.retry}>
            Tentar de novo
          </Button>
        </p>
      )}
      {!level.waiting && !level.error && level.children.length === 0 && (
        <p className={classes.note}>Ninguém abaixo</p>
      )}
      {level.total > level.children.length && !level.waiting && (
        <Button variant="default" onClick={level.more}>
          mais {formatCount(level.total - level.children.length)}
        </Button>
      )}
    </div>
  );
}

function Step({ reseller, onChoose }: { reseller: Reseller; onChoose: () => void }) {
  const bad = isBlocked(reseller) || isTopupOld(reseller);
  return (
    <li>
      <button type="button" className={classes.step} onClick={onChoose}>
        <Initials name={reseller.username} size={38} tone={bad ? 'bad' : 'accent'} />
        <NodeText large {...(bad ? { tone: 'bad' } : {})}>
          <b>{reseller.username}</b>
          <span>{nodeNote(reseller)}</span>
        </NodeText>
        {reseller.directResellers > 0 && <BelowCount count={reseller.directResellers} />}
        <IconChevronRight size={17} stroke={1.75} aria-hidden />
      </button>
    </li>
  );
}
