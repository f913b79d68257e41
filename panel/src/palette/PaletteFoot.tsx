import type { Profile } from '../menu.ts';
import { managesResellers } from '../sessions/manages-resellers.ts';
import { KeyCap } from '../ui/KeyCap.tsx';
import type { Offer } from './palette-items.ts';
import classes from './PaletteFoot.module.css';

interface PaletteFootProps {
  readonly profile: Profile;
  /** Row that Enter in the field opens. */
  readonly chosen: Offer | undefined;
}

/** Grammar and keys below the results. Screen readers do not read them. */
export const PaletteFoot = ({ profile, chosen }: PaletteFootProps) => (
  <>
    <Grammar profile={profile} />
    <Keys chosen={chosen} />
  </>
);

/** The order of the words, with examples that the account may use. */
const Grammar = ({ profile }: Pick<PaletteFootProps, 'profile'>) => (
  <p className={classes.grammar} aria-hidden>
    <b>verbo</b> + <b>nome ou número</b> + <b>quantidade</b>
    <span>
      {(managesResellers(profile)
        ? ['cobrar célia', 'crédito norte 20', 'bloquear norte', 'extrato norte']
        : ['renovar célia 3', 'cobrar célia']
      ).join(' · ')}
    </span>
  </p>
);

const Keys = ({ chosen }: Pick<PaletteFootProps, 'chosen'>) => (
  <div className={classes.keys} aria-hidden>
    <span>
      <KeyCap>↑</KeyCap> <KeyCap>↓</KeyCap> escolher
    </span>
    <span>
      <KeyCap>↵</KeyCap> fazer
    </span>
    <span>
      <KeyCap>Tab</KeyCap> mais ações
    </span>
    {chosen?.copies && (
      <span>
        <KeyCap>Ctrl</KeyCap> <KeyCap>C</KeyCap> copiar dados
      </span>
    )}
    <span className={classes.end}>
      {chosen?.isUndoable && 'Depois de fazer, dá para desfazer por 10 s'}
      {!chosen?.isUndoable && !chosen?.copies && 'Busca em tudo que você pode ver'}
    </span>
  </div>
);
