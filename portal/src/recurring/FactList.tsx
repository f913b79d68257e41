import type { ReactNode } from 'react';
import pageClasses from '../portal.module.css';
import classes from './FactList.module.css';
import { Icon } from '../ui/Icon.tsx';

interface FactListProps {
  facts: readonly { /** Path of an icon. */ readonly icon: string; readonly text: ReactNode }[];
}

export const FactList = ({ facts }: FactListProps) => (
  <ul className={`${pageClasses.card} ${classes.root}`}>
    {facts.map(({ icon, text }) => (
      <li key={icon}>
        <Icon path={icon} />
        <span>{text}</span>
      </li>
    ))}
  </ul>
);
