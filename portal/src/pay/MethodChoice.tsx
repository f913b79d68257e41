import type { Method } from '../api.ts';
import { Choice, Choices, ChoiceText } from '../ui/Choice.tsx';

interface MethodChoiceProps {
  methods: readonly Method[];
  chosen: Method;
  onChoose: (method: Method) => void;
}

/** Ways to pay. */
export const MethodChoice = ({ methods, chosen, onChoose }: MethodChoiceProps) => (
  <Choices label="Como pagar" isRow>
    {methods.map((method) => (
      <Choice
        key={method}
        name="como-pagar"
        isChosen={method === chosen}
        onChoose={() => onChoose(method)}
      >
        <ChoiceText title={method === 'pix' ? 'Pix' : 'Cartão'} />
      </Choice>
    ))}
  </Choices>
);
