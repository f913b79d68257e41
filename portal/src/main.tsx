import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { enableArrowKeys } from './arrow-keys.ts';
import { Boundary } from './Boundary.tsx';
import { readBrand } from './brand.ts';
import { Portal } from './Portal.tsx';
import './theme.css';
import '../../packages/pages/src/forced-colors.css';

enableArrowKeys();
createRoot(document.getElementById('root')!).render(
  <StrictMode>
    <Boundary>
      <Portal brand={readBrand()} />
    </Boundary>
  </StrictMode>,
);
