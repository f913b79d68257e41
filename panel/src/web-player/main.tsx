/**
 * Entry of the customers' own page, which signs in with a line and plays its content. The player
 * serves it at /web.
 */
import { QueryClientProvider } from '@tanstack/react-query';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import '../foundation/theme/fonts.css';
import '../foundation/theme/theme.css';
import '../foundation/theme/reading.css';
import '../../../packages/pages/src/forced-colors.css';
import { makeClient } from './reads.ts';
import { WebPlayer } from './WebPlayer.tsx';

const root = document.getElementById('root');
if (!root) throw new Error('web.html has no #root');

createRoot(root).render(
  <StrictMode>
    <QueryClientProvider client={makeClient()}>
      <WebPlayer />
    </QueryClientProvider>
  </StrictMode>,
);
