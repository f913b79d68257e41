import type { ReactNode } from 'react';
import { PageHeader } from '../ui/PageHeader.tsx';
import { type SectionKey, sectionLabel } from './sections.ts';
import { SectionTabs } from './SectionTabs.tsx';

export interface SectionFrameProps {
  section: SectionKey;
  /** One page of a section: the episodes of a series, an import. */
  page?: { title: string; phoneTitle?: string } | undefined;
  actions?: ReactNode;
  note?: ReactNode;
  children: ReactNode;
}

/** Title, tabs and acts of one section. On the phone the acts stand under the tabs. */
export function SectionFrame({ section, page, actions, note, children }: SectionFrameProps) {
  const label = sectionLabel(section);
  const path = `/catalogue/${section}` as const;
  return (
    <>
      <PageHeader
        title={page?.title ?? label}
        phoneTitle={page?.phoneTitle ?? page?.title ?? label}
        breadcrumb={[
          { label: 'Catálogo', to: '/catalogue' },
          ...(page ? [{ label, to: path }, { label: page.phoneTitle ?? page.title }] : [{ label }]),
        ]}
        {...(page ? { backTo: path } : {})}
        wide
        note={note}
        actions={actions}
        phoneActions={actions && <div className="section-acts">{actions}</div>}
      />
      <SectionTabs current={section} />
      {children}
    </>
  );
}
