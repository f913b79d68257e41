import type { ImportEntry } from '@ramal/contract/catalogue/catalogue-lists';
import { IconArrowRight } from '@tabler/icons-react';
import { SideText } from '../SideText.tsx';
import classes from './EntryChanges.module.css';

/** Each field that an import changes, with the former and the new value. */
export const EntryChanges = ({ changes }: Pick<ImportEntry, 'changes'>) => (
  <span className={classes.root}>
    {changes.map(({ field, before, after }) => (
      <span key={field} className={classes.change}>
        <SideText>{field}</SideText>
        <s>{before || 'vazio'}</s>
        <IconArrowRight size={14} stroke={1.75} role="img" aria-label="passa a ser" />
        <span>{after || 'vazio'}</span>
      </span>
    ))}
  </span>
);
