import type { ShownBrand } from './brand.ts';
import type { Page } from './use-pages.ts';
import classes from './portal.module.css';

const titleOf = (page: Page): string => {
  if (page === 'renew' || page === 'renew-once') return 'Renovar';
  if (page === 'recurring') return 'Renovar sozinho';
  if (page === 'referral') return 'Indique e ganhe';
  if (page === 'help' || (typeof page === 'object' && 'ticket' in page)) return 'Ajuda';
  const isAuthorizing = typeof page === 'object' && 'charge' in page && page.charge.authorization;
  return isAuthorizing ? 'Pagar e autorizar' : 'Pagamento';
};

interface BarProps {
  brand: ShownBrand;
  page: Page;
  onBack: () => void;
  onLeave: (() => void) | undefined;
}

/**
 * Bar at the top of every page. The home page shows the brand. Other pages show their title and a
 * button that goes back.
 */
export function Bar({ brand, page, onBack, onLeave }: BarProps) {
  if (page !== 'home')
    return (
      <header className={classes.bar}>
        <button type="button" className={classes.plain} onClick={onBack}>
          ‹ Voltar
        </button>
        <h1>{titleOf(page)}</h1>
      </header>
    );
  return (
    <header className={classes.bar}>
      <img src={brand.logo || '/mark.svg'} alt="" />
      <b>{brand.name}</b>
      {onLeave && (
        <button type="button" className={classes.plain} onClick={onLeave}>
          Sair
        </button>
      )}
    </header>
  );
}
