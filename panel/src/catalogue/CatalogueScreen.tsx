import type { ReactNode } from 'react';
import { useIsPhone } from '../foundation/viewport.ts';
import { ListScreen, type ListScreenProps } from '../ui/list/ListScreen.tsx';
import { sectionHeader, type SectionPage } from './section-header.ts';
import { sections, type SectionKey } from './sections.ts';
import { SectionTabs } from './SectionTabs.tsx';

interface CatalogueScreenProps<Row> extends Pick<
  ListScreenProps<Row>,
  'note' | 'list' | 'create' | 'dialogs' | 'rowDialogs' | 'children'
> {
  section: SectionKey;
  page?: SectionPage | undefined;
  buttons?: ReactNode;
}

/**
 * A list of the catalogue below the section tabs. On the phone the title is a menu of the sections.
 */
export function CatalogueScreen<Row>({
  section,
  page,
  buttons,
  ...screen
}: CatalogueScreenProps<Row>) {
  const isPhone = useIsPhone();
  return (
    <ListScreen<Row>
      {...sectionHeader(section, page)}
      {...screen}
      refresh={false}
      buttons={buttons}
      {...(isPhone && !page ? { siblings } : {})}
      above={!isPhone && <SectionTabs current={section} />}
    />
  );
}

const siblings = sections.map(({ key, label }) => ({ label, to: `/catalogue/${key}` as const }));
