import { Choice, Choices, ChoiceText } from '../../ui/Choice.tsx';
import type { StorefrontPage } from '../api.ts';
import type { Choice as Chosen } from '../use-choice.ts';

interface ProductChoiceProps {
  page: StorefrontPage;
  choice: Chosen;
}

/** Products of a page that sells more than one. Each has its own plans. */
export const ProductChoice = ({ page: { products }, choice }: ProductChoiceProps) =>
  products.length > 1 && (
    <Choices label="O que assinar" isRow>
      {products.map((product) => (
        <Choice
          key={product.label}
          name="produto"
          isChosen={product === choice.product}
          onChoose={() => choice.chooseProduct(product)}
        >
          <ChoiceText title={product.label} />
        </Choice>
      ))}
    </Choices>
  );
