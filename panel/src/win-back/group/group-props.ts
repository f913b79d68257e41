import type { Query } from '../../ui/states/Loaded.tsx';
import type { GroupAnswer, ResultsAnswer, WinBackAnswer } from '../win-back-words.ts';

/** Props of the components that show the selected group, on phone and desktop. */
export interface ChosenGroupProps {
  readonly group: GroupAnswer;
  readonly winBack: WinBackAnswer;
  readonly results: Query<ResultsAnswer>;
}
