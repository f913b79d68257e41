import type { ShownBrand } from '../brand.ts';
import { ActionRows } from '../ui/ActionRows.tsx';
import { whatsapp } from '../ui/icons.ts';
import type { StorefrontPage } from './api.ts';
import { BrandBar } from './Bars.tsx';
import pageClasses from '../portal.module.css';
import { whatsappAddress } from './words.ts';

interface ClosedPageProps {
  brand: ShownBrand;
  /** Undefined if no page has this address. */
  page: StorefrontPage | undefined;
}

/** A page that is switched off, or an address without a page. */
export const ClosedPage = ({ brand, page }: ClosedPageProps) => (
  <>
    <BrandBar name={page?.name ?? brand.name} logo={brand.logo} />
    <main>
      <section className={pageClasses.card}>
        <h1>{page ? 'Página fora do ar' : 'Página não encontrada'}</h1>
        <p>
          {page
            ? 'Esta página está fora do ar.'
            : 'Não achamos esta página. Confira o endereço com quem mandou.'}
        </p>
      </section>
      {page?.seller?.whatsapp && (
        <ActionRows
          label="Ajuda"
          rows={[
            {
              icon: whatsapp,
              title: `Falar com ${page.seller.name}`,
              href: whatsappAddress(page.seller.whatsapp),
            },
          ]}
        />
      )}
    </main>
  </>
);
