/** «Como funciona?»: the criteria as the detection measures them (S-SHARED-48, K-23). */
import { abuseExplained } from '@ramal/contract/abuse';

export const Explanation = () => (
  <ul className="abuse-explanation">
    {abuseExplained.map((sentence) => (
      <li key={sentence}>{sentence}</li>
    ))}
  </ul>
);
