/** Header and tabs that settings and figures of the sales page share. */
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { LinkTabs } from '../ui/layout/LinkTabs.tsx';
import { PageHeader } from '../ui/layout/PageHeader.tsx';

type StorefrontPart = 'settings' | 'numbers';

const labels: Readonly<Record<StorefrontPart, string>> = {
  settings: 'Configuração',
  numbers: 'Números',
};

interface StorefrontFrameProps {
  readonly part: StorefrontPart;
  readonly note?: ReactNode;
  readonly actions?: ReactNode;
  /** Control at the end of the tabs. */
  readonly aside?: ReactNode;
  readonly children: ReactNode;
}

export const StorefrontFrame = (props: StorefrontFrameProps) => {
  const { part, note, actions, aside, children } = props;
  const breadcrumb = [
    { label: 'Vendas' },
    { label: 'Página de venda', to: '/storefront' },
    ...(part === 'numbers' ? [{ label: labels.numbers }] : []),
  ];
  return (
    <>
      <PageHeader title="Página de venda" breadcrumb={breadcrumb} note={note} actions={actions} />
      <LinkTabs label="Partes" current={part} aside={aside}>
        {(Object.keys(labels) as StorefrontPart[]).map((key) => (
          <li key={key}>
            <Link
              to="/storefront/{-$part}"
              params={{ part: key === 'settings' ? undefined : key }}
              activeOptions={{ exact: true }}
              activeProps={{}}
              aria-current={key === part ? 'page' : undefined}
            >
              {labels[key]}
            </Link>
          </li>
        ))}
      </LinkTabs>
      {children}
    </>
  );
};
