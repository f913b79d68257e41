import classes from './Facts.module.css';
import pageClasses from '../portal.module.css';

/** A name and its value. */
export type Fact = readonly [string, string];

/** Card with names at the left and their values at the right. */
export const Facts = ({ label, facts }: { label: string; facts: readonly Fact[] }) => (
  <section className={pageClasses.card} aria-label={label}>
    <dl className={classes.facts}>
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  </section>
);
