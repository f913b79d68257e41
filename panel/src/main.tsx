import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { BrandProvider } from './brand/brand.tsx';
import { readBrand } from './brand/read-brand.ts';
import { showBrand } from './brand/show-brand.ts';
import { ThemeProvider } from './foundation/theme/ThemeProvider.tsx';
import { makeQueryClient } from './foundation/api/query.ts';
import { makeRouter } from './routes.tsx';
import { ignoreSecondClicks } from './foundation/second-clicks.ts';
import { cacheShell } from './foundation/cache-shell.ts';
import { followSession } from './sessions/guards.ts';
import { followPanelTimeZone, rereadProfileOnRefusal } from './sessions/profile.ts';
import { UiProvider } from './ui/UiProvider.tsx';

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');

// Loads the brand before the first rendering, so that no other brand is visible for a moment.
const brand = await readBrand();
showBrand(brand);

const client = makeQueryClient();
const router = makeRouter();
followSession(router, client);
followPanelTimeZone(client);
rereadProfileOnRefusal(client);

cacheShell();
ignoreSecondClicks();

createRoot(root).render(
  <StrictMode>
    <BrandProvider brand={brand}>
      <ThemeProvider forceLight={brand.forceLight}>
        <QueryClientProvider client={client}>
          <UiProvider>
            <RouterProvider router={router} />
          </UiProvider>
        </QueryClientProvider>
      </ThemeProvider>
    </BrandProvider>
  </StrictMode>,
);
