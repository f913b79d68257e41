import { terms } from '@ramal/contract/rules/terms';
import { formatCredits } from '../../foundation/numbers.ts';
import { ChoiceTiles } from '../../ui/form/fields/ChoiceTiles.tsx';

const options = terms.map((term) => ({
  value: String(term.credits),
  label: formatCredits(term.credits),
  detail: term.label,
  ...(term.promotion ? { tag: 'promoção' } : {}),
}));

/** Field for the number of credits, which determines the price and the added days (K-02). */
export function CreditTiles(props: {
  value: number;
  onChange: (credits: number) => void;
  error?: string | undefined;
}) {
  return (
    <ChoiceTiles
      label="Créditos"
      value={String(props.value)}
      options={options}
      onChange={(value) => props.onChange(Number(value))}
      error={props.error}
    />
  );
}
