/** /brands/{brand}, for admins and franchises: the appearance of each host (E-29, Q-BRANDS). */
import { type BrandSettings, listBrands } from '@ramal/contract/brands/brand-settings';
import { defaultBrand } from '@ramal/contract/brands/brands';
import { IconFileText, IconHome, IconPalette } from '@tabler/icons-react';
import { useParams } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useCall } from '../../foundation/api/query.ts';
import { useProfile } from '../../sessions/profile.ts';
import { RequirePermission } from '../../sessions/RequirePermission.tsx';
import { Panel } from '../../ui/layout/Panel.tsx';
import { EmptyState } from '../../ui/states/EmptyState.tsx';
import { Loaded } from '../../ui/states/Loaded.tsx';
import { Notice } from '../../ui/status/Notice.tsx';
import { BrandEditor } from './BrandEditor.tsx';
import { BrandList, NEW_BRAND } from './BrandList.tsx';
import { type BrandValues, brandKey, DEFAULT_ACCENT, toBrandValues } from './brand-values.ts';
import { BrandsFrame } from './BrandsFrame.tsx';
import classes from './Brands.module.css';

export const Brands = () => (
  <RequirePermission when={({ profile }) => profile !== 'reseller'}>
    <Screen />
  </RequirePermission>
);

function Screen() {
  const { brand: chosen } = useParams({ strict: false }) as { brand?: string };
  const isAdmin = useProfile().data?.profile === 'admin';
  const listed = useCall(listBrands, {});
  if (!listed.data) {
    return (
      <BrandsFrame name="Marcas">
        <Loaded query={listed} failed="Não deu para carregar as marcas" height={720} radius={12}>
          {() => null}
        </Loaded>
      </BrandsFrame>
    );
  }
  const { brands, franchises } = listed.data;
  // Opens the installation's own brand by default. A franchise cannot see it, so its first brand
  // opens.
  const open = chosen ?? (isAdmin ? undefined : brands[0] && brandKey(brands[0]));
  const brand = brands.find((candidate) => brandKey(candidate) === open);
  const list = (isAdmin || brands.length > 1) && (
    <BrandList brands={brands} open={open} isAdmin={isAdmin} />
  );
  if (brand?.id === null) return <OfFile {...{ brand, isAdmin, list }} />;
  if (brand || (isAdmin && open === NEW_BRAND))
    return <BrandEditor key={open} {...{ brand, franchises, isAdmin, list }} />;
  return isAdmin && open === undefined ? (
    <Office list={list} />
  ) : (
    <Missing isAdmin={isAdmin} list={list} />
  );
}

interface WithList {
  readonly list: ReactNode;
}

interface OfFileProps extends WithList {
  readonly brand: BrandSettings;
  readonly isAdmin: boolean;
}

const OfFile = ({ brand, isAdmin, list }: OfFileProps) => (
  <ReadOnly name={brand.name} preview={toBrandValues(brand)} list={list}>
    <Notice
      tone="accent"
      icon={IconFileText}
      title={isAdmin ? 'Esta marca está no arquivo' : 'Esta marca é da administração'}
    >
      {isAdmin
        ? 'Ela vem de brands.json, na pasta de dados, e só muda ali. Endereços do arquivo vencem os da tela.'
        : 'Ela só muda com a administração: peça a ela.'}
    </Notice>
    <dl className={classes.facts}>
      <dt>Endereços</dt>
      <dd className="mono">{brand.hosts.join(', ')}</dd>
      <dt>Cor</dt>
      <dd className="mono">{brand.accent}</dd>
      <dt>Franquia</dt>
      <dd>{brand.idFranchise ? `ID ${brand.idFranchise}` : 'nenhuma'}</dd>
    </dl>
  </ReadOnly>
);

const defaultBrandValues = {
  ...toBrandValues(undefined),
  name: defaultBrand.name,
  accent: DEFAULT_ACCENT,
};

const Office = ({ list }: WithList) => (
  <ReadOnly name={defaultBrand.name} preview={defaultBrandValues} list={list}>
    <Notice tone="accent" icon={IconHome} title="A marca da casa">
      Aparece em todo endereço que não é de outra marca. O fundo do login dela se troca em
      Configurações.
    </Notice>
  </ReadOnly>
);

interface ReadOnlyProps extends WithList {
  readonly name: string;
  readonly preview: BrandValues;
  readonly children: ReactNode;
}

const ReadOnly = ({ children, ...frame }: ReadOnlyProps) => (
  <BrandsFrame {...frame}>
    <Panel gap="3xl" p="var(--inset) var(--inset-large) var(--inset-large)">
      {children}
    </Panel>
  </BrandsFrame>
);

const Missing = ({ isAdmin, list }: WithList & { isAdmin: boolean }) => (
  <BrandsFrame name="Marcas" list={list}>
    <EmptyState
      icon={IconPalette}
      title={isAdmin ? 'Esta marca não existe mais' : 'Sua franquia ainda não tem uma marca'}
      text={
        isAdmin
          ? 'Escolha outra na lista.'
          : 'A administração cria a marca e os endereços; depois a aparência é sua.'
      }
    />
  </BrandsFrame>
);
