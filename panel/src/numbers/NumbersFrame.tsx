/** Header, tabs and filters that the parts of «Números» share. */
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useIsPhone } from '../foundation/viewport.ts';
import { useProfile } from '../sessions/profile.ts';
import { soldPlatforms } from '../lines/platforms/sold-platforms.ts';
import { Segmented } from '../ui/form/fields/Segmented.tsx';
import { LinkTabs } from '../ui/layout/LinkTabs.tsx';
import { PageHeader } from '../ui/layout/PageHeader.tsx';
import { PickMenu } from '../ui/PickMenu.tsx';
import { NumbersFilters } from './NumbersFilters.tsx';
import { useNumbersParams } from './numbers-params.ts';

export type NumbersPart = 'overview' | 'retention' | 'costs';

const labels: Readonly<Record<NumbersPart, string>> = {
  overview: 'Visão geral',
  retention: 'Retenção',
  costs: 'Custos e lucro',
};

/**
 * Converts the path parameter to a part of «Números». Without a parameter, or with an unknown one,
 * returns the overview.
 */
export const readPart = (part: string | undefined): NumbersPart =>
  part === 'retention' || part === 'costs' ? part : 'overview';

interface NumbersFrameProps {
  readonly part: NumbersPart;
  readonly note: ReactNode;
  /** True if the part can also show the figures of the whole network. */
  readonly hasScope?: boolean;
  /** Controls that only this part has. They are shown before the export button. */
  readonly controls?: ReactNode;
  readonly exportButton: ReactNode;
  readonly children: ReactNode;
}

export function NumbersFrame(props: NumbersFrameProps) {
  const { part, note, hasScope = false, controls, exportButton, children } = props;
  const isPhone = useIsPhone();
  const filters = useFilters(hasScope);
  const breadcrumb = [
    { label: 'Números', to: '/numbers' as const },
    ...(part === 'overview' ? [] : [{ label: labels[part] }]),
  ];
  return (
    <>
      <PageHeader
        title="Números"
        breadcrumb={breadcrumb}
        note={note}
        actions={
          <>
            {filters.scope && <PickMenu {...filters.scope} />}
            {controls}
            {exportButton}
          </>
        }
      />
      <LinkTabs
        label="Partes"
        current={part}
        aside={
          isPhone ? (
            <NumbersFilters
              filters={Object.values(filters).filter((filter) => filter !== undefined)}
            >
              {controls}
              {exportButton}
            </NumbersFilters>
          ) : (
            filters.platform && <Segmented {...filters.platform} />
          )
        }
      >
        {(Object.keys(labels) as NumbersPart[]).map((key) => (
          <li key={key}>
            <Link
              to="/numbers/{-$part}"
              params={{ part: key === 'overview' ? undefined : key }}
              search={(before: object) => keepShared(before) as never}
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
}

const keepShared = ({ scope, platform }: { scope?: unknown; platform?: unknown }) => ({
  scope,
  platform,
});

const ALL = '';
const OWN = 'own';

/** Returns the filters of the header. Omits each filter for which the account has no choice. */
function useFilters(hasScope: boolean) {
  const { values, change } = useNumbersParams();
  const { data: profile } = useProfile();
  const platforms = profile ? soldPlatforms(profile) : [];
  const hasNetwork = hasScope && profile !== undefined && profile.isMaster;
  return {
    scope: hasNetwork
      ? {
          label: 'Alcance',
          value: values.scope ?? OWN,
          options: [
            { value: OWN, label: 'Minhas linhas' },
            { value: 'network', label: 'Toda a rede' },
          ],
          onChange: (chosen: string) =>
            change({ scope: chosen === 'network' ? 'network' : undefined }),
        }
      : undefined,
    platform:
      platforms.length > 1
        ? {
            label: 'Plataforma',
            value: values.platform ?? ALL,
            options: [
              { value: ALL, label: 'Todas' },
              ...platforms.map(({ key, label }) => ({ value: key as string, label })),
            ],
            onChange: (chosen: string) =>
              change({ platform: platforms.find(({ key }) => key === chosen)?.key }),
          }
        : undefined,
  };
}
