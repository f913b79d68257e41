import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { ThemeProvider } from './foundation/ThemeProvider.tsx';
import { makeQueryClient } from './foundation/query.ts';
import { makeRouter } from './routes.tsx';
import { followSession } from './sessions/guards.ts';
import { followOfficeZone } from './sessions/profile.ts';
import { UiProvider } from './ui/UiProvider.tsx';

const place = document.getElementById('root');
if (!place) throw new Error('index.html has no #root');

const client = makeQueryClient();
const router = makeRouter();
followSession(router, client);
followOfficeZone(client);

createRoot(place).render(
  <StrictMode>
    <ThemeProvider>
      <QueryClientProvider client={client}>
        <UiProvider>
          <RouterProvider router={router} />
        </UiProvider>
      </QueryClientProvider>
    </ThemeProvider>
  </StrictMode>,
);
