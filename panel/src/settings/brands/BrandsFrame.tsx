import type { ReactNode } from 'react';
import { PageHeader } from '../../ui/layout/PageHeader.tsx';
import { BrandPreview } from './BrandPreview.tsx';
import type { BrandValues } from './brand-values.ts';
import classes from './BrandsFrame.module.css';

interface BrandsFrameProps {
  readonly name: string;
  /** Buttons of the form. On the phone they are below the form. */
  readonly actions?: ReactNode;
  readonly list?: ReactNode;
  /** Values that the preview next to the form shows. */
  readonly preview?: BrandValues;
  readonly children: ReactNode;
}

export const BrandsFrame = ({ name, actions, list, preview, children }: BrandsFrameProps) => (
  <>
    <PageHeader
      title="Marcas"
      breadcrumb={[{ label: 'Publicar' }, { label: 'Marcas', to: '/brands' }, { label: name }]}
      actions={actions}
    />
    <div className={classes.root} data-listed={Boolean(list) || undefined}>
      {list}
      {children}
      {preview && <BrandPreview brand={preview} isEdited={Boolean(actions)} />}
    </div>
  </>
);
