import type { Profile } from '../menu.ts';
import { managesResellers } from '../sessions/manages-resellers.ts';
import { KeyCap } from '../ui/KeyCap.tsx';
import classes from './PaletteFoot.module.css';

interface PaletteFootProps {
  readonly profile: Profile;
  /** True if Enter does something that can be undone. */
  readonly isUndoable: boolean;
}

/** Grammar and keys below the results. Screen readers do not read them. */
export const PaletteFoot = ({ profile, isUndoable }: PaletteFootProps) => (
  <>
    <Grammar profile={profile} />
    <Keys isUndoable={isUndoable} />
  </>
);

/** The order of the words, with examples that the account may use. */
const Grammar = ({ profile }: { profile: Profile }) => (
  <p className={classes.grammar} aria-hidden>
    <b>verbo</b> + <b>nome ou número</b> + <b>quantidade</b>
    <span>
      {[
        'renovar célia 3',
        'cobrar célia',
        ...(managesResellers(profile)
          ? ['crédito norte 20', 'bloquear norte', 'extrato norte']
          : []),
      ].join(' · ')}
    </span>
  </p>
);

const Keys = ({ isUndoable }: Pick<PaletteFootProps, 'isUndoable'>) => (
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
    <span>
      <KeyCap>Ctrl</KeyCap> <KeyCap>C</KeyCap> copiar dados
    </span>
    <span className={classes.end}>
      {isUndoable
        ? 'Depois de fazer, dá para desfazer por 10 s'
        : 'Busca em tudo que você pode ver'}
    </span>
  </div>
);
