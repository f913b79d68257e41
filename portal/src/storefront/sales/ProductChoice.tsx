import type { StorefrontPage } from '../api.ts';
import type { Choice } from '../use-choice.ts';
import pageClasses from '../../portal.module.css';

interface ProductChoiceProps {
  page: StorefrontPage;
  choice: Choice;
}

/** Products of a page that sells more than one. Each has its own plans. */
export const ProductChoice = ({ page: { products }, choice }: ProductChoiceProps) =>
  products.length > 1 && (
    <div
      className={`${pageClasses.card} ${pageClasses.rows} ${pageClasses.two}`}
      role="group"
      aria-label="O que assinar"
    >
      {products.map((product) => (
        <button
          key={product.label}
          type="button"
          className={pageClasses.choice}
          aria-pressed={product === choice.product}
          onClick={() => choice.chooseProduct(product)}
        >
          {product.label}
        </button>
      ))}
    </div>
  );
