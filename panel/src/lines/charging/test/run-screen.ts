/** Steps on the screen of a run that several tests share. */
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect } from 'vitest';

export const heading = (name: string) => screen.findByRole('heading', { name });
export const press = async (name: string | RegExp) =>
  fireEvent.click(await screen.findByRole('button', { name }));
export const sendButton = /^Enviar para/;
export const messageField = () => screen.getByLabelText<HTMLTextAreaElement>('Mensagem');
export const written = (text = 'Oi, ') =>
  waitFor(() => expect(messageField().value).toContain(text));
