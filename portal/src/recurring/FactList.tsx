import type { ReactNode } from 'react';
import pageClasses from '../portal.module.css';
import classes from './FactList.module.css';
import { Icon, type IconName } from './Icon.tsx';

interface FactListProps {
  facts: readonly { readonly icon: IconName; readonly text: ReactNode }[];
}

export const FactList = ({ facts }: FactListProps) => (
  <ul className={`${pageClasses.card} ${classes.root}`}>
    {facts.map(({ icon, text }) => (
      <li key={icon}>
        <Icon name={icon} />
        <span>{text}</span>
      </li>
    ))}
  </ul>
);
