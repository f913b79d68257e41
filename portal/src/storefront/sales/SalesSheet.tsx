/** Sheets over the sales page: the rules of the test, and the message when tests return. */
import { Sheet } from '../../ui/Sheet.tsx';
import { Act } from '../Act.tsx';
import type { StorefrontPage } from '../api.ts';
import { NotifySheet } from './NotifySheet.tsx';
import type { Choice } from '../use-choice.ts';
import type { Places } from '../use-place.ts';
import { formatHours } from '../words.ts';
import classes from './SalesSheet.module.css';

interface SalesSheetProps {
  page: StorefrontPage;
  places: Places;
  choice: Choice;
}

export function SalesSheet({ page, places }: SalesSheetProps) {
  if (places.sheet === 'notify') return <NotifySheet page={page} onClose={places.back} />;
  if (places.sheet !== 'test-rules') return null;
  return (
    <Sheet title="Como funciona o teste" onClose={places.back}>
      <ul className={classes.rules}>
        {rules(page).map((rule) => (
          <li key={rule}>{rule}</li>
        ))}
      </ul>
      <Act look="quiet" onClick={places.back}>
        Entendi
      </Act>
    </Sheet>
  );
}

const rules = ({ tests: { hours }, methods }: StorefrontPage): string[] => [
  `O teste dura ${formatHours(hours)} e não pede cartão.`,
  'É um teste por número e por aparelho.',
  'O usuário e a senha aparecem na hora, com o passo a passo do seu aparelho.',
  'Quando acaba, nada é cobrado.',
  ...(methods.length > 0 ? ['Gostou? Assine e continue com o mesmo usuário e a mesma senha.'] : []),
];
