/** A key right after it was made or rotated: whole this one time, with its limits read back. */
import { CloseButton } from '@mantine/core';
import type { ApiKey } from '@ramal/contract/api-keys';
import { IconKey } from '@tabler/icons-react';
import { Panel } from '../ui/layout/Panel.tsx';
import { limitsInWords } from './key-words.ts';
import classes from './MadeKey.module.css';
import { NewKey } from './NewKey.tsx';

export type WholeKey = ApiKey & { readonly key: string };

export function MadeKey({ apiKey, onClose }: { apiKey: WholeKey; onClose: () => void }) {
  return (
    <Panel className={classes.root} label={`Chave ${apiKey.name}`}>
      <div className={classes.head}>
        <span className={classes.icon}>
          <IconKey size={20} stroke={1.75} aria-hidden />
        </span>
        <div className={classes.texts}>
          <h2>Copie a chave «{apiKey.name}» agora</h2>
          <p>
            Ela aparece inteira só desta vez. Se a perder, gire a chave: a anterior vale por mais um
            tempo.
          </p>
        </div>
        <CloseButton aria-label="Já copiei" onClick={onClose} size="lg" />
      </div>
      <NewKey value={apiKey.key} hasCaption={false} />
      <ul className={classes.limits}>
        {limitsInWords(apiKey).map((limit) => (
          <li key={limit}>{limit}</li>
        ))}
      </ul>
    </Panel>
  );
}
