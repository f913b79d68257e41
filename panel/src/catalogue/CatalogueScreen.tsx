import type { ReactNode } from 'react';
import { ListScreen, type ListScreenProps } from '../ui/list/ListScreen.tsx';
import { PhoneButtons } from './PhoneButtons.tsx';
import { sectionHeader, type SectionPage } from './section-header.ts';
import type { SectionKey } from './sections.ts';
import { SectionTabs } from './SectionTabs.tsx';

export interface CatalogueScreenProps<Row> extends Pick<
  ListScreenProps<Row>,
  'note' | 'list' | 'dialogs' | 'rowDialogs' | 'children'
> {
  section: SectionKey;
  page?: SectionPage | undefined;
  buttons?: ReactNode;
}

/** A list of the catalogue under the section tabs. On the phone its buttons stand above the tabs. */
export function CatalogueScreen<Row>({
  section,
  page,
  buttons,
  ...screen
}: CatalogueScreenProps<Row>) {
  return (
    <ListScreen<Row>
      {...sectionHeader(section, page)}
      {...screen}
      refresh={false}
      buttons={buttons}
      phoneActions={buttons && <PhoneButtons>{buttons}</PhoneButtons>}
      above={<SectionTabs current={section} />}
    />
  );
}
