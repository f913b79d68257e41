import { MIN_CONTROL_PEOPLE } from '@ramal/contract/win-back/win-back-rules';
import type { GroupResult } from '../win-back-words.ts';

/** States that the control group is too small: «Faltam dados: 6 de 10 no controle». */
export const missingDataText = ({ control }: Pick<GroupResult, 'control'>): string =>
  `Faltam dados: ${control} de ${MIN_CONTROL_PEOPLE} no controle`;

/** True if the group has messages but too few people without one. */
export const isDataMissing = ({ gain, received, control }: GroupResult): boolean =>
  gain === null && (received > 0 || control > 0) && control < MIN_CONTROL_PEOPLE;
