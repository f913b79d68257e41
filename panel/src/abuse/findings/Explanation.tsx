/** «Como funciona?»: the criteria of the detection with their thresholds (S-SHARED-48, K-23). */
import { abuseExplained } from '@ramal/contract/abuse';
import classes from './Explanation.module.css';

export const Explanation = () => (
  <ul className={classes.root}>
    {abuseExplained.map((sentence) => (
      <li key={sentence}>{sentence}</li>
    ))}
  </ul>
);
