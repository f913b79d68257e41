/**
 * Names of the movement kinds. Each kind has a name next to its colour, because a colour alone is
 * not accessible.
 */
import type { extractTypes, movementKinds } from '@ramal/contract/resellers/credits';
import { StatusBadge, type Tone } from '../ui/status/StatusBadge.tsx';

type MovementKind = (typeof movementKinds)[number];
type ExtractType = (typeof extractTypes)[number];

export const kindWords: Readonly<Record<MovementKind, ExtractType>> = {
  received: 'Recebido',
  given: 'Enviado',
  spent: 'Consumido',
  returned: 'Devolvido',
};

/**
 * Returns the colour of a movement: green for received credits, orange for all others
 * (S-EXTRACT-09).
 */
export const movementTone = (type: ExtractType): Tone => (type === 'Recebido' ? 'ok' : 'warn');

export function TypeBadge({ type }: { type: ExtractType }) {
  return (
    <StatusBadge tone={movementTone(type)} ring={type !== 'Recebido'}>
      {type}
    </StatusBadge>
  );
}
