import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { Boundary } from '../Boundary.tsx';
import { readBrand } from '../brand.ts';
import { readWrittenPage } from './page-data.ts';
import { Storefront } from './Storefront.tsx';
import '../theme.css';
import '../portal.module.css';
import '../../../packages/pages/src/forced-colors.css';

createRoot(document.getElementById('root')!).render(
  <StrictMode>
    <Boundary>
      <Storefront brand={readBrand()} written={readWrittenPage()} />
    </Boundary>
  </StrictMode>,
);
