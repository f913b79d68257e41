import type { StorefrontPage } from '../api.ts';
import { IconTile } from '../IconTile.tsx';
import { clock } from '../icons.ts';
import { formatMomentAt } from '../words.ts';
import classes from './NoTestCard.module.css';
import pageClasses from '../../portal.module.css';

interface NoTestCardProps {
  tests: StorefrontPage['tests'];
  at: Date;
  onNotify: () => void;
}

/** States when tests are available again. */
export function NoTestCard({ tests, at, onNotify }: NoTestCardProps) {
  return (
    <div className={`${pageClasses.card} ${classes.root}`}>
      <IconTile icon={clock} tone="off" />
      <div className={classes.text}>
        <h2>{pauseTitle(tests, at)}</h2>
        <p className={pageClasses.quiet}>
          Assinar funciona a qualquer hora. Ou deixe seu número e avisamos.
        </p>
        <button type="button" className={pageClasses.textAct} onClick={onNotify}>
          Avisar quando voltar
        </button>
      </div>
    </div>
  );
}

function pauseTitle({ pause, returnsTimestamp }: StorefrontPage['tests'], at: Date): string {
  const when = returnsTimestamp === null ? undefined : formatMomentAt(returnsTimestamp, at);
  if (pause === 'day-full') return `Os testes de hoje acabaram.${when ? ` Voltam ${when}.` : ''}`;
  return when ? `Testes voltam ${when}` : 'Não há testes agora';
}
